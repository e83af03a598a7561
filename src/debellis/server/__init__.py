"""The server: battles kept and played over HTTP and WebSockets, rulings, cases and the page."""
