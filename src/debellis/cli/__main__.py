"""`python -m debellis.cli`."""

from debellis.cli import main

main()
