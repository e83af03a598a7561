"""Battles as PettingZoo environments for training players: `dba22_v0`, `rrr_v0`, `dbm31_v0` and `dbm32_v0`."""
