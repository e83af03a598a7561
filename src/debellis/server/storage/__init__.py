"""Where battles are kept: SQLite by default, PostgreSQL by a URL."""
