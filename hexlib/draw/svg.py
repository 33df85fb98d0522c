"""Scenes as SVG, for pages, notebooks and files.

The bytes depend on the scene alone. Every id in a picture carries a hash of its content, so that many pictures live
on one page; two pictures that are equal in every byte are told apart by ``scope``.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from hexlib.draw.hexes import num
from hexlib.draw.icons import parts
from hexlib.draw.scene import Circle, Icon, Layer, Path, Scene, Shape, Text, Use
from hexlib.draw.theme import THEMES, TYPE, paint

__all__ = ["data_uri", "img", "svg", "svg_parts"]

_MARK = "\x01"
"""Stands for the hash in an id until it is known; no text can hold it."""
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML does not allow."""


def _fine(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _text(value: str) -> str:
    return escape(_ILLEGAL.sub("", value))


class _Writer:
    """Collects the definitions that the shapes of one picture use."""

    def __init__(self, theme: str | None, symbols: Mapping[str, tuple[Shape, ...]]) -> None:
        self.theme = theme
        self.symbols = symbols
        self.defs: dict[str, str] = {}
        self.drawn: dict[tuple[Shape, ...], str] = {}

    def _paint(self, fill: str, stroke: str, width: float) -> str:
        out = f' fill="{paint(fill, self.theme)}"'
        if stroke != "none":
            out += f' stroke="{paint(stroke, self.theme)}" stroke-width="{_fine(width)}"'
        return out

    def _icon(self, icon: Icon) -> str:
        owner = "" if icon.seat is None else f"-{icon.seat}"
        key = ("p-" if icon.base else "i-") + icon.name + owner
        if key not in self.defs:
            body = sign = ""
            for part in parts(icon.name, icon.seat, icon.base):
                join = ' stroke-linejoin="round"' if part.stroke != "none" else ""
                path = f'<path d="{part.d}"{self._paint(part.fill, part.stroke, part.width)}{join}/>'
                if part.dy or part.scale != 1:
                    sign = sign or f'<g transform="translate(0 {_fine(part.dy)})scale({_fine(part.scale)})">'
                    sign += path
                else:
                    body += path
            self.defs[key] = f'<g id="{_MARK}{key}">{body}{sign}{"</g>" if sign else ""}</g>'
        turn = f"rotate({_fine(icon.turn)})" if icon.turn else ""
        faint = f' opacity="{_fine(icon.opacity)}"' if icon.opacity != 1 else ""
        place = f"translate({num(icon.x)} {num(icon.y)}){turn}scale({_fine(icon.r)})"
        return f'<use href="#{_MARK}{key}" transform="{place}"{faint}/>'

    def _use(self, use: Use) -> str:
        shapes = self.symbols[use.symbol]
        key = self.drawn.get(shapes)
        if key is None:
            key = self.drawn[shapes] = f"s{len(self.drawn)}"
            self.defs[key] = f'<g id="{_MARK}{key}">{self.shapes(shapes)}</g>'
        return "".join(f'<use href="#{_MARK}{key}" x="{num(x)}" y="{num(y)}"/>' for x, y in use.at)

    def _path(self, p: Path) -> str:
        out = f'<path d="{p.d}"{self._paint(p.fill, p.stroke, p.width)}'
        if p.stroke != "none":
            out += ' stroke-linejoin="round"'
            if p.dash:
                out += f' stroke-dasharray="{" ".join(map(_fine, p.dash))}"'
            if p.cap != "butt":
                out += f' stroke-linecap="{p.cap}"'
        return out + (f' opacity="{_fine(p.opacity)}"/>' if p.opacity != 1 else "/>")

    def _circle(self, c: Circle) -> str:
        out = f'<circle cx="{num(c.x)}" cy="{num(c.y)}" r="{num(c.r)}"{self._paint(c.fill, c.stroke, c.width)}'
        return out + (f' opacity="{_fine(c.opacity)}"/>' if c.opacity != 1 else "/>")

    def _words(self, t: Text) -> str:
        anchor = "" if t.anchor == "start" else f' text-anchor="{t.anchor}"'
        weight = f' font-weight="{TYPE["strong"]}"' if t.strong else ""
        place = f'x="{num(t.x)}" y="{num(t.y)}" font-size="{num(t.size)}"'
        return f'<text {place}{anchor}{weight} fill="{paint(t.fill, self.theme)}">{_text(t.text)}</text>'

    def shapes(self, shapes: Iterable[Shape]) -> str:
        out = []
        for shape in shapes:
            if isinstance(shape, Icon):
                out.append(self._icon(shape))
            elif isinstance(shape, Path):
                out.append(self._path(shape))
            elif isinstance(shape, Use):
                out.append(self._use(shape))
            elif isinstance(shape, Circle):
                out.append(self._circle(shape))
            else:
                out.append(self._words(shape))
        return "".join(out)

    def layers(self, layers: Iterable[Layer]) -> str:
        full = [layer for layer in layers if layer.shapes]
        return "".join(f'<g class="hx-{layer.name}">{self.shapes(layer.shapes)}</g>' for layer in full)

    def definitions(self) -> str:
        return f"<defs>{''.join(self.defs.values())}</defs>" if self.defs else ""


def _hash(text: str, scope: str) -> str:
    return "h" + hashlib.sha256(f"{scope}\n{text}".encode()).hexdigest()[:7] + "-"


def _open(scene: Scene) -> str:
    w, h = num(scene.width), num(scene.height)
    face = escape(TYPE["sans"])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hx-picture" viewBox="0 0 {w} {h}" width="{w}" height="{h}" '
        f'role="img" aria-labelledby="{_MARK}t {_MARK}d" font-family="{face}">'
        f'<title id="{_MARK}t">{_text(scene.title)}</title><desc id="{_MARK}d">{_text(scene.desc)}</desc>'
    )


def _check(theme: str | None) -> None:
    if theme is not None and theme not in THEMES:
        raise ValueError(f"{theme!r} is not a theme; there are {', '.join(THEMES)}, or None for the page's own")


def svg(scene: Scene, *, theme: str | None = None, standalone: bool = False, scope: str = "") -> str:
    """A scene as one SVG element.

    Without a theme it paints with the page's CSS variables (light where there are none), so it follows the switch
    between light and dark. ``standalone`` makes a file: fixed colours (light unless a theme is given) on a ground of
    the page's colour. ``scope`` tells apart pictures that would otherwise be the same in every byte.

    Raises:
        ValueError: the theme is unknown.
        KeyError: the scene names a role, an icon or a symbol that does not exist.
    """
    _check(theme)
    if standalone and theme is None:
        theme = THEMES[0]
    writer = _Writer(theme, scene.symbols)
    body = writer.layers(scene.layers)
    ground = ""
    if standalone:
        ground = f'<rect width="{num(scene.width)}" height="{num(scene.height)}" fill="{paint("page", theme)}"/>'
    out = _open(scene) + writer.definitions() + ground + body + "</svg>\n"
    return out.replace(_MARK, _hash(out, scope))


def svg_parts(scenes: Sequence[Scene], *, theme: str | None = None, scope: str = "") -> tuple[str, tuple[str, ...]]:
    """The pictures of a stepper: what they share, once, and one SVG element a scene that refers to it.

    The first text is an element without size that holds the definitions and the layers that are the same in every
    scene from the bottom up; put it on the page once, before or after the others, and do not hide it with
    ``display: none``. The others are complete pictures as long as it is there.

    Raises:
        ValueError: the theme is unknown, or the scenes differ in size.
    """
    _check(theme)
    if not scenes:
        return "", ()
    first = scenes[0]
    if any((s.width, s.height) != (first.width, first.height) for s in scenes):
        raise ValueError("the pictures of one stepper must have one size")
    shared = 0
    if all(s.symbols == first.symbols for s in scenes):
        columns = zip(*(s.layers for s in scenes), strict=False)
        for column in columns:
            if any(layer != column[0] for layer in column):
                break
            shared += 1
    if len(scenes) == 1:
        shared = min(shared, 1)
    writer = _Writer(theme, first.symbols)
    ground = writer.layers(first.layers[:shared])
    bodies = []
    for scene in scenes:
        writer.symbols = scene.symbols
        bodies.append(writer.layers(scene.layers[shared:]))
    inner = "".join(writer.defs.values()) + f'<g id="{_MARK}board">{ground}</g>'
    common = (
        '<svg xmlns="http://www.w3.org/2000/svg" class="hx-shared" width="0" height="0" aria-hidden="true" '
        f'focusable="false" style="position:absolute"><defs>{inner}</defs></svg>\n'
    )
    own = _hash(common, scope)
    out = []
    for i, (scene, body) in enumerate(zip(scenes, bodies, strict=True)):
        inside = f'<use href="#{_MARK}board"/>{body}</svg>\n'.replace(_MARK, own)
        picture = _open(scene) + inside
        out.append(picture.replace(_MARK, _hash(picture, f"{scope}/{i}")))
    return common.replace(_MARK, own), tuple(out)


def data_uri(scene: Scene, *, theme: str = "light") -> str:
    """A scene as a ``data:`` address, for an ``<img>`` where inline SVG is not let through."""
    text = svg(scene, theme=theme, standalone=True)
    return "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode()


def img(scene: Scene, *, theme: str = "light") -> str:
    """An ``<img>`` element with the picture inside it.

    JupyterLab drops inline SVG from the outputs of a notebook that it does not trust, but keeps this.
    """
    alt = _text(f"{scene.title}. {scene.desc}")
    size = f'width="{num(scene.width)}" height="{num(scene.height)}"'
    return f'<img class="hx-picture" {size} alt="{alt}" src="{data_uri(scene, theme=theme)}">'
