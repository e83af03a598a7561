"""Battles as PettingZoo environments for training players: DBA, DBM and Mortem et Gloriam."""
