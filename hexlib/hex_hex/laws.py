"""Laws: what the winner of a game lays down for the next ones (Laying Down the Law).

A law is either a patch of the rules, which the engine keeps, or a rule that only people can keep: it is announced, and
the table calls its penalty with ``Bob: penalty elbow``. No penalty can end a round.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hexlib.game import Reason
from hexlib.hex_hex.actions import NAMES, Penalty
from hexlib.hex_hex.frames import DEALT, OPPOSITE, REVENGE, STACK
from hexlib.hex_hex.pieces import Log, draw, lose_card, named, note, number, score

if TYPE_CHECKING:
    from hexlib.hex_hex.state import HexHexState

__all__ = [
    "SAMPLES",
    "Law",
    "LawError",
    "affect",
    "avenge",
    "dealt_opposite",
    "in_force",
    "law_list",
    "law_problems",
    "opposite",
    "own_law",
    "penalise",
    "read_laws",
]


class LawError(ValueError):
    """A law that cannot be: the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Law:
    """One law. ``patch`` names what the engine does about it; without one, people keep it."""

    name: str
    text: str
    voice: int = 0
    """Voice that a violation costs."""
    cards: int = 0
    """Cards that a violation costs."""
    patch: str = ""
    """"cancel" (undoes the law before it), "swap", "opposite" or "revenge"."""
    rules: tuple[str, ...] = ()

    @property
    def penalty(self) -> str:
        """ "1 Voice", "1 card", or "none"."""
        parts = [number(self.voice)] if self.voice else []
        parts += [number(self.cards, "card")] if self.cards else []
        return " and ".join(parts) or "none"


SAMPLES: Mapping[str, Law] = {
    law.name: law
    for law in (
        Law(
            "elbow",
            "Point at the Intended with an elbow before you pass the Hex.",
            voice=1,
            rules=("hexhex.law.sample_elbow",),
        ),
        Law("pronoun", "Use no pronoun.", cards=1, rules=("hexhex.law.sample_pronoun",)),
        Law("cancel", "The law before this one is cancelled.", patch="cancel", rules=("hexhex.law.sample_cancel",)),
        Law(
            "swap",
            "Left on a card means right, and right means left.",
            voice=2,
            patch="swap",
            rules=("hexhex.law.sample_swap_left_right",),
        ),
        Law(
            "silence",
            "Who has no more than 0 Voice may not speak until it is at least 1 again.",
            rules=("hexhex.law.sample_zero_voice_silent",),
        ),
        Law(
            "opposite",
            "A card that is played when dealt also affects the player opposite, one of two where an odd number plays.",
            patch="opposite",
            rules=("hexhex.law.sample_dealt_opposite",),
        ),
        Law(
            "revenge",
            "A player who is Hexed may make any other player lose the same.",
            patch="revenge",
            rules=("hexhex.law.sample_revenge",),
        ),
    )
}
"""The seven sample laws of the text, by name."""

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_STOP = r"(\b(end|stop|skip|abort|cancel|clos|finish|halt|abandon|break)\w*|\b(is|are|be)\W+over\b)"
_WHAT, _SOME = r"\b(round|hand|game)s?\b", r"(\W+\w+){0,4}?\W+"
_ENDS = re.compile(
    f"{_STOP}{_SOME}{_WHAT}|{_WHAT}{_SOME}{_STOP}"
    r"|\b(new|next|another) (round|game|deal)\b.{0,20}\b(begin|start|now|at once|immediately)"
    r"|\b(begin|start|deal)\w*\W+(a |the )?(new|next|another) (round|game|hand)\b"
    r"|\b(re-?deal|deal(s|t)? again)\b"
    r"|\b(all|every|each|the)\b.{0,12}\bhex(es)?\b.{0,20}\b(dismiss|vanish|disappear)\w*"
    r"|\bdismiss\w*\W+(all|every|each|the)\b.{0,12}\bhex(es)?\b",
    re.IGNORECASE,
)
"""Words that end a round: an end and a round near to one another in either order, a new deal, no Hex left."""
_MOMENT = re.compile(
    r"\b(at|by|before|until|till|after)\W+the\W+(very\W+)?(end|close|finish)\W+of\W+(the|a|each|every|this)\W+\w+"
    r"|\b(when|once|after|before|until|till|as)\W+(the|a|each|every|this)\W+(round|hand|game)\W+(is|ends|has)\b"
    r"(\W+(over|ended|finished))?",
    re.IGNORECASE,
)
"""Words that only say when: "at the end of the round"."""


def _ends_round(text: str) -> bool:
    return bool(_ENDS.search(_MOMENT.sub("then", text)))


def law_problems(name: str, text: str, *, voice: int = 0, cards: int = 0, penalty: str = "") -> dict[str, str]:
    """What is wrong with a law of one's own, by the field of a form that it is about; empty if it can be laid down.

    The fields are ``name``, ``text``, ``voice``, ``cards`` and ``penalty`` (words, as well as or instead of numbers).
    """
    out: dict[str, str] = {}
    if not _NAME.fullmatch(name) or len(name) > 40:
        out["name"] = f"{name!r} is not a name; write up to 40 small letters, digits and hyphens"
    elif name in SAMPLES:
        out["name"] = f"{name!r} is one of the sample laws; give yours another name"
    if not text.strip() or len(text) > 300:
        out["text"] = "a law is one text of up to 300 characters"
    for what, value in (("voice", voice), ("cards", cards)):
        if type(value) is not int or not 0 <= value <= 9:
            out[what] = f"{what} is a number from 0 to 9, not {value!r}"
    rule = "[hexhex.law.no_round_ending_penalty]"
    if len(penalty) > 200:
        out["penalty"] = "a penalty in words has up to 200 characters"
    elif _ends_round(penalty):
        out["penalty"] = (
            f"a penalty may not end a round early ({penalty.strip()!r} would); let it cost Voice or cards, so that "
            f"play goes on {rule}"
        )
    elif _ends_round(text) and "text" not in out:
        out["text"] = (
            "a law and its penalty may not end a round early; say what players must do, and let a violation cost "
            f"Voice or cards {rule}"
        )
    if not {"voice", "cards", "penalty"} & set(out) and not voice and not cards and not penalty.strip():
        out["penalty"] = "a law has a penalty: Voice, cards, or something in words [hexhex.law.penalty]"
    return out


def own_law(name: str, text: str, *, voice: int = 0, cards: int = 0, penalty: str = "") -> Law:
    """A law of one's own, which people keep; ``penalty`` may say it in words as well.

    Raises:
        LawError: a name or number that cannot be, or a penalty that would end a round; see :func:`law_problems`.
    """
    problems = law_problems(name, text, voice=voice, cards=cards, penalty=penalty)
    if problems:
        raise LawError(next(iter(problems.values())))
    return Law(name, text.strip() + (f" Penalty: {penalty.strip()}" if penalty.strip() else ""), voice, cards)


def read_laws(data: Iterable[Any]) -> tuple[Law, ...]:
    """Laws from a record or an option: names of samples, or tables with name, text, voice, cards, penalty.

    Raises:
        LawError: one of them cannot be.
    """
    out = law_list(data)
    if len(out) > 20:
        raise LawError("there are at most 20 laws")
    return in_force(out)


def law_list(data: Iterable[Any]) -> list[Law]:
    """The same, one by one, also those that cancel."""
    out: list[Law] = []
    for entry in [data] if isinstance(data, (str, Mapping, Law)) else data:
        if isinstance(entry, Law):
            out.append(entry)
        elif isinstance(entry, str):
            if entry not in SAMPLES:
                raise LawError(f"there is no sample law {entry!r}; there are {', '.join(SAMPLES)}")
            out.append(SAMPLES[entry])
        elif isinstance(entry, Mapping):
            for key in entry:
                if key not in ("name", "text", "voice", "cards", "penalty"):
                    raise LawError(f"unknown key {key!r}; a law has name, text, voice, cards and penalty")
            if not all(isinstance(entry.get(k, ""), str) for k in ("name", "text", "penalty")):
                raise LawError("name, text and penalty of a law are texts")
            fields = {k: entry[k] for k in ("voice", "cards", "penalty") if k in entry}
            out.append(own_law(entry.get("name", ""), entry.get("text", ""), **fields))
        else:
            raise LawError(f"a law is the name of a sample or a table, not {entry!r}")
    return out


def in_force(laws: Iterable[Law]) -> tuple[Law, ...]:
    """Laws add up from game to game; one that cancels takes the one before it away, and itself."""
    out: list[Law] = []
    for law in laws:
        if law.patch == "cancel":
            if out:
                out.pop()
        else:
            out.append(law)
    return tuple(out)


def opposite(state: HexHexState, seat: int) -> tuple[int, ...]:
    """The players opposite a seat: one, or two among whom to choose where an odd number sits at the table."""
    n = state.game.rules.n
    return tuple(dict.fromkeys(((seat + n // 2) % n, (seat + (n + 1) // 2) % n)))


def dealt_opposite(state: HexHexState, seat: int, card: str, target: int, log: Log) -> None:
    """By the law, a card that is played when dealt affects the player opposite as well."""
    if not any(law.patch == "opposite" for law in state.laws):
        return
    found = opposite(state, seat)
    if len(found) > 1:
        state.agenda.append((OPPOSITE, seat, card, target))
    else:
        affect(state, seat, found[0], card, target, log)


def affect(state: HexHexState, seat: int, other: int, name: str, target: int, log: Log) -> None:
    """The player opposite comes under the effect; the card itself stays before its player."""
    card = state.game.rules.cards[name]
    rule = "hexhex.law.sample_dealt_opposite"
    note(log, "law", f"By the law {card.title} affects {NAMES[other]} as well.", rule, player=other, card=card.name)
    if card.discard_hand:
        state.down[other] = (*state.down[other], *state.hand[other])
        state.hand[other] = state.lent[other] = ()
    if card.draw:
        draw(state, other, card.draw, log, rule)
    if card.standing:
        named = target if target != other else seat
        state.standing[other] = (*state.standing[other], (name, named))
        state.granted = tuple((*g, name) if s == other else g for s, g in enumerate(state.granted))
    if card.order and state.hand[other] and not state.foretold >> other & 1:
        # Once every card that was dealt has been played: those are not stacked.
        place = max(i for i, frame in enumerate(state.agenda) if frame[0] == DEALT)
        state.agenda.insert(place, (STACK, other, name))


def avenge(state: HexHexState, seat: int, change: int) -> None:
    """By the law, who was Hexed may make another lose the same."""
    if change < 0 and any(law.patch == "revenge" for law in state.laws):
        state.agenda.append((REVENGE, seat, change))


def penalty_reasons(state: HexHexState, action: Penalty) -> Iterator[Reason]:
    """Why the table may not call this penalty."""
    law = next((law for law in state.laws if law.name == action.law), None)
    if law is None:
        there = ", ".join(law.name for law in state.laws) or "none"
        yield Reason("hexhex.law.cumulative", f"There is no law {action.law!r} in force; in force: {there}.")
        return
    if not law.voice and not law.cards:
        yield Reason("hexhex.law.penalty", f"The law {law.name!r} has no penalty that can be counted.")
        return
    if action.cards and not law.cards:
        yield Reason("hexhex.law.penalty", f"The law {law.name!r} costs {law.penalty}, no card.")
        return
    who, hand = NAMES[action.seat], state.hand[action.seat]
    due = min(law.cards, len(hand))
    if Counter(action.cards) - Counter(hand) or len(action.cards) != due:
        text = f"{who} discards {number(due, 'card')} of their own hand."
        if not due:
            text = f"{who} holds no card, so none is discarded."
        hint = "Name it." if due == 1 else "Name them, with commas." if due else "Leave the card out."
        yield Reason("hexhex.phrase.discard", text, (), hint)


def penalise(state: HexHexState, action: Penalty, log: Log) -> None:
    """Take the penalty of a law; play goes on where it was."""
    law = next(law for law in state.laws if law.name == action.law)
    who = NAMES[action.seat]
    cited = (*law.rules, "hexhex.law.suggested_penalties", "hexhex.law.own_rule_binds")
    note(log, "penalty", f"{who} has broken the law {law.name!r}: {law.penalty}.", *cited, player=action.seat)
    score(state, action.seat, -law.voice, log, " by the law", *law.rules)
    for card in action.cards:
        lose_card(state, action.seat, card)
        state.down[action.seat] = (*state.down[action.seat], card)
    if action.cards and log is not None:
        text = f"{who} discards {named(action.cards, state)} face down."
        note(log, "discard.card", text, seen_by=(action.seat,), player=action.seat, cards=action.cards)
