"""Matplotlib's SVG in as few elements and letters as show the same: pages hold sixty drawings.

The drawing becomes a flat list of marks. Grid lines, tick marks and tick labels of an axis are put together; marks
side by side that look the same become one path, or share a group; ids are counted; numbers are short.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from xml.etree.ElementTree import Element

from markupsafe import escape

SVG = "{http://www.w3.org/2000/svg}"
FONT_SIZE = "8.2"
"""Of nearly all words: given once for the whole drawing, as is their colour."""
ROOT = f'font-size="{FONT_SIZE}" fill="currentColor"'
INHERITED = {f"font-size:{FONT_SIZE}px", "fill:currentColor"}
NEEDLESS = {"stroke-dashoffset:0", "text-anchor:start", "stroke-linecap:square"}
AXIS_ORDER = {"path": 0, "use": 1, "text": 2}
TOGETHER = 3
"""So many marks that look alike share a group."""
SMALL = 20.0
"""A shape that reaches no farther, in points, is small."""
_STEP = re.compile(r"([MLHVCQZz])([^MLHVCQZz]*)")
_NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
_FRACTION = re.compile(r"-?\d*\.\d+(?:e-?\d+)?")


@dataclass(frozen=True)
class Mark:
    """Something drawn: a path, a use of a marker, or words."""

    tag: str
    style: str
    clip: str = ""
    path: str = ""
    places: dict[str, str] = field(default_factory=dict)
    """Its other attributes: x, y, href, transform."""
    text: str = ""

    @property
    def look(self) -> tuple[str, str, str]:
        return self.tag, self.style, self.clip


class Drawing:
    """One drawing of Matplotlib. ``prefix`` begins all its ids; ``colours`` turns its colours into the page's."""

    def __init__(self, root: Element, prefix: str, colours: Callable[[str], str]):
        self.prefix, self.colours = prefix, colours
        self.names: dict[str, str] = {}
        self.shapes: dict[str, Element] = {}
        """What marks refer to, by its id: markers, clips, hatches."""
        for node in root.iter():
            if _tag(node) == "defs":
                self.shapes |= {child.attrib["id"]: child for child in node if "id" in child.attrib}
        self.marks = list(self._marks(root, ""))

    def markup(self) -> str:
        """All marks, behind what they refer to."""
        drawn = "".join(self._together(_joined(self.marks)))
        wanted, shapes = set(self.names), ""
        done: set[str] = set()
        while wanted - done:  # a hatch may refer to others
            for name in sorted(wanted - done, key=list(self.names).index):
                shapes += self._shape(self.shapes[name], self._name(name))
                done.add(name)
            wanted = set(self.names)
        return (f"<defs>{shapes}</defs>" if shapes else "") + drawn

    # ---- reading

    def _marks(self, node: Element, clip: str) -> Iterator[Mark]:
        """The marks of an element and those inside it, in the order in which they are painted."""
        tag = _tag(node)
        if tag in ("metadata", "defs", "style"):
            return
        clip = node.attrib.get("clip-path", clip)
        if tag in ("svg", "g"):
            inside = [mark for child in node for mark in self._marks(child, clip)]
            if node.attrib.get("id", "").startswith("matplotlib.axis"):
                inside.sort(key=lambda mark: AXIS_ORDER[mark.tag])
            yield from inside
            return
        mark = self._mark(tag, node, clip)
        if mark.style != "fill:none":  # the empty grounds of drawing and axes
            yield mark

    def _mark(self, tag: str, node: Element, clip: str) -> Mark:
        style = self._style(node.attrib.get("style", ""))
        places = {key.rpartition("}")[2]: value for key, value in node.attrib.items()}
        places = {key: value for key, value in places.items() if key in ("x", "y", "href", "transform")}
        if places.get("transform", "").startswith("rotate(-0 "):
            del places["transform"]
        if tag == "use":
            shape = self.shapes[places["href"][1:]]
            tick = _tick(shape.attrib.get("d", ""))
            if tick:
                path = f"M {places['x']} {places['y']} l {tick}"
                return Mark("path", f"fill:none;{self._style(shape.attrib.get('style', ''))}", clip, path)
        return Mark(tag, style, clip, node.attrib.get("d", ""), places, node.text or "")

    def _style(self, style: str) -> str:
        """A style with the page's colours, without the font, which is the page's own, and what goes without saying."""
        parts = [part.strip().replace(": ", ":") for part in self.colours(style).split(";")]
        dropped = INHERITED | NEEDLESS
        return ";".join(part for part in parts if part and part not in dropped and not part.startswith("font-family"))

    # ---- writing

    def _together(self, marks: Iterable[Mark]) -> Iterator[str]:
        """The marks as markup; some in a row of one clip, or that look alike, stand in a group that says so once."""
        for clip, clipped in groupby(marks, lambda mark: mark.clip):
            some = list(clipped)
            if len(some) == 1 and some[0].tag != "use":  # its own clip would be moved with it
                yield self._one(some[0], self._look(some[0].style, clip))
            elif clip:
                yield f"<g{self._look('', clip)}>{''.join(self._alike(some))}</g>"
            else:
                yield from self._alike(some)

    def _alike(self, marks: Iterable[Mark]) -> Iterator[str]:
        """Marks whose clip has been said as markup; some in a row that look alike in a group."""
        for (_, style, _), alike in groupby(marks, lambda mark: mark.look):
            some = list(alike)
            shared = self._look(style, "")
            if len(some) < TOGETHER or not shared or "opacity" in style:
                yield from (self._one(mark, shared) for mark in some)
            else:
                yield f"<g{shared}>{''.join(self._one(mark, '') for mark in some)}</g>"

    def _look(self, style: str, clip: str) -> str:
        text = f' clip-path="{self._referred(clip)}"' if clip else ""
        return text + (f' style="{escape(self._referred(style))}"' if style else "")

    def _one(self, mark: Mark, look: str) -> str:
        if mark.tag == "path":
            return f'<path d="{short_path(mark.path, 1)}"{look}/>'
        if mark.tag == "use":
            x, y = (rounded(mark.places[name], 1) for name in "xy")
            return f'<use href="#{self._name(mark.places["href"][1:])}" x="{x}" y="{y}"{look}/>'
        attributes = "".join(f' {key}="{escape(rounded(value, 1))}"' for key, value in mark.places.items())
        return f"<text{attributes}{look}>{escape(mark.text)}</text>"

    def _shape(self, node: Element, name: str) -> str:
        """Something that marks refer to, under its new name."""
        tag = _tag(node)
        attributes = f' id="{name}"' if name else ""
        for key, value in node.attrib.items():
            if key == "d":
                attributes += f' d="{short_path(value, _decimals_of(value))}"'
            elif key == "style":
                attributes += self._look(self._style(value), "")
            elif key in ("fill", "stroke"):
                attributes += f' {key}="{escape(self.colours(value))}"'
            elif key != "id":
                attributes += f' {key}="{escape(rounded(self._referred(value), 2))}"'
        return f"<{tag}{attributes}>{''.join(self._shape(child, '') for child in node)}</{tag}>"

    def _name(self, name: str) -> str:
        """The new id of something: counted."""
        return f"{self.prefix}{self._number(name)}"

    def _number(self, name: str) -> str:
        return self.names.setdefault(name, str(len(self.names) + 1))

    def _referred(self, text: str) -> str:
        return re.sub(r"url\(#([^)]*)\)", lambda match: f"url(#{self._name(match[1])})", text)


def _tag(node: Element) -> str:
    return node.tag.removeprefix(SVG)


def _joined(marks: Iterable[Mark]) -> Iterator[Mark]:
    """Paths in a row that look alike as one path."""
    for (tag, *_), alike in groupby(marks, lambda mark: mark.look):
        some = list(alike)
        if tag == "path":
            yield replace(some[0], path=" ".join(mark.path for mark in some))
        else:
            yield from some


def _tick(path: str) -> str:
    """The way of a shape that is but one stroke from where it stands; "" for any other."""
    numbers = _NUMBER.findall(path)
    one_stroke = re.fullmatch(r"\s*M\s+0\s+0\s+L\s+\S+\s+\S+\s*", path)
    return f"{numbers[2]} {numbers[3]}" if one_stroke else ""


# ---- numbers


def rounded(text: str, decimals: int) -> str:
    """The text with all its fractions rounded.

    >>> rounded("rotate(-40.123 12.0 7.06)", 1)
    'rotate(-40.1 12 7.1)'
    """
    return _FRACTION.sub(lambda match: _short(float(match[0]), decimals), text)


def _decimals_of(path: str) -> int:
    """How fine the path of a shape must be: of a small one, such as a marker, a tenth of a point is seen."""
    return 2 if all(abs(float(number)) < SMALL for number in _NUMBER.findall(path)) else 1


def _short(number: float, decimals: int) -> str:
    text = f"{number:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def short_path(path: str, decimals: int) -> str:
    """A path with short numbers, level and upright strokes by their one number.

    >>> short_path("M 1.02 2 L 1.04 5.5 L 7 5.5 L 7 9 z", 1)
    'M1 2V5.5H7V9z'
    """
    parts, x, y = [], "", ""
    for letter, rest in _STEP.findall(path.replace("l", "L~")):
        relative = rest.startswith("~")
        numbers = [_short(float(number), decimals) for number in _NUMBER.findall(rest)]
        if letter == "L" and not relative and len(numbers) == 2:
            parts.append(_stroke(x, y, *numbers))
        else:
            parts.append((letter.lower() if relative or letter == "Z" else letter) + " ".join(numbers))
        if len(numbers) > 1:
            x, y = ("", "") if relative else numbers[-2:]
    return "".join(parts)


def _stroke(x: str, y: str, to_x: str, to_y: str) -> str:
    if x == to_x and y == to_y:
        return ""
    return f"V{to_y}" if x == to_x else f"H{to_x}" if y == to_y else f"L{to_x} {to_y}"
