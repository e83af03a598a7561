"""The server: battles stored and played over HTTP and WebSockets, rulings, cases and the page."""
