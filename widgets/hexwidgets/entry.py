"""Where a reader puts an action together: the list of choices, buttons, hand, supply, and the line to type in."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from hexlib.game import Pick
from hexwidgets.controller import Controller
from hexwidgets.messages import spoken
from hexwidgets.parts import Buttons, Kit, put

__all__ = ["Entry"]

Guard = Callable[[Callable[[], None]], None]


class Entry:
    """The inputs of one controller, as widgets.

    Args:
        kit: makes the widgets.
        controller: what is played.
        guard: runs a callback and shows what goes wrong.
    """

    def __init__(self, kit: Kit, controller: Controller, guard: Guard) -> None:
        self.controller = controller
        self._guard = guard
        self._choices: tuple[Pick, ...] = ()
        self._telling = False
        self.choices = kit.dropdown("Choices")
        self.choose_button = kit.button("Choose", "Make the choice shown", lambda: guard(self._choose), "hx-first")
        self.cancel_button = kit.button(
            "Cancel", "Take the last pick back", lambda: guard(lambda: self.controller.cancel())
        )
        self.options, self.hand, self.supply = (Buttons(kit, self.press) for _ in range(3))
        self.hand_title, self.supply_title, self.about = kit.html(), kit.html(), kit.html()
        self.about_button = kit.button("", "", self._tell, "hx-small")
        self.typed = kit.text("Or type", "an action, a field, a card")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # there is no other way to hear of Enter
            self.typed.on_submit(lambda _: guard(self._type))
        self.type_button = kit.button("Do", "Do what is typed", lambda: guard(self._type))
        self.box = kit.column(
            "hx-entry",
            kit.row(self.choices, self.choose_button, self.cancel_button),
            self.options.box,
            self.hand_title,
            self.hand.box,
            self.supply_title,
            self.supply.box,
            self.about,
            kit.row(self.about_button),
            kit.row(self.typed, self.type_button),
        )

    def refresh(self, shown: bool, waits: bool = False) -> str:
        """Show the choices as they are now; the result says in HTML what is selected.

        While the reader only ``waits`` for somebody else, all stays as it was, pale: what vanishes takes the keyboard's
        focus with it, and all that stands below jumps.
        """
        put(self.box, shown=shown or waits, _dom_classes=("hx-entry", *(("hx-waits",) if waits else ())))
        if waits:
            return ""
        c = self.controller
        choices, chosen = c.choices(), c.chosen()
        labels = _told_apart([spoken(p) for p in choices])
        if labels != [label for label, _ in self.choices.options]:
            put(self.choices, options=list(zip(labels, range(len(choices)), strict=True)))
            put(self.choices, index=0 if choices else None)
        self._choices = choices
        put(self.cancel_button, shown=bool(chosen))
        self.options.show((p, spoken(p), spoken(p), ()) for p in c.buttons())
        trays: list[Pick] = []
        for kind, row, title, name in (
            ("card", self.hand, self.hand_title, "Cards"),
            ("supply", self.supply, self.supply_title, "Supply"),
        ):
            tray = c.tray(kind)
            trays += [p for p, _ in tray]
            row.show((p, _counted(p), _tray_tip(name, p, now), _tray_classes(p, now, chosen)) for p, now in tray)
            put(title, shown=bool(tray), value=f'<p class="hx-title">{name}</p>')
        self._refresh_about(trays, chosen)
        so_far = ", ".join(spoken(p) for p in chosen)
        return f'<p class="hx-title">Selected: {escape(so_far)}</p>' if so_far else ""

    def _refresh_about(self, trays: Sequence[Pick], chosen: Sequence[Pick]) -> None:
        """What the cards and pieces cost and do: of the selected one, or of all where the reader asked for it."""
        words = {p: self.controller.about(p) for p in trays}
        told = [p for p in trays if words[p] and (self._telling or p in chosen)]
        items = "".join(f"<dt>{escape(spoken(p))}</dt><dd>{escape(words[p])}</dd>" for p in told)
        put(self.about, shown=bool(items), value=f'<dl class="hx-about">{items}</dl>' if items else "")
        put(
            self.about_button,
            shown=any(words.values()),
            description="Hide what they do" if self._telling else "What they do",
            tooltip="What the cards and pieces cost and do",
        )

    def _tell(self) -> None:
        self._telling = not self._telling
        c = self.controller
        trays = [pick for kind in ("card", "supply") for pick, _ in c.tray(kind)]
        self._guard(lambda: self._refresh_about(trays, c.chosen()))

    def uses_again(self, button: Any) -> bool:
        """Whether the button is one of those that stand for one pick now and for another one later."""
        return any(button in row.buttons for row in (self.options, self.hand, self.supply))

    def press(self, pick: Pick) -> None:
        """A button of the hand, the supply, the options or a panel was pressed."""
        self._guard(lambda: self.controller.choose(pick))

    def _choose(self) -> None:
        index = self.choices.value
        if index is not None and index < len(self._choices):
            self.controller.choose(self._choices[index])

    def _type(self) -> None:
        # Empty the box first: whoever types on as soon as the board answers must not lose a letter.
        text, self.typed.value = self.typed.value, ""
        self.controller.type_text(text)
        if self.controller.message.kind in ("refused", "error"):
            self.typed.value = text


def _counted(pick: Pick) -> str:
    return f"{spoken(pick)} \N{MULTIPLICATION SIGN}{pick.number}" if pick.number > 1 else spoken(pick)


def _tray_tip(name: str, pick: Pick, now: bool) -> str:
    return f"{name}: {spoken(pick)}" + ("" if now else " (not possible now; try it to see why)")


def _tray_classes(pick: Pick, now: bool, chosen: tuple[Pick, ...]) -> tuple[str, ...]:
    classes = ["hx-card"] if pick.kind == "card" else []
    if not now and pick not in chosen:
        classes.append("hx-idle")
    if pick in chosen:
        classes.append("hx-on")
    return tuple(classes)


def _told_apart(labels: list[str]) -> list[str]:
    """Labels with a number behind those that would be equal."""
    seen: dict[str, int] = {}
    out = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        out.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return out
