"""The words of a page, to be held against others."""

from __future__ import annotations

import re


def plain(text: str) -> str:
    """With plain spaces."""
    return re.sub(r"\s", " ", text)
