"""Groups of DBM: who stands in one, how groups move, wheel, and change their formation."""
