"""A race of hands at one device: the last to react loses.

Some games ask who was the quickest, which a program cannot know. Three ways are offered: a race on this device (a zone
to tap or a key for each, in the order in which the browser reports the presses), somebody whom the table declares, or
chance. A race decides only what the table could have decided by word of mouth; it is no measurement of anybody.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from html import escape
from math import hypot
from typing import Any, Final

from hexlib.draw.scene import Layer, Path, Scene, Shape, Spot, Text
from hexlib.draw.shapes import rectangle
from hexlib.game import Action
from hexwidgets.board import Board
from hexwidgets.parts import Buttons, Kit, put
from hexwidgets.plans import PERSON

__all__ = ["Race", "RaceTrack", "track_scene"]

WAIT: Final = (1.5, 4.5)
"""Seconds between "ready" and the signal, drawn by chance, so that nobody can count along."""
PATIENCE: Final = 20.0
"""Seconds after which a race that nobody ends is called off."""
WIDTH, ZONE = 600.0, 170.0


class Race:
    """Who has pressed, and who is the last. Only the order of the presses counts.

    A press before the signal is a false start: the first is forgiven and the race begins anew, the second loses.
    """

    def __init__(self, seats: Sequence[int]) -> None:
        self.seats = tuple(seats)
        self.phase = "ready"
        """ "ready", "go", "false" (somebody was too early) or "over"."""
        self.pressed: tuple[int, ...] = ()
        self.early: dict[int, int] = {}
        self.loser: int | None = None

    def signal(self) -> None:
        """Now."""
        if self.phase == "ready":
            self.phase = "go"

    def again(self) -> None:
        """After a false start: ready once more."""
        if self.phase == "false":
            self.phase, self.pressed = "ready", ()

    def press(self, seat: int) -> None:
        """That seat has reacted."""
        if seat not in self.seats or seat in self.pressed:
            return
        if self.phase == "ready":
            self.early[seat] = self.early.get(seat, 0) + 1
            self.pressed = (seat,)
            if self.early[seat] > 1:
                self.phase, self.loser = "over", seat
            else:
                self.phase = "false"
        elif self.phase == "go":
            self.pressed = (*self.pressed, seat)
            if len(self.pressed) >= len(self.seats) - 1:
                self.phase = "over"
                self.loser = next(s for s in self.seats if s not in self.pressed)


def track_scene(race: Race, names: Sequence[str]) -> Scene:
    """A zone for each in the race, as a picture."""
    n = len(race.seats)
    columns = 2 if n > 1 else 1
    rows = (n + columns - 1) // columns
    width, height = WIDTH / columns, ZONE
    shapes: list[Shape] = []
    spots = []
    for i, seat in enumerate(race.seats):
        x, y = (i % columns) * width, (i // columns) * height
        done = seat in race.pressed
        lit = race.phase == "go" and not done
        ink = f"seat.{seat}.glyph" if lit else "text"
        shapes.append(
            Path(
                rectangle(x + 6, y + 6, width - 12, height - 12, 12.0),
                f"seat.{seat}.fill" if lit else "panel",
                f"seat.{seat}.fill",
                6.0,
            )
        )
        word = "done" if done and race.phase == "go" else "too early" if done else "NOW" if lit else "wait"
        if race.loser == seat:
            word = "the last"
        shapes += [
            Text(x + width / 2, y + height / 2 - 8, names[seat], 24.0, ink, True),
            Text(x + width / 2, y + height / 2 + 26, f"{word} (key {i + 1})", 18.0, ink),
        ]
        spots.append(Spot(names[seat], x + width / 2, y + height / 2, hypot(width, height) / 2, label=names[seat]))
    desc = ", ".join(names[s] for s in race.seats)
    return Scene(WIDTH, rows * ZONE, "A race of hands", desc, (Layer("pieces", tuple(shapes)),), tuple(spots))


class _Track(Board):
    """The zones; every finger counts, and keys by number."""

    def _touched(self, touches: list[tuple[float, float]]) -> None:
        for touch in touches:
            self._pointer(*touch, True)

    def _key(self, key: str, shift: bool = False, ctrl: bool = False, meta: bool = False) -> None:
        if key.isdigit() and 0 < int(key) <= len(self.scene.spots):
            self.on_pick(self.scene.spots[int(key) - 1])
        elif key == "Tab":
            super()._key(key, shift, ctrl, meta)

    def _hover(self, spot: Spot | None) -> None:
        """Nothing is marked: the zones say enough."""


class RaceTrack:
    """The three ways to say who was the last, as widgets.

    Args:
        kit: makes the widgets.
        guard: runs a callback and shows what goes wrong.
        theme: "light" or "dark".
    """

    def __init__(self, kit: Kit, guard: Callable[[Callable[[], None]], None], theme: str) -> None:
        self._guard = guard
        self._theme = theme
        self._names: tuple[str, ...] = ()
        self._people: tuple[int, ...] = ()
        self._racers: tuple[int, ...] = ()
        self._key: tuple[Any, ...] = ()
        self._cancel: Callable[[], None] | None = None
        self.race: Race | None = None
        self.track: _Track | None = None
        self.on_lost: Callable[[int], None] = lambda seat: None
        """Called with the seat that lost the race on this device."""
        self.on_declared: Callable[[int], None] = lambda seat: None
        self.on_chance: Callable[[], None] = lambda: None
        self.later: Callable[[float, Callable[[], None]], Callable[[], None]] | None = None
        """Calls something after some seconds; the table's own."""
        self.luck = random.SystemRandom()
        self.words = kit.html()
        self.start_button = kit.button(
            "Race on this device", "A zone or a key for each", lambda: guard(self.ready), "hx-first"
        )
        self.chance_button = kit.button("Let chance decide", "Draw the last", lambda: guard(self._by_chance))
        self.declare = Buttons(kit, lambda seat: guard(lambda: self._declared(seat)))
        self._place = kit.column("hx-race")
        self.box = kit.column(
            "hx-racebox", self.words, kit.row(self.start_button, self.chance_button), self.declare.box, self._place
        )
        put(self.box, shown=False)

    @property
    def theme(self) -> str:
        """ "light" or "dark"."""
        return self._theme

    @theme.setter
    def theme(self, theme: str) -> None:
        self._theme = theme
        if self.track is not None:
            self.track.theme = theme

    def show(
        self, racers: Sequence[tuple[int, Action]], names: Sequence[str], kinds: Sequence[str], moment: int
    ) -> None:
        """Offer a race between these seats, or nothing where there is none; ``moment`` tells one race from the next."""
        key = (tuple(seat for seat, _ in racers), moment)
        if key == self._key:
            return
        self._key = key
        self._stop()
        self.race = None
        self._names = tuple(names)
        self._racers = key[0]
        self._people = tuple(s for s in self._racers if kinds[s] == PERSON)
        put(self.box, shown=bool(racers))
        if racers:
            self._offer()
        put(self._place, children=())

    def _offer(self, first: str = "") -> None:
        machines = len(self._racers) - len(self._people)
        text = f"<p><b>{escape(first)}</b></p>" if first else ""
        text += (
            "<p><b>A race of hands.</b> A program cannot see your hands. Race on this device, say who was the last, "
            "or let chance decide.</p>"
        )
        if machines:
            text += (
                f"<p class='hx-hint'>Opponents have no hands. In {machines} of {len(self._racers)} races chance says "
                "that one of them was the last; otherwise the people race.</p>"
            )
        put(self.words, value=f'<div class="hx-panel">{text}</div>')
        put(self.start_button, shown=True)
        put(self.chance_button, shown=True)
        self.declare.show(
            (s, f"{self._names[s]} was the last", f"{self._names[s]} was the last", ()) for s in self._racers
        )

    def ready(self) -> None:
        """Begin a race on this device."""
        machines = [s for s in self._racers if s not in self._people]
        if machines and self.luck.random() * len(self._racers) < len(machines):
            self.on_lost(self.luck.choice(machines))
            return
        self.race = Race(self._people)
        put(self.start_button, shown=False)
        put(self.chance_button, shown=False)
        self.declare.show(())
        if self.track is None:
            self.track = _Track(track_scene(self.race, self._names), theme=self._theme, display=WIDTH)
            self.track.guard = self._guard
            self.track.on_pick = lambda spot: self.press(self._names.index(spot.id))
            self.track.add_class("hx-race")
        put(self._place, children=(self.track,))
        self._wait()

    def _wait(self) -> None:
        assert self.race is not None
        self._paint("Hands ready. Tap your zone, or press your key, when it says NOW; not before.")
        if self.track is not None:
            self.track.focus()
        self._after(self.luck.uniform(*WAIT), self._signal)

    def _signal(self) -> None:
        if self.race is not None:
            self.race.signal()
            self._paint("NOW!")
            self._after(PATIENCE, self._call_off)

    def _call_off(self) -> None:
        self.race = None
        put(self._place, children=())
        self._offer("Nobody reacted; the race is called off.")

    def press(self, seat: int) -> None:
        """A zone was tapped or a key pressed."""
        race = self.race
        if race is None or race.phase not in ("ready", "go"):
            return
        race.press(seat)
        if race.phase == "over" and race.loser is not None:
            self._stop()
            self._paint(f"{self._names[race.loser]} is the last.")
            self.on_lost(race.loser)
        elif race.phase == "false":
            self._paint(f"{self._names[seat]} was too early. Once is forgiven; the race begins anew.")
            self._after(2.0, self._anew)
        else:
            self._paint("NOW!")

    def _anew(self) -> None:
        if self.race is not None:
            self.race.again()
            self._wait()

    def _paint(self, words: str) -> None:
        assert self.race is not None
        put(self.words, value=f'<div class="hx-panel"><p role="status"><b>{escape(words)}</b></p></div>')
        if self.track is not None:
            self.track.show(track_scene(self.race, self._names))

    def _declared(self, seat: int) -> None:
        self.on_declared(seat)

    def _by_chance(self) -> None:
        self.on_chance()

    def _after(self, seconds: float, call: Callable[[], None]) -> None:
        self._stop()
        if self.later is not None:
            self._cancel = self.later(seconds, lambda: self._guard(call))

    def _stop(self) -> None:
        if self._cancel is not None:
            self._cancel()
            self._cancel = None

    def close(self) -> None:
        """Take the track away."""
        self._stop()
        if self.track is not None:
            for canvas in self.track._canvases:
                canvas.close()
            self.track.close()
