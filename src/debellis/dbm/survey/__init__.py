"""DBM battles as generals, odds, environments and simulations look at them."""
