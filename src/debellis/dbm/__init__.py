"""De Bellis Multitudinis: the mechanics that versions 3.1 and 3.2 share."""
