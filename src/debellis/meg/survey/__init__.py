"""What generals, odds, environments and simulations may ask about a battle of Mortem et Gloriam."""
