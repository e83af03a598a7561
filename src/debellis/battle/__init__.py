"""How a battle runs: decisions, actions, chance, secrets, events, log, replay, views."""
