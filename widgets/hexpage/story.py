"""A record as the data of a page: everything that stepping needs, for every line and every pair of eyes.

Equal parts are stored once: frames and pictures are lists, and lines point into them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hexlib.draw.panels import panel
from hexlib.draw.scene import BESIDE, Scene
from hexlib.draw.svg import svg_parts
from hexlib.game import TABLE, Panel
from hexlib.lesson import Frame, frame
from hexlib.record import Record
from hexpage.rulebooks import rule_link

__all__ = ["Line", "Story", "panels", "tell"]

_ELEMENT = re.compile("<[^<]*")


@dataclass(frozen=True)
class Line:
    """One way through the record, as the static page tells it."""

    name: str | None
    title: str
    outcome: str
    after: int
    """How many of its steps it shares with the main line."""
    frames: tuple[Frame, ...]
    """Through the record's own eyes."""


@dataclass(frozen=True)
class Story:
    """A record made ready for a page."""

    record: Record
    lines: tuple[Line, ...]
    shared: str
    """The element that all pictures refer to; once on the page."""
    pictures: dict[tuple[str | None, int], str]
    """The static page's pictures, by line and number of the step from 1."""
    data: dict[str, Any]
    """What the script reads, as JSON."""
    rules: tuple[str, ...]
    """Every rule that any frame cites."""
    icons: tuple[tuple[str, int], ...] = ()
    """Icon and seat of every chip of the score strips."""
    problems: tuple[str, ...] = ()
    """Where the record does not hold, one line each."""


class _Pool:
    """A list without doubles."""

    def __init__(self) -> None:
        self.items: list[Any] = []

    def add(self, item: Any) -> int:
        """The item's place; few items, and none of them hashable."""
        if item not in self.items:
            self.items.append(item)
        return self.items.index(item)


def _packed(pictures: Sequence[str]) -> tuple[list[str], list[list[int]]]:
    """Pictures of one board are much alike, as are its lists: each element once, each picture as places among them."""
    places: dict[str, int] = {}
    rows = [[places.setdefault(part, len(places)) for part in _ELEMENT.findall(picture)] for picture in pictures]
    return list(places), rows


def panels(beside: Iterable[Panel]) -> str:
    """The HTML of what stands beside the board as lists."""
    return "".join(panel(each, rule_link) for each in beside)


def tell(
    record: Record, text: str, *, scope: str, close: str = "", all_steps: bool = False, all_eyes: bool = True
) -> Story:
    """Make a record's story; ``text`` is its source, ``scope`` the figure's id.

    ``close`` names what the pictures close up on, ``all_steps`` puts a picture at every step of the static page;
    without ``all_eyes`` it is told through the record's own eyes alone.

    Raises:
        ValueError: the record stops at an action that is not allowed.
    """
    game = record.game
    eyes = [(TABLE, "Open table"), *enumerate(game.seats)]
    if not all_eyes:
        eyes = [(seat, label) for seat, label in eyes if seat == record.viewer]
    scenes, frames, lists = _Pool(), _Pool(), _Pool()
    options = {"close": close} if close else {}
    narrow: dict[int, Scene] = {}
    """The same pictures composed for a phone."""
    lines: list[Line] = []
    told: list[dict[str, Any]] = []
    static: dict[tuple[str | None, int], int] = {}
    problems: list[str] = []
    rules: dict[str, None] = dict.fromkeys(record.shows)
    icons: dict[tuple[str, int], None] = {}
    for name in record.lines:
        moments = tuple(record.replay(name))
        for moment in moments:
            problems += [str(p) for p in moment.problems]
            if moment.stopped:
                raise ValueError(f"{record.source}: {moment.problems[0] if moment.problems else moment.step.action}")
        seen: dict[int, list[int]] = {}
        for eye, (seat, _) in enumerate(eyes):
            row = []
            for moment in moments:
                shown = _through(record, moment, seat)
                last: dict[str, Any] = {"events": tuple(e for e in moment.events if e.visible_to(seat))}
                if shown.action:
                    last["last"] = shown.action
                scene = game.scene(shown.view, width=BESIDE, **options, **last)
                rules |= dict.fromkeys(shown.rules)
                beside = shown.view.panels()
                rules |= dict.fromkeys(rule for each in beside for line in each.lines for rule in line.rules)
                icons |= dict.fromkeys((c.icon, s.seat) for s in shown.sides for c in s.chips)
                at = scenes.add(scene)
                if at not in narrow:
                    narrow[at] = game.scene(shown.view, width="narrow", **options, **last)
                plain = _plain(shown, at)
                for place, there in (("stack", True), ("lists", False)):
                    mine = [each for each in beside if (each.kind == "stack") == there]
                    if mine:
                        plain[place] = lists.add(panels(mine))
                row.append(frames.add(plain))
                if seat == record.viewer:
                    static[name, shown.number] = frames.items[row[-1]]["picture"]
            seen[eye] = row
        branch = record.branch(name) if name is not None else None
        own = tuple(_through(record, m, record.viewer) for m in moments)
        line = Line(
            name,
            branch.title if branch else record.title,
            branch.outcome if branch else record.outcome,
            branch.after if branch else 0,
            own,
        )
        lines.append(line)
        told.append({"name": name, "title": line.title, "outcome": line.outcome, "after": line.after, "frames": seen})
    wanted = {
        (line.name, f.number): static[line.name, f.number]
        for line in lines
        for f in line.frames
        if f.number > line.after and (f.decisive or all_steps or _only_picture(line, f))
    }
    # the static pictures come after the others, so that no id stands on the page twice
    order = [*range(len(scenes.items)), *wanted.values()]
    shared, drawn = svg_parts([scenes.items[i] for i in order], scope=scope)
    small_shared, small = svg_parts([small for _, small in sorted(narrow.items())], scope=f"{scope}/narrow")
    parts, pictures = _packed(drawn[: len(scenes.items)])
    small_parts, small_pictures = _packed(small)
    beside_parts, beside_rows = _packed(lists.items)
    data = {
        "record": text,
        "title": record.title,
        "eyes": [[seat if seat != TABLE else None, label] for seat, label in eyes],
        "eye": next(i for i, (seat, _) in enumerate(eyes) if seat == record.viewer),
        "lines": told,
        "frames": frames.items,
        "panels": {"parts": beside_parts, "pictures": beside_rows},
        "wide": {"parts": parts, "pictures": pictures},
        "narrow": {"shared": small_shared, "parts": small_parts, "pictures": small_pictures},
        "close": close,
    }
    fixed = dict(zip(wanted, drawn[len(scenes.items) :], strict=True))
    return Story(record, tuple(lines), shared, fixed, data, tuple(rules), tuple(icons), tuple(dict.fromkeys(problems)))


def _only_picture(line: Line, frame: Frame) -> bool:
    """Whether this is the last step of a line that marks none as decisive: it gets the line's one picture."""
    own = [f for f in line.frames if f.number > line.after]
    return not any(f.decisive for f in own) and bool(own) and frame is own[-1]


def _through(record: Record, moment: Any, seat: int) -> Frame:
    """The frame as the seat may see it: what was done in secret is told by the public events alone."""
    step = moment.step
    hidden = seat != TABLE and any(not e.visible_to(seat) for e in moment.events)
    if hidden:
        step = replace(step, action="", say="", rules=(), ask=None)
    return frame(moment.state, moment.events, seat, number=moment.index + 1, step=step, problems=moment.problems)


def _plain(shown: Frame, picture: int) -> dict[str, Any]:
    out: dict[str, Any] = {
        "n": shown.number,
        "picture": picture,
        "headline": shown.headline,
        "sides": [
            {
                "seat": s.seat,
                "name": s.name,
                "role": s.role,
                "total": s.total,
                "chips": [[c.icon, c.label, c.value] for c in s.chips],
                "rows": [list(row) for row in s.rows],
            }
            for s in shown.sides
        ],
    }
    for key in ("action", "say", "events", "rules"):
        value = getattr(shown, key)
        if value:
            out[key] = list(value) if isinstance(value, tuple) else value
    if shown.ask is not None:
        ask = shown.ask
        out["ask"] = {"question": ask.question, "choices": list(ask.choices), "answer": ask.answer, "why": ask.why}
    return out
