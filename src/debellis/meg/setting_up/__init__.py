"""Before the battle: armies and points, the pre-battle system, terrain, deployment, flank marches, ambushes."""
