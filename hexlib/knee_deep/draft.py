"""The course of the set-up: what each action does, and what follows by itself. The draft of the simple variant is here.

Every function takes ``log``: a list that receives the events, or None for the fast door.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexlib.game import Action, Event, Rng
from hexlib.knee_deep import modular
from hexlib.knee_deep.board import FIELDS
from hexlib.knee_deep.components import TERRAIN_NAMES, UNITS
from hexlib.knee_deep.decks import AUTHORITY, DECK_SIZE, listed
from hexlib.knee_deep.opening_actions import (
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
from hexlib.knee_deep.opening_state import EMPTY

if TYPE_CHECKING:
    from hexlib.knee_deep.opening_state import SetupState

__all__ = ["begin_board", "begin_deck", "begin_draft", "begin_factions", "do"]

Log = list[Event] | None


def note(log: Log, kind: str, text: str, *rules: str, seen_by: int | None = None, **data: Any) -> None:
    """Add an event to the log; ``seen_by`` is the one seat that may know it, None for everybody."""
    if log is not None:
        log.append(Event(kind, text, rules, tuple(data.items()), None if seen_by is None else frozenset({seen_by})))


def do(state: SetupState, action: Action, log: Log) -> None:
    """Do a legal action."""
    _DO[type(action)](state, action, log)


# -- the modular board -------------------------------------------------------------------------------------------------


def begin_board(state: SetupState, log: Log) -> None:
    """The board lies on the table, the terrain cards are shuffled (Setting Up a Modular Board)."""
    state.stage = "board"
    state.asked = state.first
    rng = Rng(state.rng)
    state.cards = tuple(rng.shuffled(modular.TERRAIN_CARDS))
    if not state.on("kdh.modular.shuffle_cards"):
        state.cards = tuple(modular.TERRAIN_CARDS)
    state.rng = rng.state
    note(
        log,
        "board.place",
        "The board lies on the table, a pair of resource trackers before each player.",
        "kdh.modular.place_board",
        "kdh.board.parts",
    )
    text = f"The {len(state.cards)} terrain cards are shuffled into a pile, face down."
    note(log, "board.shuffle", text, "kdh.modular.shuffle_cards", "kdh.components.terrain_cards")


def _reveal(state: SetupState, action: Reveal, log: Log) -> None:
    state.open_card, state.cards = state.cards[0], state.cards[1:]
    card = modular.TERRAIN_CARDS[state.open_card]
    text = f"{card.title} is turned up: {card.text}."
    note(log, "board.card", text, "kdh.modular.reveal_first", "kdh.modular.mirrored_sector", card=card.name)


def _lay(state: SetupState, action: Lay, log: Log) -> None:
    game = state.game
    terrain = list(state.terrain)
    placed = modular.tokens(state.open_card, action.sector, game.rulings, game.broken)
    for f, kind in placed:
        terrain[f] = kind
    state.terrain = tuple(terrain)
    state.spare -= len(placed)
    title = modular.TERRAIN_CARDS[state.open_card].title
    state.laid = (*state.laid, (action.sector, state.open_card))
    state.open_card = ""
    named = ", ".join(f"{TERRAIN_NAMES[kind]} on {FIELDS[f]}" for f, kind in placed)
    note(
        log,
        "board.lay",
        f"{title} is laid in {action.sector}, and in {modular.opposite(action.sector)} opposite: {named}.",
        "kdh.modular.orientation",
        "kdh.modular.mirrored_sector",
        "kdh.modular.order",
        sector=action.sector,
        fields=tuple(FIELDS[f] for f, _ in placed),
    )


def _finish(state: SetupState, action: Finish, log: Log) -> None:
    left = len(state.cards)
    if state.on("kdh.modular.return_cards"):
        state.cards = ()
        what = f"{left} terrain cards go back into the box." if left else "No terrain card is left."
        note(log, "board.cards", what, "kdh.modular.return_cards", number=left)
    if not state.on("kdh.modular.leftover_tokens"):
        state.spare = 0
    note(
        log,
        "board.tokens",
        f"{state.spare} terrain tokens are set aside; cards may bring them into play.",
        "kdh.modular.leftover_tokens",
        "kdh.modular.leftover_tokens_by_card",
        number=state.spare,
    )
    begin_factions(state, log)


# -- factions and companions -------------------------------------------------------------------------------------------


def begin_factions(state: SetupState, log: Log) -> None:
    """Every player chooses a faction (Choose a Faction and Two Companions)."""
    state.stage = "faction"
    state.asked = state.first


def _faction(state: SetupState, action: Faction, log: Log) -> None:
    seat = state.asked
    state.factions[seat] = action.name
    colour = "blue" if action.name == "Bukseon" else "orange"
    text = f"{state.game.seats[seat]} chooses {action.name}, {colour}."
    note(
        log, "faction", text, "kdh.setup.choose_faction", "kdh.setup.faction_colours", player=seat, faction=action.name
    )
    if seat == state.first:
        state.asked = 1 - seat
    else:
        state.stage = "companions"
        state.asked = state.first


def _companions(state: SetupState, action: Choose, log: Log) -> None:
    seat = state.asked
    name = state.game.seats[seat]
    changed = bool(state.companions[seat])
    state.companions[seat] = action.names
    base = state.box.base(action.names)
    state.decks[seat] = tuple(card for card, n in base.items() for _ in range(n))
    known = [state.box.companions[c] for c in action.names]
    titles = " and ".join(c.title for c in known)
    note(
        log,
        "companions",
        f"{name} lays {titles} on the table, face up.",
        "kdh.setup.two_companions",
        "kdh.setup.companions_face_up",
        "kdh.setup.one_card_per_companion",
        player=seat,
    )
    note(
        log,
        "deck.base",
        f"{name}'s basic deck: the {sum(base.values())} cards with the signs of the two companions.",
        "kdh.deckbuilding.start_with_16",
        "kdh.companions.symbol_matching",
        "kdh.companions.eight_cards",
        player=seat,
    )
    health = state.game.hq_health(action.names)
    text = f"{name}'s HQ has {health} health."
    note(log, "hq", text, "kdh.companions.hq_hp", player=seat, health=health)
    if changed:
        return
    if seat == state.first:
        state.asked = 1 - seat
    elif state.variant == "simple":
        begin_draft(state, log)
    else:
        begin_deck(state, log)


# -- the draft ---------------------------------------------------------------------------------------------------------


def begin_draft(state: SetupState, log: Log) -> None:
    """All remaining cards of the box become one pile (Simple Deck Building)."""
    state.stage = "draft"
    state.pools = [EMPTY, EMPTY]
    rng = Rng(state.rng)
    left = state.box.remaining(*state.companions)
    state.pile = tuple(rng.shuffled(card for card, n in left.items() for _ in range(n)))
    state.rng = rng.state
    text = f"The {len(state.pile)} remaining cards of the box are shuffled into one pile."
    note(log, "draft.shuffle", text, "kdh.simple.pool_shuffle", "kdh.simple.one_copy", number=len(state.pile))
    state.asked = state.first
    draw_two(state, log)


def draw_two(state: SetupState, log: Log) -> None:
    """The drafter draws two cards and looks at them."""
    number = 2 if state.on("kdh.simple.draw_two") else 3
    state.drawn, state.pile = state.pile[:number], state.pile[number:]
    name = state.game.seats[state.asked]
    note(log, "draft.draw", f"{name} draws {len(state.drawn)} cards.", "kdh.simple.draw_two", player=state.asked)
    titles = " and ".join(state.box.cards[card].title for card in state.drawn)
    note(log, "draft.cards", f"{name} has drawn {titles}.", seen_by=state.asked, cards=state.drawn)


def _take(state: SetupState, action: Take, log: Log) -> None:
    seat, other = state.asked, 1 - state.asked
    names, cards = state.game.seats, state.box.cards
    rest = list(state.drawn)
    rest.remove(action.card)
    kept, given, dealt = state.pools[seat]
    shared = state.on("kdh.simple.one_for_each")
    state.pools[seat] = ((*kept, action.card, *(() if shared else rest)), given, dealt)
    state.drawn = ()
    note(
        log,
        "draft.take",
        f"{names[seat]} puts one card face down into the own pool and one into {names[other]}'s.",
        "kdh.simple.one_for_each",
        "kdh.simple.pools_facedown",
        player=seat,
    )
    note(log, "draft.kept", f"{names[seat]} keeps {cards[action.card].title}.", seen_by=seat, card=action.card)
    for card in rest if shared else ():
        kept, given, dealt = state.pools[other]
        state.pools[other] = (kept, (*given, card), dealt)
        note(log, "draft.given", f"{names[seat]} gives {cards[card].title} away.", seen_by=seat, card=card)
        note(log, "draft.got", f"{names[other]} gets {cards[card].title}.", seen_by=other, card=card)
    over = len(state.pile) < (4 if seat != state.first else 2)
    if over or (not state.on("kdh.simple.until_exhausted") and seat != state.first):
        _end_draft(state, log)
    else:
        state.asked = other
        draw_two(state, log)


def _end_draft(state: SetupState, log: Log) -> None:
    """The pile cannot give another round; what is left of it is dealt or laid away (ruling K14)."""
    names = state.game.seats
    left, state.pile = state.pile, ()
    if state.game.rulings["draft_leftover"] == "dealt" and state.on("kdh.simple.until_exhausted"):
        for i, card in enumerate(left):
            seat = state.first ^ (i & 1)
            kept, given, dealt = state.pools[seat]
            state.pools[seat] = (kept, given, (*dealt, card))
            text = f"{names[seat]} gets {state.box.cards[card].title} unseen."
            note(log, "draft.dealt", text, seen_by=seat, card=card)
        what = f"The last {len(left)} cards are dealt unseen" if left else "No card is left"
    else:
        what = f"The last {len(left)} cards are laid away"
    sizes = [sum(map(len, pool)) for pool in state.pools]
    text = f"{what}. The draft is over: {names[0]}'s pool has {sizes[0]} cards, {names[1]}'s {sizes[1]}."
    note(log, "draft.over", text, "kdh.simple.until_exhausted", sizes=tuple(sizes), left=len(left))
    begin_deck(state, log)


def _redraft(state: SetupState, action: Redraft, log: Log) -> None:
    for seat in (0, 1):
        base = state.box.base(state.companions[seat])
        state.decks[seat] = tuple(card for card, n in base.items() for _ in range(n))
    state.ready = [False, False]
    note(log, "draft.again", "One pool allows no legal deck, so all cards are drafted anew.", "kdh.simple.pool_shuffle")
    begin_draft(state, log)


# -- the decks ---------------------------------------------------------------------------------------------------------


def begin_deck(state: SetupState, log: Log) -> None:
    """The decks are made: at once in a casual game, card by card in the variants."""
    state.stage = "deck"
    state.asked = state.first
    state.added = 0
    if state.variant == "casual":
        nine = state.box.neutral_set()
        for seat in (0, 1):
            state.decks[seat] = sort_deck(state, (*state.decks[seat], *(c for c, n in nine.items() for _ in range(n))))
        note(
            log,
            "deck.casual",
            f"Each player adds the same nine neutral cards: {listed(nine, state.box.cards)}.",
            "kdh.casual.base_deck",
            "kdh.casual.nine_neutral",
            "kdh.casual.identical_neutrals",
            "kdh.casual.six_war",
            "kdh.casual.three_action",
            "kdh.casual.deck_size",
        )
        _supply(state, log)
    elif state.variant == "simple":
        text = "Each player adds nine cards of the own pool to the 16 of the basic deck."
        note(log, "deck.begin", text, "kdh.simple.deck_composition", "kdh.deckbuilding.two_variants")
    else:
        text = f"Each player has {AUTHORITY} authority points and two boxes to choose from."
        note(
            log,
            "deck.begin",
            text,
            "kdh.authority.eight_each",
            "kdh.advanced.two_copies_required",
            "kdh.advanced.entire_pool",
            "kdh.deckbuilding.two_variants",
        )


def sort_deck(state: SetupState, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards in the order of the set."""
    order = {name: i for i, name in enumerate(state.box.cards)}
    return tuple(sorted(cards, key=order.__getitem__))


def _add(state: SetupState, action: Add, log: Log) -> None:
    seat = state.asked
    mine = state.companions[seat]
    number = 1
    if not state.on("kdh.deckbuilding.single_copies"):  # the double comes along, if there is one
        number = min(2, state.pool(seat).get(action.card, 0) - state.extra(seat).get(action.card, 0))
    before = state.authority(seat)
    state.decks[seat] = sort_deck(state, (*state.decks[seat], *[action.card] * number))
    state.added += 1
    card = state.box.cards[action.card]
    size = len(state.decks[seat])
    cited = ["kdh.deckbuilding.single_copies", "kdh.deckbuilding.fill_to_25"]
    text = f"{state.game.seats[seat]} adds {card.title}"
    if state.variant == "simple":
        cited.insert(0, "kdh.simple.deck_composition")
        if state.terms.foreign(action.card, mine):
            cited += ["kdh.simple.foreign_definition", "kdh.simple.max_four_foreign"]
            text += f", foreign card number {state.foreign(seat)}"
    else:
        paid = state.authority(seat) - before
        cited.insert(0, "kdh.advanced.authority_purchase")
        if card.owner == "neutral":
            cited.insert(0, "kdh.advanced.neutral_free")
        if state.terms.foreign(action.card, mine):
            cited += ["kdh.advanced.foreign_definition", "kdh.authority.card_cost_range"]
            cited += ["kdh.authority.individual_purchase", "kdh.authority.cost_location"]
        text += f" for {paid} authority, {AUTHORITY - state.authority(seat)} left" if paid else " for nothing"
    note(log, "deck.add", f"{text}: {size} of {DECK_SIZE}.", *cited, seen_by=seat, card=action.card, size=size)


def _remove(state: SetupState, action: Remove, log: Log) -> None:
    seat = state.asked
    deck = list(state.decks[seat])
    deck.remove(action.card)
    state.decks[seat] = tuple(deck)
    state.added += 1
    title = state.box.cards[action.card].title
    text = f"{state.game.seats[seat]} takes {title} out again: {len(deck)} of {DECK_SIZE}."
    note(log, "deck.remove", text, "kdh.deckbuilding.fill_to_25", seen_by=seat, card=action.card, size=len(deck))


def _ready(state: SetupState, action: Ready, log: Log) -> None:
    seat = state.asked
    state.ready[seat] = True
    state.added = 0
    if state.variant == "simple":
        cited = ("kdh.simple.exactly_25", "kdh.simple.deck_composition", "kdh.deckbuilding.fill_to_25")
    else:
        cited = ("kdh.advanced.exactly_25", "kdh.advanced.authority_purchase", "kdh.deckbuilding.fill_to_25")
    text = f"{state.game.seats[seat]}'s deck is made: {len(state.decks[seat])} cards."
    note(log, "deck.ready", text, *cited, player=seat, size=len(state.decks[seat]))
    if all(state.ready):
        _supply(state, log)
    else:
        state.asked, state.added = 1 - seat, 0


def _supply(state: SetupState, log: Log) -> None:
    """Supply, marker, draw pile and room for a discard pile: all is ready (Set Up the Supply)."""
    rules = [rule for unit in UNITS for rule in unit.rules if rule.startswith("kdh.supply.")]
    pieces = ", ".join(f"{u.supply} {u.title}" for u in UNITS)
    note(log, "supply", f"Each player takes {pieces} and a war zone marker.", *rules, "kdh.supply.marker")
    note(
        log,
        "deck.shuffle",
        "Each player shuffles the deck and lays it face down: the draw pile, with room for a discard pile beside it.",
        "kdh.casual.shuffle_facedown",
        "kdh.casual.draw_pile_term",
        "kdh.casual.discard_pile",
    )
    state.ready = [True, True]
    state.stage = "ready"


_DO: dict[type[Action], Any] = {
    Reveal: _reveal,
    Lay: _lay,
    Finish: _finish,
    Faction: _faction,
    Choose: _companions,
    Take: _take,
    Redraft: _redraft,
    Add: _add,
    Remove: _remove,
    Ready: _ready,
}
