"""One moment of Knee Deep in Hexes: who has what where, and whose decision is next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hexlib.game import TABLE, TERMINAL, Action, Event, State, Verdict
from hexlib.grid import bits
from hexlib.knee_deep.board import FIELDS, HQ_MASK, NEIGHBOUR_MASK, POINT_SECTORS, SECTOR_MASK, SECTORS, ZONE_MASK
from hexlib.knee_deep.components import ENERGY, MATERIAL, MOUNTAIN, UNITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hexlib.knee_deep.game import KneeDeep
    from hexlib.knee_deep.kit import Kit

__all__ = ["BOTH_HQ", "N_UNITS", "PHASES", "Decks", "KneeDeepState", "Land", "land", "marker_name", "marker_zone"]

N_UNITS = len(UNITS)
VEHICLES = tuple(i for i, u in enumerate(UNITS) if u.is_vehicle)
STRUCTURES = tuple(i for i, u in enumerate(UNITS) if not u.is_vehicle)
DEPLOYERS = tuple(i for i, u in enumerate(UNITS) if u.deploys)
EXTRACTOR = next(i for i, u in enumerate(UNITS) if u.name == "extractor")
BOTH_HQ = HQ_MASK[0] | HQ_MASK[1]
ALL_FIELDS = (1 << len(FIELDS)) - 1

MULLIGAN = 0
POWER_UP = 1
ACTIONS = 2
WAR_CARDS = 3
DAMAGE = 4
PLACE = 5
EXHAUST = 6
OVER = 7
PHASES = ("mulligan", "power-up", "actions", "war-cards", "damage", "place", "exhaust", "over")


class Land:
    """A map: the terrain and what follows from it. Shared by all states on the same map."""

    __slots__ = ("energy", "material", "mountain", "open", "terrain")

    def __init__(self, terrain: tuple[int, ...]) -> None:
        self.terrain = terrain
        by_kind = [0, 0, 0, 0]
        for f, kind in enumerate(terrain):
            by_kind[kind] |= 1 << f
        self.mountain, self.material, self.energy = by_kind[MOUNTAIN], by_kind[MATERIAL], by_kind[ENERGY]
        self.open = by_kind[0] & ~BOTH_HQ
        """Fields without terrain and HQ parts: where a piece may stand if nothing else does."""


_LANDS: dict[tuple[int, ...], Land] = {}


def land(terrain: tuple[int, ...]) -> Land:
    """The one ``Land`` of a map."""
    found = _LANDS.get(terrain)
    if found is None:
        if len(_LANDS) > 256:
            _LANDS.clear()
        found = _LANDS[terrain] = Land(terrain)
    return found


class Decks(NamedTuple):
    """The cards that each side began with, as far as that is known."""

    cards: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Sorted by name; empty for a position that does not say: then the usual deck of the companions is assumed."""
    public: bool = True
    """Whether both players know both decks, as in the casual set-up; else only the basic decks are known."""


UNKNOWN_DECKS = Decks()

_FREE_FORM = len(ZONE_MASK)
"""From here on a marker number stands for any three sectors; only a game with a broken rule has such markers."""


def free_form_marker(sectors: str) -> int:
    """The number of a marker on three sectors that do not meet in a corner."""
    a, b, c = (SECTORS.index(s) for s in sectors.split("-"))
    n = len(SECTORS)
    return _FREE_FORM + (a * n + b) * n + c


def marker_sectors(marker: int) -> tuple[int, int, int]:
    """The three sectors at a marker."""
    if marker < _FREE_FORM:
        return POINT_SECTORS[marker]
    n = len(SECTORS)
    rest, c = divmod(marker - _FREE_FORM, n)
    a, b = divmod(rest, n)
    return a, b, c


def marker_name(marker: int) -> str:
    """ "C1-C2-D2"."""
    return "-".join(SECTORS[s] for s in marker_sectors(marker))


def marker_zone(marker: int) -> int:
    """The fields of the war zone, as a set."""
    if marker < _FREE_FORM:
        return ZONE_MASK[marker]
    a, b, c = marker_sectors(marker)
    return SECTOR_MASK[a] | SECTOR_MASK[b] | SECTOR_MASK[c]


class KneeDeepState(State):
    """A mutable state. Attributes hold numbers; names come in at the edges (``parse_action``, views, records)."""

    __slots__ = (
        "active",
        "at",
        "bonus",
        "boosts",
        "by",
        "carried",
        "companions",
        "decks",
        "discard",
        "draw",
        "energy",
        "fresh",
        "game",
        "hand",
        "hq_hits",
        "kit",
        "laid",
        "land",
        "marker",
        "material",
        "moved",
        "newly_built",
        "open_cards",
        "own",
        "paid",
        "phase",
        "resolved",
        "rng",
        "round",
        "scrap",
        "seat_asked",
        "spent",
        "starting",
        "supply",
        "surplus",
        "todo",
        "tokens",
        "winner",
    )

    game: KneeDeep
    land: Land
    phase: int
    round: int
    """From 1."""
    starting: int
    active: int
    """Whose turn it is."""
    seat_asked: int
    """Who decides now: in a mulligan, a war or a damage step not always the active player."""
    at: bytearray
    """For each field 0, or 1 + seat * number of kinds + kind."""
    by: list[int]
    """For each seat * number of kinds + kind, the fields where such pieces stand."""
    own: list[int]
    """For each seat the fields of all its pieces."""
    supply: list[int]
    scrap: list[int]
    """Per seat and kind, how many pieces are in the supply and how many were lost."""
    companions: tuple[tuple[str, ...], tuple[str, ...]]
    decks: Decks
    boosts: tuple[str, ...]
    """Action cards whose effect lasts until the end of the turn, as played."""
    kit: tuple[Kit, Kit]
    """Per seat what its pieces can do: follows from companions and boosts (``kit.refit``)."""
    tokens: int
    """Spare terrain tokens beside the board."""
    material: list[int]
    energy: list[int]
    hand: list[tuple[str, ...]]
    draw: list[tuple[str, ...]]
    """Top card first."""
    discard: list[tuple[str, ...]]
    """Oldest card first; face up."""
    marker: list[int]
    """Per seat the place of its marker on the board, or -1."""
    laid: list[tuple[str, ...]]
    """War cards laid in the war at hand."""
    open_cards: bool
    """Whether the laid cards have been turned up."""
    bonus: list[int]
    """Combat power from resolved cards."""
    surplus: int
    resolved: bool
    """Whether a marker was resolved this turn (for a ruling on phase 4)."""
    hq_hits: list[int]
    """Damage that an HQ has taken and survived; stays 0 unless a ruling lets it add up."""
    carried: list[int]
    """Points kept from earlier wars; stays 0 unless that rule is broken."""
    fresh: int
    moved: int
    spent: int
    newly_built: int
    """Fields of vehicles deployed, vehicles moved, builders used and factories built this turn."""
    paid: list[int]
    """Resource fields that have paid a seat; kept only in a game where that is wrongly limited."""
    todo: tuple[str, ...]
    """Housekeeping that is still to do before the next decision."""
    rng: int
    winner: int
    """-1 nobody yet, 0 or 1 a seat, 2 a draw."""

    def clone(self) -> KneeDeepState:
        """An independent copy."""
        new: KneeDeepState = KneeDeepState.__new__(KneeDeepState)
        new.game = self.game
        new.land = self.land
        new.phase = self.phase
        new.round = self.round
        new.starting = self.starting
        new.active = self.active
        new.seat_asked = self.seat_asked
        new.at = self.at[:]
        new.by = self.by[:]
        new.own = self.own[:]
        new.supply = self.supply[:]
        new.scrap = self.scrap[:]
        new.companions = self.companions
        new.decks = self.decks
        new.boosts = self.boosts
        new.kit = self.kit
        new.tokens = self.tokens
        new.material = self.material[:]
        new.energy = self.energy[:]
        new.hand = self.hand[:]
        new.draw = self.draw[:]
        new.discard = self.discard[:]
        new.marker = self.marker[:]
        new.laid = self.laid[:]
        new.open_cards = self.open_cards
        new.bonus = self.bonus[:]
        new.surplus = self.surplus
        new.resolved = self.resolved
        new.hq_hits = self.hq_hits[:]
        new.carried = self.carried[:]
        new.fresh = self.fresh
        new.moved = self.moved
        new.spent = self.spent
        new.newly_built = self.newly_built
        new.paid = self.paid[:]
        new.todo = self.todo
        new.rng = self.rng
        new.winner = self.winner
        return new

    def key(self) -> tuple[Any, ...]:
        """Everything that makes two states of one game the same."""
        values = (getattr(self, name) for name in self.__slots__ if name not in ("game", "land", "kit"))
        plain = (bytes(v) if isinstance(v, bytearray) else tuple(v) if isinstance(v, list) else v for v in values)
        return (self.land.terrain, *plain)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KneeDeepState) and self.game == other.game and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]

    # -- who and what ----------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat to decide, or ``TERMINAL``."""
        return TERMINAL if self.phase == OVER else self.seat_asked

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.phase == OVER

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; zeros for a draw and before the end."""
        if self.winner not in (0, 1):
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    def piece(self, field: int) -> tuple[int, int] | None:
        """Kind and seat of the piece on a field, or None."""
        code = self.at[field]
        return None if code == 0 else ((code - 1) % N_UNITS, (code - 1) // N_UNITS)

    def vehicles(self, seat: int) -> int:
        """The fields of the seat's vehicles."""
        out = 0
        for kind in VEHICLES:
            out |= self.by[seat * N_UNITS + kind]
        return out

    def builders(self, seat: int) -> int:
        """The fields of the seat's vehicles that can build."""
        out = 0
        for kind in self.kit[seat].builders:
            out |= self.by[seat * N_UNITS + kind]
        return out

    def empty(self) -> int:
        """The empty fields: no terrain, no HQ part, no piece (The Game Board)."""
        return self.land.open & ~(self.own[0] | self.own[1])

    def hq_health(self, seat: int) -> int:
        """What is left of the HQ's health; 0 when it is destroyed."""
        return max(0, self.game.hq_health(self.companions[seat]) - self.hq_hits[seat])

    def zone(self) -> tuple[int, int] | None:
        """Owner and fields of the zone that the table looks at: the one being resolved, else the one on the board."""
        order = (1 - self.active, self.active)
        for seat in order:
            if self.marker[seat] >= 0:
                return seat, self.zone_fields(self.marker[seat])
        return None

    def zone_fields(self, marker: int) -> int:
        """The fields of the war zone round a marker."""
        if self.game.rules.on("kdh.war.zone_is_three_sectors"):
            return marker_zone(marker)
        return self.marker_corner(marker)

    @staticmethod
    def marker_corner(marker: int) -> int:
        """The three fields that touch the marker."""
        zone = marker_zone(marker)
        sectors = marker_sectors(marker)
        out = 0
        for f in bits(zone):
            others = [s for s in sectors if s != f // 7]
            if all(NEIGHBOUR_MASK[f] & SECTOR_MASK[s] for s in others):
                out |= 1 << f
        return out

    def piece_power(self, seat: int, zone: int) -> int:
        """Combat points of the seat's pieces in the zone, without cards (Step 3)."""
        rules = self.game.rules
        total = 0
        for kind, power in enumerate(self.kit[seat].power):
            fields = self.by[seat * N_UNITS + kind] & zone
            if fields:
                if rules.broken:
                    if "kdh.power.vehicles_turrets=vehicles_only" in rules.broken and not UNITS[kind].is_vehicle:
                        continue
                    if "kdh.war.cp_sources=one_each" in rules.broken:
                        power = 1
                total += power * fields.bit_count()
        if "kdh.hq.no_cp=two" in rules.broken and HQ_MASK[seat] & zone:
            total += 2
        return total

    # -- doors -----------------------------------------------------------------------------------------------------

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """Every legal action; empty for a player who is not asked."""
        if self.phase == OVER or (player is not None and player != self.seat_asked):
            return ()
        return legal_actions(self)

    def explain(self, action: Action) -> Verdict:
        """Why the action is or is not allowed now."""
        return Verdict(action, tuple(reasons(self, action)))

    def push(self, action: Action) -> None:
        """Do a legal action fast, without events."""
        do(self, action, None)

    def _apply(self, action: Action) -> list[Event]:
        log: list[Event] = []
        do(self, action, log)
        return log

    def view(self, seat: int | None) -> KneeDeepView:
        """What a seat may know; None for a bystander, ``TABLE`` for an open table."""
        return KneeDeepView.of(self, seat)

    def position(self) -> dict[str, Any]:
        """The state as a record writes it; see ``setup.py``."""
        return dump_position(self)

    def __str__(self) -> str:
        from hexlib.knee_deep.textboard import text_board

        view = self.view(TABLE)
        return f"{view.headline()}\n{text_board(view.pieces, view.terrain, view.marker)}"

    def __repr__(self) -> str:
        return f"<KneeDeepState round {self.round}, {PHASES[self.phase]}, {self.game.seats[self.active]}'s turn>"


# The doors lead into modules that need the class above; they are bound here so that a call costs no import.
from hexlib.knee_deep.deeds import do  # noqa: E402
from hexlib.knee_deep.generate import legal_actions  # noqa: E402
from hexlib.knee_deep.legality import reasons  # noqa: E402
from hexlib.knee_deep.setup import dump_position  # noqa: E402
from hexlib.knee_deep.views import KneeDeepView  # noqa: E402
