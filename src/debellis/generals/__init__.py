"""Computer players: they see what a side may see and choose among legal actions."""
