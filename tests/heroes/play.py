"""Plans of Heroes for tests."""

from __future__ import annotations

from functools import partial

from helpers import play

make = partial(play.make, "heroes")
own_style = partial(play.own_style, "heroes")
compile_once = partial(play.compile_once, "heroes")
