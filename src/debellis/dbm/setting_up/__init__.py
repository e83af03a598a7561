"""Setting up a battle of DBM: terrain, fortifications, deployment, ambushes and flank marches."""
