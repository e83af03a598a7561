"""How a game runs: decisions, actions, chance, events, log, replay, views."""
