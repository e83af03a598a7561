"""The battle as a game: state, actions, phases, suggestions, views."""
