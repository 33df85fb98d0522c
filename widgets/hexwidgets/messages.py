"""What the player tells the reader: one message at a time, plain text with the reasons and rules beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexlib.game import Action, Event, Pick, Reason, Verdict

__all__ = ["Message", "plain", "refusal", "rule_name", "shown", "spoken", "visible"]

LONGEST = 600
"""Characters of a message that comes from elsewhere (an exception, a text that the reader typed)."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message. ``kind`` is "info", "done", "refused", "answer", "notice" or "error"."""

    kind: str
    text: str
    reasons: tuple[Reason, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that the reasons are about, each once."""
        return tuple(dict.fromkeys(f for r in self.reasons for f in r.fields))

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules in the reasons, each once."""
        return tuple(dict.fromkeys(r.rule for r in self.reasons))

    def __str__(self) -> str:
        return " ".join([self.text, *map(str, self.reasons)])


def refusal(action: Action, verdict: Verdict) -> Message:
    """Why the action is not allowed."""
    return Message("refused", f"{action} is not allowed.", verdict.reasons)


def plain(text: object) -> str:
    """A text from elsewhere, cut to a length that the message area can hold."""
    words = str(text)
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


def rule_name(rule: str) -> str:
    """The last words of a rule's id for a narrow place: "kdh.move.no_mountain" is "move: no mountain"."""
    _, _, rest = rule.partition(".")
    group, _, name = rest.partition(".")
    return f"{group}: {name}".replace("_", " ").replace(".", " ") if name else rest.replace("_", " ") or rule


def spoken(pick: Pick) -> str:
    """What a list of choices calls a pick."""
    return pick.label or pick.id.replace("-", " ")


def visible(events: Sequence[Event], seat: int) -> tuple[Event, ...]:
    """The events that the seat may know (``TABLE``: those that an open table shows)."""
    return tuple(e for e in events if e.visible_to(seat))


def shown(value: Any) -> str:
    """A measured value in a table: a pair as "4 - 6"."""
    if isinstance(value, (list, tuple)):
        return " - ".join(shown(v) for v in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{k} {shown(v)}" for k, v in value.items()) or "none"
    return str(value)
