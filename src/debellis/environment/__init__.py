"""Battles as PettingZoo environments for training players: `dba22_v0` and `rrr_v0`."""
