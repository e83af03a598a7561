"""Everything before the first bound: armies, the invader, terrain, deployment, baggage."""
