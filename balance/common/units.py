"""Times, sizes and counts in words a person would use."""

from __future__ import annotations


def counted(number: int, word: str) -> str:
    """So many of something.

    >>> counted(1, "card"), counted(1200, "card")
    ('1 card', '1,200 cards')
    """
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def size(count: int) -> str:
    """A number of bytes in words a person would use."""
    for unit, least in (("TB", 10**12), ("GB", 10**9), ("MB", 10**6)):
        if count >= least:
            return f"{count / least:.3g} {unit}"
    return f"{max(1, round(count / 1000))} kB"


def duration(seconds: float) -> str:
    """A time in words a person would use."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def clock(seconds: float) -> str:
    """A time as clocks show it: minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
