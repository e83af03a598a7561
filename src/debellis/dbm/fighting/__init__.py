"""Close combat: which elements fight each other, factors, support, grading, outcome, and turning to face."""
