"""Whole battles of Mortem et Gloriam: state, actions, sub-phases, decisions, views and suggestions."""
