"""Computer players. They see what a side may see and choose among legal actions."""
