"""`python -m debellis`."""

from debellis.cli import main

if __name__ == "__main__":
    main()
