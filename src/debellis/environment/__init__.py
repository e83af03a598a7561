"""Battles as PettingZoo environments, for those who train players: `dba22_v0` and `rrr_v0`."""
