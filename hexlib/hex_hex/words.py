"""What a Hex carries and what it will do, in words: for pictures, lists beside the board and screen readers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.flight import destinations, onward
from hexlib.hex_hex.frames import COMMITTED, Entry, Hex
from hexlib.hex_hex.pieces import number

if TYPE_CHECKING:
    from hexlib.hex_hex.components import Card
    from hexlib.hex_hex.state import HexHexState
    from hexlib.hex_hex.views import HexHexView

__all__ = [
    "aims",
    "answer_text",
    "card_icon",
    "effect_icon",
    "effects",
    "joined",
    "stakes",
    "stakes_text",
    "statuses",
    "times",
    "titles",
    "tokens_text",
]

_TOKENS = {
    "rend": "effect_rend",
    "rot": "effect_rot",
    "double-and-thrice": "effect_double_thrice",
    "maddening-fixation": "effect_maddening",
    "maddening-compulsion-left": "effect_maddening",
    "maddening-compulsion-right": "effect_maddening",
    "behest-hex": "effect_behest",
}
_WAYS = {
    "left": "left",
    "right": "right",
    "across": "across",
    "any": "any",
    "most": "effect_maddening",
    "sender": "back",
    "both": "effect_double_thrice",
    "onward": "onward",
    "holder": "any",
}


def joined(parts: list[str] | tuple[str, ...]) -> str:
    """ "Ann", "Ann and Bob", "Ann, Bob and Cid"; empty for none."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def times(words: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Each word once, with how often it was there: ("Rot", "Double & Thrice x2")."""
    return tuple(w if k == 1 else f"{w} x{k}" for w, k in Counter(words).items())


def effect_icon(card: Card) -> str:
    """The token that a card with a dot leaves on the Hex."""
    if card.name in _TOKENS:
        return _TOKENS[card.name]
    if card.thrice:
        return "effect_double_thrice"
    if card.sting:
        return "effect_rot"
    if card.compel:
        return "effect_maddening"
    return "effect_rend" if card.loss else "effect_behest"


def card_icon(card: Card) -> str:
    """The sign of a card: its token, where it sends the Hex, or when it is played."""
    if card.token:
        return effect_icon(card)
    if card.race:
        return "hex"
    if card.before == "rotate":
        return "rotate"
    if card.challenge or card.cancel or card.dismiss or card.command or card.charm:
        return "counter"
    if card.scorch:
        return "sorcery"
    if card.detonate or card.moment == "hexed":
        return "hexed"
    if card.standing:
        return "standing"
    if card.moment == "dealt":
        return "dealt"
    return _WAYS.get(card.ways, "enhanced")


def titles(cards: tuple[str, ...], view: HexHexView) -> tuple[str, ...]:
    """The titles of known cards."""
    known = view.game.rules.cards
    return tuple(known[c].title if c in known else "a hidden card" for c in cards)


def tokens_text(view: HexHexView, h: Hex) -> str:
    """The tokens on a Hex in the order in which they came: "Rot, Double & Thrice x2"; empty for a plain one."""
    return ", ".join(times(titles(h.tokens, view)))


def stakes(view: HexHexView, h: Hex) -> tuple[int, int]:
    """What the Intended loses and what the sender gains if the Hex goes off now; both double in a tie-breaker."""
    rules = view.game.rules
    facts = rules.facts[h.tokens]
    twice = view.round > view.game.rounds and rules.on("hexhex.win.tie_doubled")
    factor = 2 if twice else 1
    return facts.loss * factor, facts.gain * factor


def stakes_text(view: HexHexView, h: Hex) -> str:
    """ "Bob -3, Ann +2"."""
    loss, gain = stakes(view, h)
    return f"{NAMES[h.holder]} -{loss}, {NAMES[h.sender]} +{gain}"


def effects(view: HexHexView, h: Hex) -> tuple[str, ...]:
    """What the Hex does, a sentence each: when it goes off, as it arrives, where it must go."""
    rules = view.game.rules
    loss, gain = stakes(view, h)
    who, sender = NAMES[h.holder], NAMES[h.sender]
    out = [f"If it goes off, {who} loses {number(loss)} and {sender} gains {gain}."]
    facts = rules.facts[h.tokens]
    if facts.sting:
        twice = view.round > view.game.rounds and rules.on("hexhex.win.tie_doubled")
        out.append(f"Whoever it comes to next loses {number(facts.sting * (2 if twice else 1))} at once.")
    if facts.compel == "most":
        out.append("It must go to the fullest hand, or it goes off.")
    elif facts.compel:
        out.append(f"It must go {facts.compel}, or it goes off.")
    if h.challenger >= 0:
        out.append(f"A Challenge: unless {who}'s next card sends it back to {NAMES[h.challenger]}, {who} loses Voice.")
    return tuple(out)


def aims(view: HexHexView, entry: Entry) -> tuple[tuple[int, int], ...]:
    """For each Hex that the card answers: its number and each player to whom it will go. Empty if none is known."""
    card = view.game.rules.cards[entry.other or entry.card]
    if card.dismiss or entry.target < -1 or not (card.ways or card.detonate):
        return ()
    # destinations() asks the state for its game, its laws and nothing that a view has not
    state = cast("HexHexState", view)
    out = []
    for h in view.hexes:
        if h.num in entry.hexes:
            if card.detonate:
                targets: tuple[int, ...] = (entry.target,)
            elif card.ways == "onward":
                targets = (onward(state, entry.seat, h),)
            else:
                targets = destinations(state, entry.seat, card, h, entry.target)
            out += [(h.num, t) for t in targets if t >= 0]
    return tuple(out)


def answer_text(view: HexHexView, entry: Entry) -> str:
    """ "Rot on #1, to Dee" of a card that lies ready."""
    cards = view.game.rules.cards
    what = cards[entry.card].title + (f" with {cards[entry.other].title}" if entry.other else "")
    to = joined(times([NAMES[t] for _, t in aims(view, entry)]))
    on = joined([f"#{n}" for n in entry.hexes])
    return f"{what} on {on}" + (f", to {to}" if to else "")


def statuses(view: HexHexView, seat: int) -> tuple[tuple[str, str], ...]:
    """What lies on a player besides cards and Hexes: an icon and words for each Standing Effect and the like."""
    rules = view.game.rules
    out = [
        ("standing", rules.cards[card].title + (f": {NAMES[who]}" if who >= 0 else ""))
        for card, who in view.standing[seat]
    ]
    kept = [NAMES[s] for s in range(rules.n) if view.charmed[seat] >> s & 1]
    if kept:
        out.append(("counter", f"Charm: not {joined(kept)}"))
    if view.command[seat] >= 0:
        out.append(("counter", f"Command: {NAMES[view.command[seat]]}"))
    if view.foretold >> seat & 1:
        out.append(("dealt", "Hand stacked"))
    if view.pox[seat]:
        out.append(("hexed", "Pox" + (f" x{view.pox[seat]}" if view.pox[seat] > 1 else "")))
    ready = [e for e in view.ready if e.seat == seat and e.stage == COMMITTED]
    out += [("card_back", f"Chosen: {joined(titles((e.card,), view))}") for e in ready]
    return tuple(out)
