"""Why a card cannot be played out of turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexlib.game import Reason
from hexlib.hex_hex.actions import NAMES, Play, React
from hexlib.hex_hex.answering import first_card, holds, if_maddened, named_player, not_now
from hexlib.hex_hex.flight import (
    maddened,
)  # fmt: skip
from hexlib.hex_hex.frames import (
    ANSWER,
    ARRIVE,
    CARD,
    CAST,
    HEXCARD,
    LEAST,
    REACT,
    TURNED_UP,
    WINDOWS,
)  # fmt: skip
from hexlib.hex_hex.windows import useful, waiting

if TYPE_CHECKING:
    from hexlib.hex_hex.components import Card
    from hexlib.hex_hex.state import HexHexState

__all__ = ["out_of_turn", "react"]


def out_of_turn(state: HexHexState, action: Play, card: Card) -> Iterator[Reason]:
    """A card of one's own that is played when it is not one's turn."""
    rules = state.game.rules
    seat, kind = action.seat, state.agenda[-1][0]
    who = NAMES[seat]
    if card.moment != "any":
        if card.moment in ("arrival", "reaction"):
            text = f"{card.title} is played on a player."
            yield Reason("hexhex.play.follow_card", text, (), f"Write {card.name} ! and a player.")
        else:
            text = f"No Hex waits for an answer of {who}; {card.title} is played by the Intended"
            yield not_now(state, "hexhex.phrase.when_intended", text)
        return
    fits = (ARRIVE, REACT, CARD) if card.race else (ARRIVE,)
    if kind not in fits:
        rule = "hexhex.hexhex.out_of_turn" if card.race else "hexhex.card.detonate.out_of_turn"
        yield not_now(state, rule, f"{card.title} cannot be played at this moment")
        return
    if not waiting(state.agenda[-1]) >> seat & 1:
        yield Reason("hexhex.phrase.out_of_turn", f"{who} has let this moment go by.")
    if action.card not in useful(state, seat):
        yield Reason("hexhex.card.foretell.effect", f"{card.title} is not on top of {who}'s stack.")
    yield from if_maddened(state, seat, card)
    if kind == ARRIVE and any(h.holder == seat for h in state.hexes) and not maddened(state, seat):
        text = f"{who} is the Intended and plays {card.title} as the answer, in a moment."
        yield Reason("hexhex.phrase.when_intended", text)
    if card.race:
        if not rules.on("hexhex.hexhex.out_of_turn"):
            yield Reason("hexhex.hexhex.out_of_turn", f"{card.title} is only for the Intended in this broken game.")
        if action.target >= 0 or action.hexes:
            yield Reason("hexhex.hexhex.dismisses_all", f"{card.title} is about every Hex in play and names nobody.")
        return
    yield from first_card(state, seat, card)
    yield from named_player(state, action, card)
    nums = [h.num for h in state.hexes if h.num < state.step_from]
    if not action.hexes and len(state.hexes) > 1:
        yield Reason("hexhex.multi.many", f"There are {len(nums)} Hexes in play; say which.", (), f"As #{nums[0]}.")
    elif len(action.hexes) > 1 or (action.hexes and action.hexes[0] not in nums):
        yield Reason("hexhex.multi.many", f"{card.title} is about one Hex in play.")


def react(state: HexHexState, action: React) -> Iterator[Reason]:
    """A card that is played against another player."""
    rules = state.game.rules
    seat, kind = action.seat, state.agenda[-1][0]
    card = rules.cards[action.card]
    who = NAMES[seat]
    found = list(holds(state, seat, action.card))
    if found:
        yield from found
        return
    if card.moment not in ("arrival", "reaction"):
        yield Reason("hexhex.play.follow_card", f"{card.title} is not played against a player.", (), "Leave the ! out.")
        return
    before = any(f[0] in (CAST, LEAST) for f in state.agenda)
    if before:
        text = f"{card.title} cannot be played before the round begins"
        yield not_now(state, "hexhex.start.no_other_cards", text)
        yield not_now(state, "hexhex.phrase.out_of_turn", text)
        return
    fits = (ARRIVE,) if card.moment == "arrival" else (REACT, CARD, HEXCARD)
    if card.moment == "arrival" and not rules.on("hexhex.scorch.timing") and card.scorch:
        fits = (ARRIVE, ANSWER, REACT)
    if kind not in fits:
        rule = "hexhex.scorch.timing" if card.moment == "arrival" else "hexhex.faq.cancel_as_played"
        yield not_now(state, rule, f"{card.title} is not for this moment")
        return
    if kind in WINDOWS and not waiting(state.agenda[-1]) >> seat & 1:
        yield Reason("hexhex.phrase.out_of_turn", f"{who} has let this moment go by.")
    if action.card not in useful(state, seat):
        yield Reason("hexhex.card.foretell.effect", f"{card.title} is not on top of {who}'s stack.")
    yield from if_maddened(state, seat, card)
    if card.cancel and not rules.on("hexhex.absorb.out_of_turn") and not state.holding(seat):
        yield Reason("hexhex.absorb.out_of_turn", f"{card.title} is only for the Intended in this broken game.")
    if action.on == seat:
        rule = "hexhex.scorch.timing" if card.moment == "arrival" else "hexhex.faq.cancel_as_played"
        yield Reason(rule, f"{card.title} is played on another player, not on oneself.")
        return
    if card.cancel:
        yield from _cancels(state, action, card)
    else:
        yield from _on_intended(state, action, card)


def _cancels(state: HexHexState, action: React, card: Card) -> Iterator[Reason]:
    rules = state.game.rules
    frame = state.agenda[-1]
    on = NAMES[action.on]
    if action.word:
        yield Reason("hexhex.play.follow_card", f"{card.title} names no direction.")
    if frame[0] in (CARD, HEXCARD):
        if frame[1] != action.on:
            text = f"The card on the table is {NAMES[frame[1]]}'s, not {on}'s."
            yield Reason("hexhex.faq.cancel_as_played", text)
            return
        if action.hexes:
            yield Reason("hexhex.play.follow_card", "The card on the table needs no number.")
        name = frame[2]
    else:
        entries = [e for e in state.ready if e.stage == TURNED_UP and e.seat == action.on]
        if not entries:
            text = f"{on} has no card that was turned up just now and can still be cancelled."
            yield Reason("hexhex.faq.cancel_as_played", text, (), "A cancelling card works only as a card is played.")
            return
        if len(entries) > 1 and not action.hexes:
            nums = ", ".join(f"#{n}" for e in entries for n in e.hexes)
            yield Reason("hexhex.absorb.cancel_and_take", f"{on} played several cards; say the Hex: {nums}.")
            return
        if len(entries) == 1 and action.hexes and action.hexes != entries[0].hexes[:1]:
            yield Reason("hexhex.absorb.cancel_and_take", f"{on} played one card, on another Hex.")
            return
        entries = [e for e in entries if not action.hexes or action.hexes[0] in e.hexes]
        if not entries or len(action.hexes) > 1:
            yield Reason("hexhex.absorb.cancel_and_take", f"{on} played no card on that Hex.")
            return
        if action.hexes and len(entries[0].hexes) > 1 and action.hexes != entries[0].hexes[:1]:
            yield Reason("hexhex.absorb.cancel_and_take", f"Name it by its first Hex, #{entries[0].hexes[0]}.")
            return
        name = entries[0].other or entries[0].card
        if not rules.on("hexhex.faq.cancel_maddened_pass") and maddened(state, action.on):
            yield Reason("hexhex.faq.cancel_maddened_pass", "Not in this broken game.")
    if not rules.on("hexhex.faq.cancel_fixation") and rules.cards[name].compel:
        yield Reason("hexhex.faq.cancel_fixation", "Not in this broken game.")
    if rules.cards[name].immune and rules.on("hexhex.hexhex.uncancellable"):
        yield Reason("hexhex.hexhex.uncancellable", f"No card cancels {rules.cards[name].title}.")


def _on_intended(state: HexHexState, action: React, card: Card) -> Iterator[Reason]:
    rules = state.game.rules
    on, who = NAMES[action.on], NAMES[action.seat]
    held = [h for h in state.holding(action.on) if h.num < state.step_from]
    if not held:
        yield Reason("hexhex.scorch.timing", f"{on} is not the Intended: no Hex has just come to them.")
        return
    if card.scorch:
        if not action.word:
            yield Reason("hexhex.scorch.choose_direction", f"{card.title} names left or right.", (), "Add one of them.")
        nums = [h.num for h in held]
        if len(nums) > 1 and not action.hexes:
            yield Reason(
                "hexhex.multi.same_target", f"{len(nums)} Hexes are before {on}; say which.", (), f"As #{nums[0]}."
            )
        elif (len(nums) == 1 and action.hexes) or len(action.hexes) > 1 or any(n not in nums for n in action.hexes):
            yield Reason("hexhex.multi.same_target", f"{card.title} is about one Hex before {on}.")
        return
    if action.word or action.hexes:
        yield Reason("hexhex.play.follow_card", f"{card.title} names a player and nothing else.")
    if card.command and state.command[action.on] >= 0:
        text = f"{NAMES[state.command[action.on]]} commands {on} already."
        yield Reason("hexhex.faq.command_choice", text)
    if card.charm and state.charmed[action.on] >> action.seat & 1:
        yield Reason("hexhex.faq.command_ignores_charm", f"{on} is under {who}'s Charm already.")
    del rules
