"""Groups of DBM: which elements form one, and how groups move, wheel and change formation."""
