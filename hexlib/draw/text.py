"""Text in pictures: how wide it is, where its lines break, and whether all of it can be read.

Widths come from one table (the widest face of the stack), so both painters break lines alike and nothing clips.
"""

from __future__ import annotations

from hexlib.draw.scene import Scene, Text
from hexlib.draw.theme import TYPE

__all__ = ["box", "misfits", "width", "wrap"]

_REGULAR: list[int] = TYPE["advance"]["regular"]
_STRONG: list[int] = TYPE["advance"]["strong"]
_OTHER = 1000
"""Advance of a character outside the table, in 1/1000 em."""


def width(text: str, size: float, strong: bool = False) -> float:
    """The greatest width in px that the text can take."""
    advance = _STRONG if strong else _REGULAR
    return sum(advance[ord(c) - 32] if " " <= c <= "~" else _OTHER for c in text) / 1000 * size


def wrap(text: str, size: float, room: float, strong: bool = False) -> list[str]:
    """The text in lines of at most ``room`` px; a single word that is wider stays whole."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and width(longer, size, strong) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def box(text: Text) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a text."""
    w = width(text.text, text.size, text.strong)
    left = text.x - {"start": 0.0, "middle": w / 2, "end": w}[text.anchor]
    return left, text.y - text.size * 0.74, left + w, text.y + text.size * 0.2


def misfits(scene: Scene) -> list[str]:
    """What is wrong with the texts of a picture: too small, outside it, or one over another. Empty if all is well.

    The layer "hover" may cover others: it is there only while something is pointed at.
    """
    out: list[str] = []
    texts = [
        shape for layer in scene.layers if layer.name != "hover" for shape in layer.shapes if isinstance(shape, Text)
    ]
    boxes = [box(t) for t in texts]
    for i, (t, a) in enumerate(zip(texts, boxes, strict=True)):
        if t.size < TYPE["micro"]:
            out.append(f"{t.text!r} is {t.size:g} px high, less than {TYPE['micro']}")
        if a[0] < 0 or a[1] < 0 or a[2] > scene.width or a[3] > scene.height:
            out.append(f"{t.text!r} leaves the picture")
        for u, b in zip(texts[:i], boxes[:i], strict=True):
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                out.append(f"{u.text!r} and {t.text!r} overlap")
    return out
