"""The command line: parse, call the solver, print."""
