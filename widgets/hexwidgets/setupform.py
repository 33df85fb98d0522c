"""The form before a game: how it begins, who plays, with what options and rulings, open or hidden hands, which seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from typing import Any, Final

import hexlib
from hexlib.game import Game, Option
from hexlib.rules import Ruling
from hexlib.sequel import SequelError
from hexwidgets.parts import Kit, put
from hexwidgets.plans import KINDS, PERSON, Plan, plan

__all__ = ["SetupForm"]

MOST_SEATS = 6
THINKING: Final = (("Half a second", 0.5), ("1 second", 1.0), ("3 seconds", 3.0), ("10 seconds", 10.0))


class SetupForm:
    """The choices of one game as widgets.

    Args:
        kit: makes the widgets.
        first: the plan that the form shows first.
        guard: runs a callback and shows what goes wrong.
        start: called with the finished plan.
    """

    def __init__(
        self, kit: Kit, first: Plan, guard: Callable[[Callable[[], None]], None], start: Callable[[Plan], None]
    ) -> None:
        self._guard = guard
        self._start = start
        self._busy = False
        self._touched: set[str] = set(first.options)
        self._rulings: dict[str, str | int] = dict(first.rulings)
        self._wrong: dict[str, tuple[str, str]] = {}
        """Numbers that cannot be, by ruling: what was written, and what would be right."""
        self.game: Game = first.game
        home = hexlib.game(first.home) if first.game.leads_to else first.game
        ways = {g.name: g for g in (home, *(hexlib.game(name, rulings=dict(first.rulings)) for name in home.before))}
        self._games = ways | {first.game.name: first.game}
        self.way = kit.dropdown("How to begin", [(g.opening or g.title, name) for name, g in self._games.items()])
        put(self.way, value=first.game.name, shown=len(self._games) > 1)
        self.way.observe(self._changed, "value")
        self.seats = [kit.dropdown("", [(title, kind) for kind, title in KINDS]) for _ in range(MOST_SEATS)]
        for i, seat in enumerate(self.seats):
            put(seat, value=first.seats[i] if i < len(first.seats) else "greedy")
            seat.observe(self._changed, "value")
        self._options = {name: self._option_widgets(kit, game) for name, game in self._games.items()}
        self.hands = kit.dropdown("Hands", [("Hidden", False), ("Open", True)])
        self.windows = kit.dropdown("Windows", [("Go on if nothing can be done", False), ("Stop at every one", True)])
        self.thinking = kit.dropdown("Opponents think", THINKING)
        self.seed = kit.text("Seed", "by chance")
        put(self.hands, value=first.open)
        put(self.windows, value=first.every_window)
        put(self.thinking, value=min((s for _, s in THINKING), key=lambda s: abs(s - first.think)))
        for each in (self.hands, self.windows):
            each.observe(self._changed, "value")
        self._switches = {r.name: r for r in self.game.rulebook.rulings.values() if self._offered(r)}
        offered = [(_asked(r), r.name) for r in self._switches.values()]
        self.ruling = kit.dropdown("Ruling", [("(as the book has them)", ""), *offered])
        self.reading = kit.dropdown("Reading")
        self.number = kit.text("Number", "")
        self.ruling.observe(self._changed, "value")
        self.reading.observe(self._reading_chosen, "value")
        self.number.observe(self._number_written, "value")
        self._texts = {name: self._text_widgets(kit, game) for name, game in self._games.items()}
        self._brings = False
        self.bring_button = kit.button(
            "", "Decks as the deck builder writes them", lambda: guard(self._bring), "hx-small"
        )
        self.about, self.notes = kit.html(), kit.html()
        self.start_button = kit.button("Start the game", "Begin", lambda: guard(self._begin), "hx-first")
        every = [w for widgets in self._options.values() for w in widgets.values()]
        texts = [w for widgets in self._texts.values() for w in widgets.values()]
        self.box = kit.column(
            "hx-setup",
            kit.html(f'<div class="hx-headline">{escape(home.title)}: a game</div>'),
            kit.row(self.way, classes=("hx-fields",)),
            kit.html('<p class="hx-title">Who plays</p>'),
            kit.row(*self.seats, classes=("hx-fields",)),
            kit.html('<p class="hx-title">What is played</p>'),
            kit.row(*every, self.hands, self.windows, self.thinking, self.seed, classes=("hx-fields",)),
            self.notes,
            kit.row(self.bring_button),
            kit.column("hx-texts", *texts),
            kit.row(self.ruling, self.reading, self.number, classes=("hx-fields",)),
            self.about,
            kit.row(self.start_button),
        )
        self._refresh()

    def _option_widgets(self, kit: Kit, game: Game) -> dict[str, Any]:
        out = {}
        for option in game.options():
            found = kit.dropdown(option.title, [(label, name) for name, label in option.choices])
            put(found, value=option.default, tooltip=option.note or option.title)
            found.observe(self._option_chosen, "value")
            out[option.name] = found
        return out

    def _text_widgets(self, kit: Kit, game: Game) -> dict[str, Any]:
        out = {}
        for blank in game.brought():
            out[blank.name] = kit.area(blank.title)
            put(out[blank.name], placeholder=blank.hint)
        return out

    @property
    def texts(self) -> Mapping[str, Any]:
        """What players may bring to the way to begin that is chosen, as widgets by name."""
        return self._texts[self.way.value]

    def _bring(self) -> None:
        self._brings = not self._brings
        self._refresh()

    def _offered(self, ruling: Ruling) -> bool:
        """Whether the form asks for it: notes have one reading, and some rulings are options already."""
        return ruling.kind != "note" and not any(ruling.name in widgets for widgets in self._options.values())

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the way to begin that is chosen, as widgets by name."""
        return self._options[self.way.value]

    @property
    def kinds(self) -> tuple[str, ...]:
        """Who plays each seat, as the form says."""
        return tuple(seat.value for seat in self.seats[: self.game.num_players])

    def plan(self) -> Plan:
        """What the form says.

        Raises:
            ValueError: the seed or the number of a ruling is not a whole number, or out of its bounds; or a deck that
                was brought may not be played.
        """
        for _, message in self._wrong.values():
            raise ValueError(message)
        text = self.seed.value.strip()
        if text and not (text.isascii() and text.isdigit() and int(text) < 2**64):
            raise ValueError(f"the seed {text[:20]!r} is not a whole number; leave it empty for chance")
        usual = {o.name: o.default for o in hexlib.game(self.game.name).options() if not o.shared}
        chosen = {name: w.value for name, w in self.options.items() if w.value != usual.get(name)}
        made = plan(
            self.game.name,
            self.kinds,
            options=chosen,
            rulings=self._rulings,
            seed=int(text) if text else None,
            open=self.hands.value,
            every_window=self.windows.value,
        )
        made = replace(made, think=self.thinking.value)
        texts = {name: found.value for name, found in self.texts.items() if found.value.strip() and self._brings}
        if not texts:
            return made
        try:
            found = made.game.bring(texts, made.seed)
        except SequelError as error:
            said = (f"{self.texts[name].description}: {text}" for name, text in error.problems.items())
            raise ValueError(". ".join(said)) from None
        return replace(made, game=found.game, options=dict(found.options), position=found.position)

    def _begin(self) -> None:
        self._start(self.plan())

    def _option_chosen(self, change: Any) -> None:
        if not self._busy:
            self._touched.update(name for name, w in self.options.items() if w is change["owner"])
            self._guard(self._refresh)

    def _changed(self, _: Any) -> None:
        if not self._busy:
            self._guard(self._refresh)

    def _refresh(self) -> None:
        self._busy = True
        try:
            name = self.way.value
            self.game = self._games[name].with_options({key: w.value for key, w in self.options.items()})
            shared = self.kinds.count(PERSON) > 1 and not self.hands.value
            for option in hexlib.game(name).options():
                if option.name not in self._touched and option.shared:
                    put(self.options[option.name], value=option.shared if shared else option.default)
            for each, widgets in self._options.items():
                for found in widgets.values():
                    put(found, shown=each == name)
            for each, widgets in self._texts.items():
                for found in widgets.values():
                    put(found, shown=each == name and self._brings)
            words = "Without decks of your own" if self._brings else "Bring decks of your own"
            put(self.bring_button, shown=bool(self.texts), description=words)
            for i, seat in enumerate(self.seats):
                there = i < self.game.num_players
                put(seat, shown=there, description=self.game.seats[i] if there else "")
            put(self.notes, value=self._noted(shared))
            self._show_ruling()
        finally:
            self._busy = False

    def _noted(self, shared: bool) -> str:
        notes = []
        if shared:
            notes.append("The device passes from hand to hand; a curtain hides the cards until the next one is there.")
        elif self.hands.value:
            notes.append("Everybody sees every hand, and any action can be taken back.")
        elif not self.kinds.count(PERSON):
            notes.append("Nobody plays: a demonstration to watch, step through, or stop.")
        notes += [o.note for o in self.game.options() if o.note and _differs(o, self.options[o.name].value)]
        return "".join(f'<p class="hx-hint">{escape(note)}</p>' for note in notes)

    # ---- rulings

    def _reading_chosen(self, change: Any) -> None:
        name = self.ruling.value
        if not self._busy and name and change["new"] is not None:
            self._rule(name, change["new"])

    def _number_written(self, change: Any) -> None:
        name = self.ruling.value
        if self._busy or not name:
            return
        ruling, text = self._switches[name], change["new"].strip()
        low, high = ruling.bounds
        if text and not (text.isascii() and text.isdigit() and low <= int(text[:9]) <= high):
            self._wrong[name] = text, f"{ruling.title}: a whole number from {low} to {high}, not {text[:20]!r}"
            self._guard(self._refresh)
            return
        self._wrong.pop(name, None)
        self._rule(name, int(text) if text else ruling.default)

    def _rule(self, name: str, value: str | int) -> None:
        self._rulings.pop(name, None)
        if value != self._switches[name].default:
            self._rulings[name] = value
        self._guard(self._refresh)

    def _show_ruling(self) -> None:
        name = self.ruling.value
        ruling = self._switches.get(name)
        put(self.reading, shown=ruling is not None and ruling.kind == "switch")
        put(self.number, shown=ruling is not None and ruling.kind == "parameter")
        text = ""
        if ruling is not None and ruling.kind == "switch":
            options = [(key.replace("-", " ").replace("_", " "), key) for key, _ in ruling.readings]
            if list(self.reading.options) != options:
                put(self.reading, options=options)
            now = self._rulings.get(name, ruling.default)
            put(self.reading, value=now)
            text = f'<p class="hx-hint">{escape(ruling.question)} <b>{escape(dict(ruling.readings)[str(now)])}</b></p>'
        elif ruling is not None:
            low, high = ruling.bounds
            known = self._wrong[name][0] if name in self._wrong else str(self._rulings.get(name, ruling.default))
            put(self.number, value=known)
            text = f'<p class="hx-hint">{escape(ruling.question)} '
            text += f"<b>From {low} to {high}; the book has {ruling.default}.</b></p>"
        for _, message in self._wrong.values():
            text += f'<p class="hx-message hx-error" role="alert">{escape(message)}.</p>'
        changed = ", ".join(f"{self._switches[n].title}: {v}" for n, v in self._rulings.items() if n in self._switches)
        if changed:
            text += f'<p class="hx-hint">Other than the book: {escape(changed)}.</p>'
        put(self.about, value=text)


def _asked(ruling: Ruling) -> str:
    return ruling.title if ruling.kind == "switch" else f"{ruling.title} (a number)"


def _differs(option: Option, value: str) -> bool:
    return bool(option.shared) and value == option.shared
