"""What is played after a game at a table: the plan of the next one. Plain Python, no Jupyter.

Whoever played a seat goes on in the seat that is theirs in the next game; open hands, windows and time to think stay.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace

from hexlib.game import Rng
from hexlib.sequel import Follow, Sequel
from hexwidgets.match import Match
from hexwidgets.plans import PERSON, Plan

__all__ = ["again", "begins_by_itself", "follow", "proposed", "sequel_of"]


def sequel_of(match: Match) -> Sequel | None:
    """What the rules know of after this game; ``None`` while it is played."""
    return match.game.sequel(match._live()) if match.over else None


def proposed(match: Match, sequel: Sequel | None) -> dict[str, str] | None:
    """What the opponent chooses who has the choice; ``None`` where a person has it, or where there is none."""
    if sequel is None or sequel.seat < 0 or match.plan.seats[sequel.seat] == PERSON:
        return None
    return sequel.propose(Rng(match.plan.seed ^ len(match.turns)))


def follow(match: Match, choices: Mapping[str, str] | None = None, seed: int | None = None) -> Plan:
    """The plan of the game that follows.

    Raises:
        ValueError: nothing follows.
        SequelError: the choices cannot be.
    """
    sequel = sequel_of(match)
    if sequel is None:
        raise ValueError("nothing follows this game but another one")
    chosen = proposed(match, sequel)
    return _plan(match.plan, sequel.begin(choices or {} if chosen is None else chosen, _seed(seed)))


def begins_by_itself(match: Match) -> bool:
    """Whether a set-up is done and nobody sits there to begin the game: a demonstration goes on."""
    done = match.over and match.reviewing is None and not match.paused
    return done and not match.plan.people and bool(match.game.leads_to)


def again(match: Match, seed: int | None = None) -> Plan:
    """The same game once more: everybody stays where they are, and what chance decides is new."""
    plan, new = match.plan, _seed(seed)
    if plan.position is None:
        return replace(plan, seed=new)
    return _plan(plan, plan.game.again(plan.game.position(plan.position), new))


def _seed(seed: int | None) -> int:
    return secrets.randbits(53) if seed is None else seed


def _plan(before: Plan, found: Follow) -> Plan:
    game = found.game
    names = tuple((before.names or before.game.seats)[seat] for seat in found.seats)
    same = game.name == before.game.name
    return replace(
        before,
        game=game,
        seats=tuple(before.seats[seat] for seat in found.seats),
        seed=found.seed if same else before.seed,  # a set-up and its game are one play, kept in one place
        options={**before.options, **found.options} if same else dict(found.options),
        position=found.position,
        names=() if names == game.seats else names,
    )
