"""What comes after a set-up, and the same game once more: decks, board and companions stay, the piles are new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hexlib.game import State
from hexlib.knee_deep import deckfile
from hexlib.knee_deep.decks import VARIANTS, Box, Terms
from hexlib.knee_deep.opening_actions import FACTIONS
from hexlib.knee_deep.opening_state import SetupState
from hexlib.knee_deep.setup import usual_deck
from hexlib.knee_deep.state import MULLIGAN, KneeDeepState
from hexlib.sequel import Blank, Follow, Sequel, SequelError

if TYPE_CHECKING:
    from hexlib.knee_deep.game import KneeDeep
    from hexlib.knee_deep.opening import KneeDeepSetup

__all__ = ["Begin", "again", "blanks", "bring", "follow", "sequel"]


@dataclass(frozen=True)
class Begin(Sequel):
    """The game that a complete set-up leads to."""

    state: SetupState | None = None

    def begin(self, choices: Mapping[str, str], seed: int) -> Follow:
        """The game: whoever chose Bukseon takes seat 0, whoever chose Gondwana seat 1."""
        assert self.state is not None
        seats = tuple(self.state.factions.index(faction) for faction in FACTIONS)
        return follow(self.state.begin(seed), seed, seats)


def sequel(game: KneeDeepSetup, state: State) -> Begin | None:
    """The way from a complete set-up into the game; ``None`` before that."""
    assert isinstance(state, SetupState)
    if state.stage != "ready":
        return None
    plays = " and ".join(f"{name} plays {faction}" for name, faction in zip(game.seats, state.factions, strict=True))
    return Begin("Begin the game", f"{plays}. {game.seats[state.first]} has the first turn.", state=state)


def follow(state: KneeDeepState, seed: int, seats: tuple[int, ...]) -> Follow:
    """A game that begins with that state, as a record has it."""
    game = state.game
    options = {name: "+".join(pair) for name, pair in zip(("bukseon", "gondwana"), _in_order(game), strict=True)}
    options |= {"deck": game.deck, "board": game.board}
    return Follow(game, seed, seats, options, dict(state.position()))


def _in_order(game: KneeDeep) -> tuple[tuple[str, ...], ...]:
    """The companions of both sides in the order of the box, as the options name them."""
    order = list(game.cards.companions)
    return tuple(tuple(sorted(pair, key=order.index)) for pair in game.companions)


def again(game: KneeDeep, start: KneeDeepState, seed: int) -> Follow | None:
    """The same decks, shuffled anew, and chance says who begins; ``None`` if the play began in the middle of a game."""
    if start.phase != MULLIGAN or game.deck not in VARIANTS:
        return None
    decks = (dict(Counter(start.decks.cards[0])), dict(Counter(start.decks.cards[1])))
    new = game.new_initial_state(seed, decks=decks, terrain=start.land.terrain)
    return follow(new, seed, (0, 1))


def blanks(game: KneeDeep) -> tuple[Blank, ...]:
    """A text for each side."""
    hint = "the text of a deck; empty: the usual one"
    return tuple(Blank(name.lower(), f"{name}'s own deck", "long", hint=hint) for name in game.seats)


def bring(game: KneeDeep, texts: Mapping[str, str], seed: int) -> Follow:
    """A game with decks of one's own; a side without a text has the usual deck of that way to make them.

    Raises:
        SequelError: a text is not a deck, or one that may not be played, with the line or every reason.
    """
    terms = Terms(Box(game.cards.cards, game.cards.companions), game.rulings)
    problems: dict[str, str] = {}
    found: dict[int, deckfile.DeckList] = {}
    for seat, blank in enumerate(blanks(game)):
        text = texts.get(blank.name, "").strip()
        try:
            deck = deckfile.loads(text + "\n", terms) if text else None
        except deckfile.DeckError as error:
            problems[blank.name] = str(error)
            continue
        if deck is None:
            continue
        faction = game.cards.companions[deck.companions[0]].faction
        reasons = deck.explain(terms)
        if faction != game.seats[seat]:
            problems[blank.name] = f"this is a deck of {faction}; it belongs into the other box"
        elif reasons:
            problems[blank.name] = "it may not be played: " + " ".join(map(str, reasons))
        else:
            found[seat] = deck
    ways = {deck.variant for deck in found.values()}
    if not problems and len(ways) > 1:
        problems[blanks(game)[0].name] = f"one deck is {' and the other '.join(sorted(ways))}; both are made in one way"
    if problems:
        raise SequelError(problems)
    pairs = [found[seat].companions if seat in found else game.companions[seat] for seat in (0, 1)]
    made = replace(game, companions=(pairs[0], pairs[1]), deck=next(iter(ways), game.deck))
    decks = [found[seat].cards if seat in found else usual_deck(made, made.companions[seat]) for seat in (0, 1)]
    try:
        return follow(made.new_initial_state(seed, decks=(decks[0], decks[1])), seed, (0, 1))
    except ValueError as error:
        raise SequelError({blanks(game)[0].name: str(error)}) from None
