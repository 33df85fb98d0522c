"""For every switch a situation in which its readings differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlib.rules import Rulebook

from .helpers import ACROSS, LEFT, RIGHT, do, game, table, voices

BOOK = Rulebook.load("hex_hex")


def each(
    name: str, *hexes: str, acts: dict[str, tuple[str, ...]] | tuple[str, ...] = (), players: int = 4, **parts: Any
) -> dict[str, str]:
    """The Voice at the end under each reading, with cards of both sets."""
    out = {}
    for reading, _ in BOOK.rulings[name].readings:
        made = game(players=players, rulings={name: reading, **({} if name == "cards" else {"cards": "both"})})
        state = table(*hexes, made=made, **parts)
        do(state, *(acts[reading] if isinstance(acts, dict) else acts))
        out[reading] = voices(state)
    return out


def test_every_switch_has_a_test_here() -> None:
    source = Path(__file__).read_text("utf-8")
    missing = [r.name for r in BOOK.rulings.values() if r.kind != "note" and f'"{r.name}"' not in source]
    assert not missing


def test_defaults_and_mistakes() -> None:
    assert game().rulings["double_twice"] == "add"
    assert game(players=6).num_players == 6
    for wrong in ({"players": 2}, {"players": 7}, {"players": "four"}, {"double_twice": "nine"}, {"dubble": "add"}):
        with pytest.raises(ValueError, match="ruling"):
            game(rulings=wrong)
    with pytest.raises(ValueError, match="did you mean 'double_twice'"):
        game(rulings={"double_twise": "add"})


def test_players_and_hand_size() -> None:
    made = game(rulings={"players": 5, "hand_size": 3})
    state = made.new_initial_state(1)
    assert made.seats == ("Ann", "Bob", "Cid", "Dee", "Eve")
    assert made.rounds == 6
    assert [len(h) for h in made.position({"phase": "deal", "dealer": "Ann"}).hand] == [3] * 5 or state.phase


def test_cards() -> None:
    sizes = {reading: game(rulings={"cards": reading}).rules.set.size for reading in ("next", "original", "both")}
    assert sizes == {"next": 94, "original": 70, "both": 164}


def test_new_dealer() -> None:
    out = {}
    for reading in ("caster", "passer"):
        made = game(rulings={"new_dealer": reading})
        state = table("#1 Bob > Cid", made=made, dealer="Ann", caster="Bob", Cid=[LEFT], deck=[LEFT] * 30)
        do(state, "Cid: turn-aside-left")
        out[reading] = made.seats[state.dealer]
    assert out == {"caster": "Bob", "passer": "Cid"}


def test_doubled_hexhex() -> None:
    parts = {
        "round": 6,
        "dealer": "Cid",
        "caster": "Dee",
        "Ann": {"hand": ["hex-hex-next"], "voice": 9},
    }
    acts = ("Ann: hex-hex-next", "Bob: last")
    assert each("doubled_hexhex", "#1 Dee > Ann", acts=acts, **parts) == {"doubled": "9 -1 5 5", "fixed": "9 2 5 5"}


def test_answer() -> None:
    may = table("#1 Ann > Bob", made=game(rulings={"answer": "may"}), Bob=[LEFT])
    assert [str(a) for a in may.legal_actions()] == ["Bob: turn-aside-left", "Bob: yield"]
    do(may, "Bob: yield")
    assert voices(may) == "6 4 5 5"
    must = table("#1 Ann > Bob", made=game(rulings={"answer": "must"}), Bob=[LEFT])
    assert [str(a) for a in must.legal_actions()] == ["Bob: turn-aside-left"]


def test_means() -> None:
    """Dismiss rids of the Hex but does not pass it: is it compulsory before Right Is Might?"""
    acts = {"rid": ("Bob: dismiss",), "pass": ("Bob: yield", "Bob: right-is-might")}
    parts = {"Bob": {"hand": ["dismiss", "right-is-might"], "played": [RIGHT, RIGHT]}}
    assert each("means", "#1 Ann > Bob", acts=acts, **parts) == {"rid": "5 5 5 5", "pass": "6 7 5 5"}


def test_across() -> None:
    out = {}
    for reading in ("others", "opposite"):
        state = table("#1 Ann > Bob", made=game(players=6, rulings={"across": reading}), Bob=[ACROSS])
        out[reading] = [str(a)[-3:] for a in state.legal_actions()]
    assert out == {"others": ["Dee", "Eve", "Fay"], "opposite": ["Eve"]}
    five = table("#1 Ann > Bob", made=game(players=5, rulings={"across": "opposite"}), Bob=[ACROSS])
    assert len(five.legal_actions()) == 2


def test_command_sender() -> None:
    acts = ("Dee: command ! Bob", "Bob: rot", "Dee: choose > Cid")
    assert each("command_sender", "#1 Ann > Bob", acts=acts, Bob=["rot"], Dee=["command"]) == {
        "commander": "5 5 3 6",
        "player": "5 6 3 5",
    }


def test_double_twice() -> None:
    hexes = "#1 Ann > Bob double-and-thrice double-and-thrice"
    assert each("double_twice", hexes) == {"add": "8 0 5 5", "times": "9 -4 5 5", "once": "7 2 5 5"}


def test_double_gain() -> None:
    assert each("double_gain", "#1 Ann > Bob double-and-thrice") == {"card": "7 2 5 5", "rule": "6 2 5 5"}


def test_rot_victim() -> None:
    acts = ("Bob: rot > Dee", "Dee: turn-aside-left", "Ann: turn-aside-left")
    out = each("rot_victim", "#1 Ann > Bob", acts=acts, Bob=["rot"], Dee=[LEFT], Ann=[LEFT])
    # Dee, Ann and Bob are reached; with the other reading Bob, who played it, pays in Dee's place.
    assert out == {"receiver": "5 3 5 4", "player": "5 2 5 5"}


def test_scorch_word() -> None:
    """Divide & Conquer names both directions, but does not pass the Hex."""
    acts = {
        "text": ("Dee: scorch ! Bob left", "Bob: show divide-and-conquer", "Bob: deflect-across"),
        "pass": ("Dee: scorch ! Bob left", "Bob: divide-and-conquer"),
    }
    parts = {"Bob": ["divide-and-conquer", ACROSS], "Dee": ["scorch", LEFT], "Ann": [LEFT, LEFT]}
    assert each("scorch_word", "#1 Ann > Bob", acts=acts, **parts) == {"text": "5 5 5 5", "pass": "5 5 4 7"}


def test_scorch_points() -> None:
    out = each("scorch_points", "#1 Ann > Bob", acts=("Dee: scorch ! Bob left",), Bob=[RIGHT], Dee=["scorch"])
    assert out == {"both": "6 4 5 7", "instead": "5 4 5 7"}


def test_challenge_unable() -> None:
    acts = ("Bob: challenge > Dee", "Dee: pass")
    out = each("challenge_unable", "#1 Ann > Bob", acts=acts, Bob=["challenge"], Dee=["absorb"])
    assert out == {"both": "5 6 5 2", "hexed": "5 6 5 4"}


def test_fixation_empty() -> None:
    acts = {"all": ("Bob: maddening-fixation > Cid",), "nobody": ()}
    out = each("fixation_empty", "#1 Ann > Bob", acts=acts, Bob=["maddening-fixation"])
    assert out == {"all": "5 6 4 5", "nobody": "6 4 5 5"}


def test_maddened_hexhex() -> None:
    hexes = "#1 Ann > Bob maddening-fixation"
    acts: dict[str, tuple[str, ...]] = {"illegal": (), "legal": ("Bob: hex-hex-next", "Dee: last")}
    out = each("maddened_hexhex", hexes, acts=acts, Bob=["hex-hex-next"], Dee=[LEFT, LEFT])
    assert out == {"illegal": "6 4 5 5", "legal": "5 5 5 2"}


def test_right_is_might_count() -> None:
    """Another Turn Aside Right is played after Right Is Might."""
    acts = ("Dee: turn-aside-right", "Bob: right-is-might", "Cid: turn-aside-right")
    parts = {"Bob": ["right-is-might"], "Dee": [RIGHT], "Cid": [RIGHT]}
    out = each("right_is_might_count", "#1 Ann > Bob", "#2 Ann > Dee", acts=acts, **parts)
    # Cid's Hex then goes off on Bob, who has nothing left.
    assert out == {"so-far": "6 5 6 5", "round-end": "6 6 6 5"}


def test_right_is_might_sender() -> None:
    parts = {"Bob": {"hand": ["right-is-might"], "played": [RIGHT]}}
    out = each("right_is_might_sender", "#1 Ann > Bob", acts=("Bob: right-is-might",), **parts)
    assert out == {"gains": "6 6 5 5", "nothing": "5 6 5 5"}


def test_pox_count() -> None:
    parts: dict[str, Any] = {
        "Bob": ["pox"],
        "Cid": {"standing": ["shackle > Ann"]},
        "Dee": {"standing": ["bind"]},
    }
    assert each("pox_count", "#1 Ann > Bob", acts=("Bob: pox",), **parts) == {"each": "6 2 5 5", "once": "6 3 5 5"}


def test_hexhex_shackle() -> None:
    parts: dict[str, Any] = {"Bob": ["hex-hex-next"], "Cid": {"standing": ["shackle > Ann"]}}
    acts = ("Bob: hex-hex-next", "Cid: last")
    assert each("hexhex_shackle", "#1 Ann > Bob", acts=acts, **parts) == {"shackle": "2 5 2 5", "nothing": "5 5 2 5"}


def test_borrowed_card() -> None:
    out = {}
    for reading in ("hand", "played"):
        made = game(rulings={"borrowed_card": reading})
        state = table("#1 Ann > Bob", made=made, Bob={"standing": ["no-mans-hand"]}, Dee=[LEFT], Cid=[LEFT])
        do(state, "Bob: borrow > Dee", "Bob: turn-aside-left")
        out[reading] = (len(state.hand[3]), len(state.played[3]))
        # It can be borrowed once a round, so the round has an end.
        do(state, "Cid: turn-aside-left") if reading == "played" else None
    assert out == {"hand": (1, 0), "played": (0, 1)}


def test_hexhex_earlier() -> None:
    acts = ("Bob: hex-hex-next", "Dee: last")
    parts = {"Bob": {"hand": ["hex-hex-next"], "voice": 3, "start_voice": 5}}
    out = each("hexhex_earlier", "#1 Ann > Bob", acts=acts, **parts)
    assert out == {"stand": "5 3 5 2", "void": "5 5 5 2"}


def test_race() -> None:
    declared = table("#1 Ann > Bob", made=game(rulings={"race": "declared"}), Bob=["hex-hex-next"])
    do(declared, "Bob: hex-hex-next")
    assert declared.phase == "race"
    losers = set()
    for seed in range(30):
        made = game(rulings={"race": "chance"})
        state = table("#1 Ann > Bob", made=made, seed=seed, Bob=["hex-hex-next"])
        do(state, "Bob: hex-hex-next")
        assert sorted(state.voice) == [2, 5, 5, 5]
        losers.add(state.voice.index(2))
    assert losers == {0, 1, 2, 3}


def test_duck_way() -> None:
    """The Hex came to Bob from the left, so it travels to the right."""
    out = {}
    for reading in ("onward", "left"):
        state = table("#1 Cid > Bob", made=game(rulings={"duck_way": reading}), Bob=["duck"], Ann=[LEFT], Dee=[LEFT])
        do(state, "Bob: duck")
        out[reading] = state.hexes[0].holder
    assert out == {"onward": 0, "left": 3}  # left of Bob is Cid, the sender, so the one after


def test_shackle_pox() -> None:
    parts = {"Bob": {"hand": ["pox"], "standing": ["shackle > Dee"]}}
    assert each("shackle_pox", "#1 Ann > Bob", acts=("Bob: pox",), **parts) == {"mirrored": "6 3 5 3", "own": "6 3 5 4"}
