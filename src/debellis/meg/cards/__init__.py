"""Command cards: hands, gifts and discards, what an action costs, and who is in command."""
