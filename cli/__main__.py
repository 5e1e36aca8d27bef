"""`python -m cli` is `hanabi-solve`."""

if __name__ == "__main__":
    try:
        from cli.app import main
    except KeyboardInterrupt:  # before `main` could take care of it
        raise SystemExit(130) from None
    main()
