"""`python -m cli` is `hanabi-solve`."""

from cli.app import main

main()
