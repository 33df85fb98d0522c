"""How a player puts an action together on a screen: card first, then the Hex where there are several, then a player.

Players and Hexes are picks of the kind ``"field"``: the ids are the players' names and ``#1``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from hexlib.game import TABLE, Action, Pick, Rng
from hexlib.hex_hex.actions import (
    NAMES,
    Borrow,
    Cast,
    Choose,
    Dealer,
    Keep,
    Last,
    Order,
    Pass,
    Penalty,
    Play,
    React,
    Revenge,
    Show,
    Together,
    Yield,
)
from hexlib.hex_hex.frames import PHASES, WINDOWS

if TYPE_CHECKING:
    from hexlib.hex_hex.views import HexHexView

__all__ = ["about", "automatic", "calls", "intend", "picks", "trays"]


def _player(seat: int, label: str = "") -> Pick:
    return Pick("field", NAMES[seat], label or NAMES[seat])


def _hexes(nums: Sequence[int]) -> tuple[Pick, ...]:
    return tuple(Pick("field", f"#{n}", f"Hex #{n}") for n in nums)


def _card(name: str, view: HexHexView) -> Pick:
    return Pick("card", name, view.game.rules.cards[name].title)


def _button(id_: str, label: str) -> Pick:
    return Pick("button", id_, label)


def picks(action: Action, view: HexHexView) -> tuple[Pick, ...]:
    """The stages of an action; see :meth:`hexlib.game.Game.picks`."""
    match action:
        case Cast(_, target) | Choose(_, target) | Dealer(_, target) | Borrow(_, target):
            return (_player(target),)
        case Revenge(_, target):
            return (_player(target, f"Revenge on {NAMES[target]}"),)
        case Last(seat):
            return (_player(seat, f"{NAMES[seat]} was the last"),)
        case Pass():
            return (_button("pass", "Let it go by"),)
        case Keep(_, keep):
            return (_button("keep" if keep else "discard", "Keep the hand" if keep else "Discard the hand"),)
        case Show(_, card):
            return (_card(card, view),)
        case Yield(_, hexes):
            return (_button("yield", "Let the Hex go off"), *_hexes(hexes))
        case Penalty(seat, law, cards):
            button = _button(f"penalty {law}", f"Penalty: {law}")
            return (button, _player(seat), *(_card(c, view) for c in cards))
        case Order(_, card, cards):
            return (_card(card, view), *(_card(c, view) for c in cards))
        case React(_, card, on, word, hexes):
            said = (_button(word, word.capitalize()),) if word else ()
            return (_card(card, view), _player(on), *said, *_hexes(hexes))
        case Play(_, card, hexes, target, other):
            more = (_card(other, view),) if other else ()
            aim = (_player(target),) if target >= 0 else ()
            return (_card(card, view), *more, *_hexes(hexes), *aim)
        case Together(actions):
            return tuple(p for a in actions for p in picks(a, view))
    raise TypeError(f"not an action of HEX HEX NEXT: {action!r}")


def intend(chosen: Sequence[Pick], view: HexHexView) -> Action | None:
    """The action that the picks mean, legal or not; see :meth:`hexlib.game.Game.intend`."""
    if not chosen:
        return None
    seat = view.seat if view.seat is not None and view.seat >= 0 else max(view.asked, 0)
    first = chosen[0]
    players = [NAMES.index(p.id) for p in chosen if p.kind == "field" and p.id in NAMES]
    hexes = tuple(int(p.id[1:]) for p in chosen if p.kind == "field" and p.id.startswith("#"))
    cards = [p.id for p in chosen if p.kind == "card"]
    buttons = [p.id for p in chosen if p.kind == "button"]
    if first.kind == "button":
        return _pressed(first.id, seat, players, hexes, cards)
    if first.kind == "card":
        if view.phase == "show":
            return Show(seat, first.id)
        card = view.game.rules.cards[first.id]
        if card.order:
            return Order(seat, first.id, tuple(cards[1:]))
        if card.moment in ("arrival", "reaction"):
            word = next((b for b in buttons if b in ("left", "right")), "")
            return React(seat, first.id, players[0], word, hexes) if players else None
        return Play(seat, first.id, tuple(sorted(hexes)), players[0] if players else -1, cards[1] if cards[1:] else "")
    if not players:
        return None
    aimed = {"cast": Cast, "choose": Choose, "opposite": Choose, "least": Dealer, "borrow": Borrow, "revenge": Revenge}
    if view.phase == "race":
        return Last(players[0])
    make = aimed.get(view.phase)
    return make(seat, players[0]) if make else None


def trays(view: HexHexView) -> tuple[Pick, ...]:
    """The viewer's own hand, each kind of card once, usable now or not; with No Man's Hand also what is borrowed.

    At an open table the hand of the seat that decides. A bystander has none.
    """
    seat = view.asked if view.seat == TABLE else view.seat
    if seat is None or seat < 0 or view.phase == "over":
        return ()
    known = view.game.rules.cards
    cards = (*view.hands[seat], *(card for card, _ in view.borrowed[seat]))
    return tuple(replace(_card(c, view), number=n) for c, n in Counter(c for c in cards if c in known).items())


_MOMENTS = {
    "intended": "With a Hex before you.",
    "arrival": "When a Hex arrives.",
    "reaction": "When another card is played.",
    "any": "At any time.",
    "hexed": "Only when Hexed.",
    "dealt": "When it is dealt to you.",
}


def about(pick: Pick, view: HexHexView) -> str:
    """A card in words: when it may be played, and what it does."""
    card = view.game.rules.cards.get(pick.id) if pick.kind == "card" else None
    if card is None:
        return ""
    made = "In part a reconstruction." if card.reconstructed else ""
    return " ".join(filter(None, (_MOMENTS[card.moment], card.text, made)))


def automatic(view: HexHexView) -> Action | None:
    """Let a window go by that the viewer's seat has no card for; None where there is something to decide.

    It asks a state drawn from the view: which cards fit a window hangs on the seat's own hand and on what lies on the
    table, so every such state gives the same answer. A pass is told to nobody else, automatic or not.
    """
    seat = view.seat
    if seat is None or seat < 0 or PHASES.index(view.phase) not in WINDOWS or view.asked != seat:
        return None
    legal = view.determinize(Rng(0)).legal_actions(seat)
    return legal[0] if len(legal) == 1 and isinstance(legal[0], Pass) else None


def _pressed(name: str, seat: int, players: list[int], hexes: tuple[int, ...], cards: list[str]) -> Action | None:
    if name == "pass":
        return Pass(seat)
    if name in ("keep", "discard"):
        return Keep(seat, name == "keep")
    if name == "yield":
        return Yield(seat, hexes)
    if name.startswith("penalty ") and players:
        return Penalty(players[0], name.removeprefix("penalty "), tuple(cards))
    return None


def calls(view: HexHexView) -> tuple[Action, ...]:
    """Every penalty that the viewer can call: of Voice for anybody, of a card where the viewer sees the hand."""
    if view.phase == "over":
        return ()
    out: list[Action] = []
    for law in view.laws:
        for seat in range(view.game.rules.n if law.voice or law.cards else 0):
            hand = view.hands[seat]
            if not law.cards or not hand:
                out.append(Penalty(seat, law.name))
            elif view.seat in (seat, TABLE):
                choices = dict.fromkeys(combinations(hand, min(law.cards, len(hand))))
                out += [Penalty(seat, law.name, cards) for cards in choices]
    return tuple(out)
