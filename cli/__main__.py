"""`python -m cli` is `hanabi-solve`."""

from cli.app import main

if __name__ == "__main__":
    main()
