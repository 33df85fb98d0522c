"""What no single value of a card file shows: whether an effect makes sense as a whole, and a set of cards together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexlib.knee_deep.vocabulary import NEUTRAL, TYPES, Card, CardSet, Companion, Effect, Modifier
from hexlib.record_lines import line_of

__all__ = ["CardFileError", "check_effect", "check_set", "located"]

NEUTRAL_CARDS = 9
"""Neutral cards of a casual deck (Casual Deck Setup)."""
MOST_HQ = 6
"""The most health that two companions give an HQ."""


class CardFileError(ValueError):
    """A card file with a mistake: ``key`` is the path of the value, ``line`` where it stands (0: not known).

    ``at`` is the path that is looked for in the text, where that is another one.
    """

    def __init__(
        self, key: tuple[str, ...], reason: str, source: str = "", line: int = 0, at: tuple[str, ...] = ()
    ) -> None:
        place = f"{source}, line {line}: " if line else f"{source}: " if source else ""
        super().__init__(f"{place}{'.'.join(key)}: {reason}" if key else f"{place}{reason}")
        self.key, self.reason, self.source, self.line, self.at = key, reason, source, line, at or key


def located(error: CardFileError, texts: Mapping[str, str]) -> CardFileError:
    """The same error with the file and the line where the value stands, or the nearest table round it.

    ``texts`` are the files by name; of two that hold the table, the one that comes last is named.
    """
    for end in range(len(error.at), 0, -1):
        for name, text in reversed([*texts.items()]):
            if line := line_of(text, error.at[:end], exact=True):
                return CardFileError(error.key, error.reason, name, line)
    return CardFileError(error.key, error.reason, next(iter(texts)))


# -- one effect --------------------------------------------------------------------------------------------------------


def check_effect(path: tuple[str, ...], data: Mapping[str, Any], effect: Effect, is_war: bool) -> None:
    """Whether the words of an effect go together and it does anything.

    Raises:
        CardFileError: a word has nothing to work on, two contradict each other, or nothing happens.
    """
    chosen = bool(effect.place or effect.strike or effect.lay or effect.turn[0])
    for key, serves, what in (
        ("most", bool(effect.per) if is_war else bool(effect.each), "per" if is_war else "each"),
        ("where", chosen, "place, strike, lay or turn"),
        ("clear", chosen, "place, strike, lay or turn"),
        ("within", chosen or bool(effect.relocate), "place, strike, lay, turn or relocate"),
    ):
        if key in data and not serves:
            raise CardFileError((*path, key), f"it belongs to {what}, and there is none")
    if effect.where == "anywhere" and "within" in data:
        raise CardFileError((*path, "within"), "the target may be anywhere, so no distance is asked for")
    if effect.turn[0] and effect.turn[0] == effect.turn[1]:
        raise CardFileError((*path, "turn"), f"it turns {effect.turn[0]} into the same again")
    if effect.boost == Modifier():
        raise CardFileError((*path, "boost"), "it changes nothing")
    does: tuple[object, ...] = (effect.draw, effect.discard)
    if is_war:
        does += (effect.power, effect.per, effect.weaken, effect.weaken_per)
        does += (effect.cancel, effect.shield, effect.damage, effect.rescue)
    else:
        does += (chosen, effect.relocate, effect.swap, effect.marker)
        does += (effect.salvage, any(effect.gain), effect.boost)
    if not any(does):
        raise CardFileError(path, "it does nothing")


# -- a set -------------------------------------------------------------------------------------------------------------


def check_set(found: CardSet, factions: Sequence[str], own: Mapping[str, Any]) -> None:
    """Whether the cards and companions make a set together.

    ``own`` are the values of the owner's file: where several entries are wrong together, one of its own is named.

    Raises:
        CardFileError: what is wrong, and where.
    """
    for faction in factions:
        _check_faction([c for c in found.companions.values() if c.faction == faction], faction, own)
    for name in found.companions:
        _check_kit(name, found.of(name), own)
    neutral = found.of(NEUTRAL)
    number = sum(card.copies for card in neutral)
    if number != NEUTRAL_CARDS:
        named = ("card", neutral[-1].name, "copies") if neutral else ("card",)
        text = f"a casual deck has {NEUTRAL_CARDS} neutral cards; these make {number}"
        raise CardFileError(named, text, at=_cause(own, named, [card.name for card in neutral]))


def _cause(own: Mapping[str, Any], otherwise: tuple[str, ...], cards: Sequence[str]) -> tuple[str, ...]:
    """The entry of the owner's file to look at: one of those cards, one that has another owner now, or ``remove``."""
    mine = own.get("card", {})
    for name in reversed(cards):
        for key in ("copies", "owner", "type"):
            if key in mine.get(name, {}):
                return "card", name, key
    for name, entry in mine.items():
        if "owner" in entry:
            return "card", name, "owner"
    return ("remove",) if own.get("remove") else otherwise


def _check_faction(mine: Sequence[Companion], faction: str, own: Mapping[str, Any]) -> None:
    """One companion of each type, and an HQ of 1 to 6 health whichever two are chosen."""
    given = own.get("companion", {})
    types = [c.type for c in mine]
    if sorted(types) != sorted(TYPES):
        twice = [c.name for c in mine if types.count(c.type) > 1]
        named = next((name for name in twice if name in given), (*twice, faction)[0])
        moved = [("companion", name, "faction") for name, entry in given.items() if "faction" in entry]
        key = moved[0] if named == faction and moved else ("companion", named, "type")
        raise CardFileError(key, f"{faction} needs one companion of each type: {', '.join(TYPES)}")
    strongest, weakest = (sorted(mine, key=lambda c: sign * c.hq)[:2] for sign in (-1, 1))
    for pair, wrong, limit in (
        (strongest, sum(c.hq for c in strongest) > MOST_HQ, f"more than {MOST_HQ}"),
        (weakest, sum(c.hq for c in weakest) < 1, "no"),
    ):
        if wrong:
            names = " and ".join(c.name for c in pair)
            named = next((c.name for c in pair if "hq" in given.get(c.name, {})), pair[0].name)
            raise CardFileError(("companion", named, "hq"), f"{names} would give an HQ of {limit} health")


def _check_kit(companion: str, cards: Sequence[Card], own: Mapping[str, Any]) -> None:
    """A companion has two pairs of War cards and two pairs of Action cards (In Depth: The Companions)."""
    for is_war, kind in ((True, "War"), (False, "Action")):
        names = [c.name for c in cards if c.is_war is is_war]
        if len(names) != 2:
            have = f"has {', '.join(names)}" if names else "has none"
            last = ("card", names[-1], "owner") if names else ("companion", companion)
            text = f"{companion} needs two names of {kind} cards; it {have}"
            raise CardFileError(last, text, at=_cause(own, last, names))
    for card in cards:
        if card.copies != 2:
            raise CardFileError(("card", card.name, "copies"), f"a companion's cards come in pairs, got {card.copies}")
    signatures = [c.name for c in cards if c.signature]
    if len(signatures) > 1:
        raise CardFileError(
            ("card", signatures[1], "signature"), f"{companion} has a signature card already: {signatures[0]}"
        )
