"""What stands beside the table as lists: the Hexes in play, who may act now, the round, the laws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.game import Line, Panel, Pick
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.frames import ARRIVE, CARD, COMMITTED, HEXCARD, PHASES, WINDOWS
from hexlib.hex_hex.options import ANY, ARRIVAL, RACE, REACTION
from hexlib.hex_hex.pieces import number
from hexlib.hex_hex.words import answer_text, effects, joined, titles, tokens_text

if TYPE_CHECKING:
    from hexlib.hex_hex.views import HexHexView

__all__ = ["panels"]

_OPEN = {
    "arrive": "A Hex has arrived. Before the Intended answers, a card may be played out of turn.",
    "react": "Cards have been turned up. They may be cancelled before they work.",
    "card": "A card has been played out of turn. It may be cancelled before it works.",
    "hexcard": "A card has been played for being Hexed. It may be cancelled before it works.",
}
_USE = {"arrive": ARRIVAL | ANY | RACE, "react": REACTION | RACE, "card": REACTION | RACE, "hexcard": REACTION}


def panels(view: HexHexView) -> tuple[Panel, ...]:
    """The lists that this view may show."""
    found = (_hexes(view), _now(view), _round(view), _laws(view))
    return tuple(p for p in found if p is not None)


def _hexes(view: HexHexView) -> Panel | None:
    """Every Hex: from whom to whom, what it carries, what it will do, and the card that lies ready for it."""
    if view.phase == "over":
        return None
    lines = []
    for h in view.hexes:
        carried = tokens_text(view, h)
        text = f"{NAMES[h.sender]} to {NAMES[h.holder]}" if h.sender != h.holder else f"before {NAMES[h.holder]}"
        notes = [f"Carries {carried}."] if carried else []
        notes += effects(view, h)
        for e in view.ready:
            if h.num in e.hexes:
                verb = "has chosen" if e.stage == COMMITTED else "answers with"
                notes.append(f"{NAMES[e.seat]} {verb} {answer_text(view, e)}.")
        rules = ["hexhex.hexed.loss_one", "hexhex.hexed.gain_one"]
        for card in dict.fromkeys(h.tokens):
            rules += [r for r in view.game.rules.cards[card].rules if r not in rules]
        pick = Pick("field", f"#{h.num}", f"Hex #{h.num}")
        lines.append(Line(f"#{h.num}", text, "hex", h.holder, tuple(notes), tuple(rules), pick))
    foot = ""
    if len(view.hexes) > 1:
        foot = "Every Hex is answered with a card of its own, and all Hexes move at the same time."
    elif not view.hexes:
        foot = "No Hex is in play."
    return Panel("list", "Hexes", tuple(lines), foot)


def _now(view: HexHexView) -> Panel | None:
    """Who may act now, as everybody at the table may know it; beside the viewer's own name, with which cards."""
    if PHASES.index(view.phase) in WINDOWS:
        return _window(view)
    if view.phase == "answer" and view.hexes:
        lines = []
        turned = {num for e in view.ready if e.stage != COMMITTED for num in e.hexes}.union(view.lost)
        for s in view.answering:
            held = [f"#{h.num}" for h in view.hexes if h.holder == s and h.num not in turned]
            text = f"answers Hex {joined(held)}" + (", a card for each" if len(held) > 1 else "")
            own = [e for e in view.ready if e.seat == s and e.stage == COMMITTED]
            notes = tuple(f"Chosen: {answer_text(view, e)}." for e in own)
            rules = ("hexhex.multi.ready_cards",) if len(view.hexes) > 1 else ("hexhex.phrase.when_intended",)
            lines.append(Line(NAMES[s], text, "intended", s, notes, rules))
        foot = "Everybody chooses unseen; then all cards are turned up." if len(view.answering) > 1 else ""
        return Panel("list", "Who answers", tuple(lines), foot)
    if view.phase == "race":
        foot = "Drop your cards and do what the card says. The last one is Hexed."
        return Panel("list", "HEX HEX", (), foot)
    return None


def _window(view: HexHexView) -> Panel:
    frame = view.agenda[-1]
    kind = frame[0]
    cards = view.game.rules.cards
    player = frame[1] if kind in (CARD, HEXCARD) else -1
    lines = []
    if kind in (CARD, HEXCARD) and frame[2] in cards:
        text = f"has played {cards[frame[2]].title}"
        if kind == CARD and frame[3] >= 0:
            text += f" on {NAMES[frame[3]]}" + (f", naming {frame[4]}" if frame[4] else "")
        lines.append(Line(NAMES[player], text, "caster", player, (), cards[frame[2]].rules))
    for e in view.ready:
        if e.stage != COMMITTED and kind not in (ARRIVE, HEXCARD):
            lines.append(Line(NAMES[e.seat], f"plays {answer_text(view, e)}", "card_back", e.seat))
    maddened = {h.holder for h in view.hexes if h.tokens and view.game.rules.facts[h.tokens].compel}
    able = [s for s in range(view.game.rules.n) if s != player and view.hands[s] and s not in maddened]
    rules = ("hexhex.phrase.out_of_turn",)
    if view.seat in able:
        s = view.seat
        flags = view.game.rules.flags
        hand = view.hands[s][:1] if view.foretold >> s & 1 else view.hands[s]
        fit = tuple(dict.fromkeys(c for c in hand if flags[(c,)] & _USE[view.phase]))
        note = f"You could use {joined(titles(fit, view))}." if fit else "You hold nothing for this moment."
        lines.append(
            Line(
                NAMES[s], f"may react, with {number(len(view.hands[s]), 'card')} in hand", "counter", s, (note,), rules
            )
        )
    others = [s for s in able if s != view.seat]
    if others:
        counts = [str(len(view.hands[s])) for s in others]
        held = f"{joined(counts)} card{'' if counts == ['1'] else 's'} in hand"
        lines.append(Line(joined([NAMES[s] for s in others]), f"may react, with {held}", "counter", -1, (), rules))
    foot = _OPEN[view.phase]
    if maddened and not able:
        foot += " Nobody can."
    return Panel("list", "Who may react", tuple(lines), foot)


def _round(view: HexHexView) -> Panel:
    """How far the game is, and what this round has cost and brought."""
    names = view.game.seats
    lines = []
    for s, name in enumerate(names):
        change = view.voice[s] - view.start_voice[s]
        deals = s == view.dealer and view.phase != "least"
        marks = [w for w, there in (("deals", deals), ("casts", s == view.caster)) if there]
        text = number(view.voice[s]) + (f", {change:+d} in this round" if change else "")
        icon = "dealer" if s == view.dealer else "caster" if s == view.caster else "bead"
        notes = (f"{name} {joined(marks)} in this round.",) if marks else ()
        if change or marks or view.phase == "over":  # everybody's Voice stands in the score strip and in the picture
            lines.append(Line(name, text, icon, s, notes))
    title = f"Round {view.round} of {view.game.rounds}"
    foot = "Then the deal goes on to the left."
    if view.phase == "over":
        title, foot = "The game is over", f"{names[view.winner]} has the last word and lays down a law."
    elif view.round > view.game.rounds:
        title, foot = "Tie-breaker", "All losses and gains of Voice are doubled."
    elif view.round == view.game.rounds:
        title, foot = "The last round", "Whoever has most Voice after it wins; a tie is broken by another round."
    elif view.round == view.game.rounds - 1:
        foot = "Then comes the last round: the player with least Voice casts and selects the dealer."
    return Panel("list", title, tuple(lines), foot)


def _laws(view: HexHexView) -> Panel | None:
    if not view.laws:
        return None
    lines = []
    for law in view.laws:
        if law.patch:
            notes: tuple[str, ...] = ("The engine keeps it.",)
            if law.penalty != "none":
                notes = (f"The engine keeps it. Getting it wrong costs {law.penalty}.",)
        elif law.penalty == "none":
            notes = ("People keep it.",)
        else:
            notes = (f"People keep it. A violation costs {law.penalty}.",)
        lines.append(Line(law.name.replace("-", " ").capitalize(), law.text, "authority", -1, notes, law.rules))
    return Panel("list", "Laws in force", tuple(lines), "Laws add up from game to game.")
