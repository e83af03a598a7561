"""Where battles are stored: SQLite by default, PostgreSQL by a URL."""
