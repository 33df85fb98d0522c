"""Why an action of the set-up is not allowed: one sentence a reason, with the numbers in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from hexlib.game import Action, Reason
from hexlib.knee_deep import decks, modular
from hexlib.knee_deep.board import HQ_SECTORS, SECTORS
from hexlib.knee_deep.opening_actions import (
    FACTIONS,
    Add,
    Choose,
    Faction,
    Finish,
    Lay,
    Ready,
    Redraft,
    Remove,
    Reveal,
    Take,
)

if TYPE_CHECKING:
    from hexlib.knee_deep.opening_state import SetupState

__all__ = ["next_sector", "reasons", "sayable"]

MOST_CHANGES = 120
"""Changes in one making of a deck after which no card is taken out again, so that no play goes on for ever."""


def next_sector(state: SetupState) -> str:
    """The sector that the arrows point to now; empty when the board is laid."""
    done = {sector for sector, _ in state.laid}
    return next((s for s in modular.way(state.game.rulings, state.game.broken) if s not in done), "")


def sayable(state: SetupState) -> list[Action]:
    """Every action that makes sense to say in this stage, allowed or not, in a fixed order."""
    if state.stage == "board":
        return [Reveal(), *(Lay(s) for s in SECTORS), Finish()]
    if state.stage == "faction":
        return [Faction(name) for name in FACTIONS]
    names = tuple(state.box.companions)
    if state.stage == "companions":
        singles = [] if state.on("kdh.setup.two_companions") else [Choose((name,)) for name in names]
        return [*singles, *(Choose(pair) for pair in combinations(names, 2))]
    if state.stage == "draft":
        return [Take(card) for card in dict.fromkeys(sorted(state.drawn, key=tuple(state.box.cards).index))]
    if state.stage == "deck":
        mine = state.decks[state.asked]
        out: list[Action] = [Add(card) for card in state.box.cards]
        out += [Remove(card) for card in dict.fromkeys(mine)]
        if not state.on("kdh.companions.fixed"):
            out += [Choose(pair) for pair in combinations(names, 2)]
        return [*out, Ready(), Redraft()]
    return []


def reasons(state: SetupState, action: Action) -> list[Reason]:
    """Every reason why the action is not allowed now; empty if it is."""
    check = _CHECKS.get(type(action))
    if check is None:
        return [Reason("kdh.start.mulligan_timing", "This is no action of the set-up.")]
    stage, rule, text, judge = check
    if state.stage not in stage:
        if isinstance(action, Choose) and state.companions[state.asked] and not state.on("kdh.companions.fixed"):
            return [] if state.stage == "deck" else [Reason(rule, text)]
        if isinstance(action, Faction) and state.stage == "board":
            text = "Factions are chosen when the board is laid."
        if isinstance(action, Choose) and not state.companions[state.asked]:
            rule, text = "kdh.setup.choose_faction", "Companions are chosen when both players have a faction."
        hint = f"Now: {_NOW[state.stage]}."
        return [Reason(rule, text, hint=hint)]
    return list(judge(state, action))


# -- the board ---------------------------------------------------------------------------------------------------------


def _reveal(state: SetupState, action: Reveal) -> Iterator[Reason]:
    sector = next_sector(state)
    if state.open_card and state.on("kdh.modular.reveal_first"):
        title = modular.TERRAIN_CARDS[state.open_card].title
        yield Reason("kdh.modular.reveal_first", f"{title} lies open already.", hint=f"Lay its tokens in {sector}.")
    elif not sector:
        yield Reason("kdh.modular.order", "Every sector of the way is laid.", hint="Finish the board.")
    elif not state.cards:
        yield Reason("kdh.components.terrain_cards", "No terrain card is left in the pile.")


def _lay(state: SetupState, action: Lay) -> Iterator[Reason]:
    sector, here = next_sector(state), (f"{action.sector}.0",)
    done = {s for s, _ in state.laid}
    if not state.open_card:
        text = "No terrain card lies open: a card is turned up before any token is laid."
        yield Reason("kdh.modular.reveal_first", text, here, "Reveal the next card.")
    if action.sector in HQ_SECTORS and state.on("kdh.modular.not_on_hq"):
        text = f"{action.sector} is an HQ sector; it gets no terrain tokens."
        yield Reason("kdh.modular.not_on_hq", text, here, f"The next sector is {sector}." if sector else "")
    elif action.sector in done or modular.opposite(action.sector) in done:
        text = f"{action.sector} has its tokens already."
        yield Reason("kdh.modular.order", text, here, f"The next sector is {sector}." if sector else "")
    elif action.sector != sector and (state.on("kdh.modular.order") or not sector):
        text = f"The arrows lead to {sector} now, not to {action.sector}." if sector else "The board is laid."
        fields = (*here, f"{sector}.0") if sector else here
        yield Reason("kdh.modular.order", text, fields)


def _finish(state: SetupState, action: Finish) -> Iterator[Reason]:
    sector = next_sector(state)
    if sector:
        whole = len(modular.way(state.game.rulings, state.game.broken))
        text = f"{len(state.laid)} of {whole} sectors are laid; the next is {sector}."
        yield Reason("kdh.modular.order", text, (f"{sector}.0",))


# -- faction and companions --------------------------------------------------------------------------------------------


def _faction(state: SetupState, action: Faction) -> Iterator[Reason]:
    other = state.game.seats[1 - state.asked]
    if action.name in state.factions and state.on("kdh.setup.choose_faction"):
        free = next(name for name in FACTIONS if name != action.name)
        text = f"{other} has chosen {action.name}, and a box has each faction once."
        yield Reason("kdh.setup.choose_faction", text, hint=f"Choose {free}.")


def _companions(state: SetupState, action: Choose) -> Iterator[Reason]:
    rule = "kdh.setup.two_companions"
    if not state.on(rule):
        return
    faction = state.factions[state.asked]
    names = dict.fromkeys(action.names)
    if len(names) != 2 or len(action.names) != 2:
        text = f"Two different companions are chosen, not {len(names)}."
        yield Reason(rule, text, hint=f"Choose two of the four of {faction}.")
    for name in names:
        companion = state.box.companions[name]
        if companion.faction != faction:
            text = f"{companion.title} belongs to {companion.faction}; {state.game.seats[state.asked]} plays {faction}."
            yield Reason(rule, text, hint=f"Choose two of the four of {faction}.")


# -- draft and decks ---------------------------------------------------------------------------------------------------


def _take(state: SetupState, action: Take) -> Iterator[Reason]:
    if action.card not in state.drawn:
        text = f"{state.box.cards[action.card].title} is not one of the two cards drawn."
        titles = " or ".join(state.box.cards[card].title for card in state.drawn)
        yield Reason("kdh.simple.one_for_each", text, hint=f"Take {titles}.")


def _judged(state: SetupState, cards: dict[str, int]) -> tuple[Reason, ...]:
    pool = state.pool(state.asked) if state.variant == "simple" else None
    return decks.explain(cards, state.companions[state.asked], state.variant, pool=pool, terms=state.terms)


_LATER = ("kdh.deckbuilding.fill_to_25", "kdh.deckbuilding.start_with_16")


def _add(state: SetupState, action: Add) -> Iterator[Reason]:
    deck = state.deck(state.asked)
    deck[action.card] = deck.get(action.card, 0) + 1
    size = sum(deck.values())
    for reason in _judged(state, deck):
        early = reason.rule in _LATER or (reason.rule.endswith(".exactly_25") and size < decks.DECK_SIZE)
        if not early:
            yield reason


def _remove(state: SetupState, action: Remove) -> Iterator[Reason]:
    title = state.box.cards[action.card].title
    if action.card not in state.decks[state.asked]:
        yield Reason("kdh.deckbuilding.fill_to_25", f"The deck holds no {title}.")
    elif not state.extra(state.asked).get(action.card) and state.on("kdh.deckbuilding.start_with_16"):
        text = f"{title} belongs to the basic deck, which stays whole."
        yield Reason("kdh.deckbuilding.start_with_16", text, hint="Take out a card that you have added.")
    elif state.added >= MOST_CHANGES:
        yield Reason(
            "kdh.deckbuilding.fill_to_25", f"The deck was changed {MOST_CHANGES} times.", hint="Go on with it as it is."
        )


def _ready(state: SetupState, action: Ready) -> Iterator[Reason]:
    seat = state.asked
    yield from _judged(state, state.deck(seat))
    if state.impossible(seat) and state.on("kdh.simple.max_four_foreign"):
        pool, mine = state.pool(seat), state.companions[seat]
        others = sum(n for card, n in pool.items() if not state.terms.foreign(card, mine))
        most = decks.MOST_FOREIGN
        text = f"This pool makes no legal deck: {decks.amount(others, 'card')} that {'is' if others == 1 else 'are'} "
        text += f"not foreign and at most {most} foreign ones give {others + most} of the 9 that are needed."
        yield Reason("kdh.simple.max_four_foreign", text, hint="Draft again: redraft (ruling K19).")


def _redraft(state: SetupState, action: Redraft) -> Iterator[Reason]:
    if not any(state.impossible(seat) for seat in (state.asked,)):
        text = "Your pool makes a legal deck, so the draft stands."
        yield Reason("kdh.simple.until_exhausted", text)


_NOW = {
    "board": "the board is laid",
    "faction": "factions are chosen",
    "companions": "companions are chosen",
    "draft": "cards are drafted",
    "deck": "decks are made",
    "ready": "all is set up, the game can begin",
}
_BOARD = ("kdh.modular.place_board", "The board is laid before anything else is chosen.")
_DRAFT = ("kdh.simple.draw_two", "Cards are taken in the draft only.")
_DECK = ("kdh.deckbuilding.two_variants", "Decks are changed when the two basic decks and the pools are there.")
_CHECKS: dict[type[Action], tuple[tuple[str, ...], str, str, Any]] = {
    Reveal: (("board",), *_BOARD, _reveal),
    Lay: (("board",), *_BOARD, _lay),
    Finish: (("board",), *_BOARD, _finish),
    Faction: (("faction",), "kdh.setup.choose_faction", "Factions are chosen once.", _faction),
    Choose: (("companions",), "kdh.companions.fixed", "Companions stay the same from now on.", _companions),
    Take: (("draft",), *_DRAFT, _take),
    Add: (("deck",), *_DECK, _add),
    Remove: (("deck",), *_DECK, _remove),
    Ready: (("deck",), *_DECK, _ready),
    Redraft: (("deck",), *_DECK, _redraft),
}
"""Stages in which the action can be, rule and sentence for the others, and the rest of the judgement."""
