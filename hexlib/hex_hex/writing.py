"""Positions as records write them; ``setup.py`` reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.frames import (
    ARRIVE,
    BY_COMMAND,
    CARD,
    HEXCARD,
    HEXED,
    KEEP,
    LEAST,
    OFF,
    OPPOSITE,
    PHASES,
    RACE,
    REACT,
    REVENGE,
    SHOW,
    STACK,
    Entry,
    Frame,
    Hex,
)  # fmt: skip
from hexlib.hex_hex.laws import SAMPLES, Law

if TYPE_CHECKING:
    from hexlib.hex_hex.state import HexHexState

__all__ = ["STAGES", "WAYS", "dump_position", "hex_text"]

STAGES = ("unseen", "open", "safe", "done")
WAYS = {1: "left", -1: "right", 0: "across"}


def hex_text(h: Hex, n: int) -> str:
    """ "#1 Ann > Bob rot": number, sender, Intended, tokens, and what is unusual about it."""
    out = [f"#{h.num}", NAMES[h.sender], ">", NAMES[h.holder], *h.tokens]
    if h.challenger >= 0:
        out.append("challenged" if h.challenger == h.sender else f"challenged-by-{NAMES[h.challenger]}")
    step = (h.holder - h.sender) % n
    usual = 1 if step == 1 else -1 if step == n - 1 else 0
    if h.way != usual:
        out.append(WAYS[h.way])
    return " ".join(out)


def _names(mask: int, n: int) -> str:
    return ",".join(NAMES[s] for s in range(n) if mask >> s & 1) or "-"


def _name(seat: int) -> str:
    return NAMES[seat] if seat >= 0 else "-"


def _frame_text(frame: Frame, n: int) -> str:
    kind, rest = frame[0], frame[1:]
    out = [PHASES[kind]]
    if kind in (ARRIVE, REACT):
        out.append(_names(rest[0], n))
    elif kind == CARD:
        seat, card, on, word, num, mask = rest
        out += [_name(seat), card, _name(on), word or "-", str(num), _names(mask, n)]
    elif kind == HEXCARD:
        seat, card, h, sender, scorcher, points, mask = rest
        out += [_name(seat), card, _flat(h, n), _name(sender), _name(scorcher), str(points), _names(mask, n)]
    elif kind in (OFF, HEXED):
        h, sender, scorcher, points = rest
        out += [_flat(h, n), _name(sender), _name(scorcher), str(points)]
    elif kind == SHOW:
        on, word, scorcher, points, num = rest
        out += [_name(on), word, _name(scorcher), str(points), str(num)]
    elif kind in (RACE, STACK):
        out += [_name(rest[0]), rest[1]]
    elif kind == OPPOSITE:
        out += [_name(rest[0]), rest[1], _name(rest[2])]
    elif kind in (KEEP, LEAST):
        out.append(_name(rest[0]))
    elif kind == REVENGE:
        out += [_name(rest[0]), str(rest[1])]
    return " ".join(out)


def _flat(h: Hex, n: int) -> str:
    return hex_text(h, n).replace(" ", "/")


def _entry_text(e: Entry) -> str:
    out = [STAGES[e.stage], NAMES[e.seat], e.card, e.other or "-", ",".join(f"#{x}" for x in e.hexes) or "-"]
    out.append("by-command" if e.target == BY_COMMAND else _name(e.target))
    return " ".join([*out, _name(e.owner), _name(e.chooser)])


def dump_position(state: HexHexState) -> dict[str, Any]:
    """The whole state; ``read_position`` of it gives an equal one."""
    n = state.game.rules.n
    out: dict[str, Any] = {
        "round": state.round,
        "first_dealer": NAMES[state.first_dealer],
        "dealer": NAMES[state.dealer],
        "caster": NAMES[state.caster],
        "passer": NAMES[state.passer],
        "hexes": [hex_text(h, n) for h in state.hexes],
        "next_hex": state.next_hex,
        "step_from": state.step_from,
        "deck": state.deck[::-1],
        "discard": list(state.discard),
        "buried": list(state.buried),
        "seed": state.rng,
        "agenda": [_frame_text(f, n) for f in state.agenda],
        "ready": [_entry_text(e) for e in state.ready],
        "asked": NAMES[state.asked],
        "lost": list(state.lost),
        "tally": list(state.tally),
        "winner": _name(state.winner),
    }
    if state.laws:
        out["laws"] = [_law_value(law) for law in state.laws]
    for s in range(n):
        out[NAMES[s]] = {
            "voice": state.voice[s],
            "start_voice": state.start_voice[s],
            "hand": list(state.hand[s]),
            "played": list(state.played[s]),
            "spent": list(state.spent[s]),
            "down": list(state.down[s]),
            "standing": [c if w < 0 else f"{c} > {NAMES[w]}" for c, w in state.standing[s]],
            "charmed_by": [NAMES[t] for t in range(n) if state.charmed[s] >> t & 1],
            "commanded_by": _name(state.command[s]),
            "firsts": state.firsts[s],
            "foretold": bool(state.foretold >> s & 1),
            "borrowed": [f"{c} < {NAMES[w]}" for c, w in state.borrowed[s]],
            "lent": list(state.lent[s]),
            "pox": state.pox[s],
            "rights": state.rights[s],
        }
        if state.granted[s]:
            out[NAMES[s]]["by_law"] = list(state.granted[s])
    return out


def _law_value(law: Law) -> str | dict[str, Any]:
    if law.name in SAMPLES:
        return law.name
    text, _, words = law.text.partition(" Penalty: ")
    out: dict[str, Any] = {"name": law.name, "text": text, "voice": law.voice, "cards": law.cards}
    if words:
        out["penalty"] = words
    return out
