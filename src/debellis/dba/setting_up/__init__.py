"""Setting up a battle: armies, terrain, edges, camps, deployment, exchanges, landings, by hand or automatically."""
