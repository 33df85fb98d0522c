"""A Hex goes off: who loses, who gains, and the cards for that moment (Getting Hexed; Play Only When Hexed)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.frames import HEXED, OFF, PREMATURE, Frame, Hex
from hexlib.hex_hex.laws import avenge
from hexlib.hex_hex.pieces import Log, note, score
from hexlib.hex_hex.windows import useful

if TYPE_CHECKING:
    from hexlib.hex_hex.state import HexHexState

__all__ = ["go_off", "may_pass_over", "mirror", "settle", "when_hexed"]


def when_hexed(state: HexHexState, seat: int) -> list[str]:
    """The cards that a Hexed player may play now; one of them must be."""
    rules = state.game.rules
    if rules.hexed.isdisjoint(state.hand[seat]):
        return []
    return [c for c in dict.fromkeys(useful(state, seat)) if c in rules.hexed]


def may_pass_over(state: HexHexState, frame: Frame) -> bool:
    """Whether the player may keep the card for another Hex that goes off on them in this step (X92)."""
    seat: int = frame[1].holder
    rules = state.game.rules
    if not rules.on("hexhex.when_hexed.must_play"):
        return True
    coming = sum(f[0] == OFF and f[1].holder == seat for f in state.agenda)
    cards = sum(rules.cards[c].moment == "hexed" for c in useful(state, seat))
    return bool(coming >= cards)


def go_off(state: HexHexState, frame: Frame, log: Log) -> None:
    """The Hex leaves play; its victim may have a card for this."""
    _, h, sender, scorcher, points = frame
    state.agenda.pop()
    state.hexes = [x for x in state.hexes if x.num != h.num]
    rules = state.game.rules
    if log is not None:
        cited = ["hexhex.hexed.premature"] if scorcher >= 0 or points == PREMATURE else ["hexhex.hexed.when_unable"]
        if len(state.hexes):
            cited += ["hexhex.multi.hexed_each"]
        text = f"Hex #{h.num} goes off on {NAMES[h.holder]}: HEXED."
        cited.append("hexhex.multi.hexed_stays")
        note(log, "hexed", text, *cited, player=h.holder, hex=h.num, sender=sender, tokens=h.tokens)
    if (
        h.challenger >= 0
        and rules.on("hexhex.challenge.fail")
        and not (rules.reading["challenge_unable"] == "hexed" and scorcher < 0 and points != PREMATURE)
    ):
        cited_ = ("hexhex.challenge.fail", "hexhex.challenge.not_going_off")
        score(state, h.holder, -2, log, " for not sending the Challenge back", *cited_)
    if when_hexed(state, h.holder) and rules.on("hexhex.when_hexed.trigger"):
        state.agenda.append((HEXED, h, sender, scorcher, points))
    else:
        settle(state, h, sender, scorcher, points, "", log)


def mirror(state: HexHexState, seat: int, delta: int, log: Log) -> None:
    """Shackle: the named player loses or gains the same."""
    rules = state.game.rules
    for card, named in state.standing[seat]:
        if rules.cards[card].standing == "shackle" and delta and rules.on("hexhex.shackle.mirror"):
            why = f" with {NAMES[seat]}, by {rules.cards[card].title}"
            cited = ("hexhex.shackle.mirror", "hexhex.shackle.standing", "hexhex.faq.shackle_only_hexed")
            # The delta has been doubled already where it had to be.
            score(state, named, delta, log, why, *cited, fixed=True)


def settle(state: HexHexState, h: Hex, sender: int, scorcher: int, points: int, card: str, log: Log) -> None:
    """Voice for a Hex that went off, after the card that its victim played, if any."""
    rules, n = state.game.rules, state.game.rules.n
    broken = rules.broken
    facts = rules.facts[h.tokens]
    victim, loss, gain = h.holder, facts.loss, facts.gain
    by = rules.cards[card] if card else None
    why = f" for Hex #{h.num}"
    change = 0
    if by is not None and by.spares == "neighbours":
        both = ((victim + 1) % n, (victim - 1) % n)
        for s in both if "hexhex.divide_conquer.effect=left_only" not in broken else both[:1]:
            cited_ = ("hexhex.divide_conquer.effect", "hexhex.divide_conquer.only_targeting_hex")
            score(state, s, -loss, log, f" as {NAMES[victim]}'s neighbour", *cited_)
    elif by is not None and by.spares == "gain":
        count = state.tally[rules.counted.index(by.counts)]
        if "hexhex.right_is_might.effect=own" in broken:
            count = state.played[victim].count(by.counts)
        if rules.reading["right_is_might_count"] == "round-end":
            state.rights[victim] += 1
        else:
            title = rules.cards[by.counts].title
            why = f": {count} times {title} in this round"
            change = score(state, victim, count, log, why, "hexhex.right_is_might.effect")
            if log is not None and not count:
                text = f"No {title} was played in this round: {NAMES[victim]} neither loses nor gains."
                note(log, "spared", text, "hexhex.right_is_might.effect", player=victim)
    else:
        cited = ["hexhex.hexed.loss_one"]
        if h.tokens and log is not None:
            if any(rules.cards[t].thrice for t in h.tokens):
                cited.insert(0, "hexhex.double_thrice.loss")
            if any(rules.cards[t].loss for t in h.tokens):
                cited.insert(0, "hexhex.card.rend.effect")
        change = score(state, victim, -loss, log, why, *cited, "hexhex.setup.voice_changes")
        if by is not None and by.pox:
            state.pox[victim] += 1
            if not rules.on("hexhex.pox.count_at_round_end"):
                state.pox[victim] -= 1
                change += score(state, victim, -standing_effects(state), log, " by Pox", "hexhex.pox.effect")
    _sender_gains(state, h, sender, scorcher, gain, by is not None and by.spares == "gain", log)
    if scorcher >= 0 and points and rules.on("hexhex.scorch.gain_two"):
        score(state, scorcher, points, log, " for Scorch", "hexhex.scorch.gain_two", "hexhex.scorch.other_points")
    if change:
        mirror(state, victim, change, log)
        avenge(state, victim, change)


def _sender_gains(state: HexHexState, h: Hex, sender: int, scorcher: int, gain: int, spared: bool, log: Log) -> None:
    rules = state.game.rules
    if "hexhex.hexed.gain_one=caster" in rules.broken:
        sender = state.caster
    if spared and rules.reading["right_is_might_sender"] == "nothing":
        return
    if scorcher >= 0 and (rules.reading["scorch_points"] == "instead" or not rules.on("hexhex.scorch.other_points")):
        return
    cited = ["hexhex.hexed.gain_one"]
    if h.tokens and log is not None:
        if any(rules.cards[t].thrice for t in h.tokens):
            cited.insert(0, "hexhex.double_thrice.gain")
        if any(rules.cards[t].loss for t in h.tokens):
            cited.insert(0, "hexhex.hexed.extra_loss_no_extra_gain")
    score(state, sender, gain, log, f" as the sender of Hex #{h.num}", *cited)


def standing_effects(state: HexHexState) -> int:
    """How many Standing Effects are in play, enduring ones too."""
    return sum(map(len, state.standing))
