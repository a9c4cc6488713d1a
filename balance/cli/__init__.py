"""The command line: one file per command; each reads its words, calls one plain function and prints."""

from __future__ import annotations


def main() -> None:
    """Run `balance`, and say every error in one to three plain lines."""
    from balance.cli.app import run

    run()
