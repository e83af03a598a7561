"""Close combat: who fights whom, factors, support, grading, outcome, and turning to face."""
