"""Where the links of a page lead."""

from __future__ import annotations

import re

LINK = re.compile(r'(?:href="#|popovertarget=")([^"$]*)"')
NAMED = re.compile(r'aria-(?:labelledby|describedby|controls)="([^"$]*)"')
"""Several names have spaces between them."""
IDENT = re.compile(r'\sid="([^"]*)"')


def dead_links(html: str) -> set[str]:
    """The names to which links, hints and descriptions lead, and which nothing on the page has.

    What a script fills in (``$``) is known only in a browser.
    """
    led = {*LINK.findall(html), *(name for names in NAMED.findall(html) for name in names.split())}
    return led - {*IDENT.findall(html)}
