"""Close combat: who fights whom, factors, support, outcome."""
