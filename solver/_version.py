"""The version; apart, so that a build can read it before anything is compiled."""

__version__ = "0.1.0"
