"""The next game of a series: the winner lays down a law, laws add up, and the deal goes on to the left.

See Laying Down the Law. The first dealer of the next game sits to the left of the first dealer of this one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hexlib.game import Option, Rng, State
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.laws import SAMPLES, Law, in_force, law_problems, own_law
from hexlib.hex_hex.state import HexHexState
from hexlib.sequel import Blank, Follow, Sequel, SequelError

__all__ = ["NextGame", "sequel"]

MOST_LAWS = 20
_OWN, _NONE = "own", "none"
_BLANKS = (
    Blank("name", "Its name", hint="no-pointing", only=("law", _OWN)),
    Blank("text", "What players must do", hint="Say the name of the Intended aloud.", only=("law", _OWN)),
    Blank("voice", "Voice it costs", "number", "1", 0, 9, only=("law", _OWN)),
    Blank("cards", "Cards it costs", "number", "0", 0, 9, only=("law", _OWN)),
    Blank("penalty", "And in words", hint="and sings a verse", only=("law", _OWN)),
)


@dataclass(frozen=True)
class NextGame(Sequel):
    """What the winner of a game may do: lay down a sample law, one of their own, or none."""

    state: HexHexState | None = None

    @property
    def _before(self) -> HexHexState:
        assert self.state is not None
        return self.state

    def _own(self, choices: Mapping[str, str]) -> dict[str, Any]:
        """The fields of a law of one's own; a number that is none stays as it was written."""
        out: dict[str, Any] = {name: choices.get(name, "").strip() for name in ("text", "penalty")}
        out["name"] = re.sub(r"[^a-z0-9]+", "-", choices.get("name", "").strip().lower()).strip("-")
        for name in ("voice", "cards"):
            value = choices.get(name, "").strip() or "0"
            out[name] = int(value) if value.isascii() and value.isdigit() and len(value) < 4 else value
        return out

    def problems(self, choices: Mapping[str, str]) -> dict[str, str]:
        """What is wrong, by field; a penalty that would end a round is refused with the rule."""
        out = super().problems(choices)
        laws = self._before.laws
        law = choices.get("law", _NONE)
        if out or law in (_NONE, "cancel"):
            return out
        if len(laws) >= MOST_LAWS:
            return {"law": f"{MOST_LAWS} laws are in force, which is as many as there can be; cancel one"}
        if law != _OWN:
            return {}
        own = self._own(choices)
        out = law_problems(**own)
        if not own["name"]:
            out["name"] = "a law has a name, by which its penalty is called: write one or two words"
        elif own["name"] in (each.name for each in laws):
            out["name"] = f"a law called {own['name']!r} is in force already; give yours another name"
        return out

    def _law(self, choices: Mapping[str, str]) -> Law:
        chosen = choices["law"]
        return own_law(**self._own(choices)) if chosen == _OWN else SAMPLES[chosen]

    def tell(self, choices: Mapping[str, str]) -> str:
        """The law in full: what it says, what breaking it costs, and who keeps it."""
        chosen = choices.get("law", _NONE)
        laws = self._before.laws
        if chosen == "cancel" and laws:
            return f"The law {laws[-1].name!r} is cancelled: {laws[-1].text}"
        if chosen == _NONE:
            return "The laws stay as they are." if laws else "The next game has no law."
        if self.problems(choices):
            return "A law says what players must do, and what it costs to break it."
        law = self._law(choices)
        keeper = "The engine keeps it." if law.patch else "People keep it, and the table calls the penalty."
        cost = f" Breaking it costs {law.penalty}." if law.penalty != "none" else ""
        text = law.text if law.text.endswith((".", "!", "?")) else f"{law.text}."
        return f"{text}{cost} {keeper}"

    def propose(self, rng: Rng) -> dict[str, str]:
        """What an opponent lays down: one of the sample laws that is not in force yet."""
        there = [name for name, _ in self.options[0].choices if name not in (_OWN, _NONE, "cancel")]
        return {"law": rng.choice(there) if there and len(self._before.laws) < MOST_LAWS else _NONE}

    def begin(self, choices: Mapping[str, str], seed: int) -> Follow:
        """The next game, with the laws so far and the new one."""
        problems = self.problems(choices)
        if problems:
            raise SequelError(problems)
        before, chosen = self._before, choices.get("law", _NONE)
        laid = () if chosen == _NONE else (self._law(choices) if chosen == _OWN else chosen,)
        new = before.game.next_game(before, *laid, seed=seed)
        # A record of it has the laws in its position, so the game itself is the one without any.
        game = replace(before.game, laws=())
        return Follow(game, seed, tuple(range(game.players)), position=dict(new.position()))


def sequel(state: State) -> NextGame | None:
    """What comes after a game that is over; ``None`` before."""
    assert isinstance(state, HexHexState)
    if state.winner < 0:
        return None
    laws = in_force(state.laws)
    there = {law.name for law in laws}
    samples = [name for name in SAMPLES if name not in there and (name != "cancel" or laws)]
    choices = (
        *((name, name.capitalize()) for name in samples),
        (_OWN, "One of their own"),
        (_NONE, "None this time"),
    )
    winner = NAMES[state.winner]
    note = f"{winner} has won, has the last word, and may lay down a law for the games to come."
    return NextGame(
        "The next game",
        note,
        state.winner,
        (Option("law", f"{winner}'s law", choices, choices[0][0]),),
        _BLANKS,
        state,
    )
