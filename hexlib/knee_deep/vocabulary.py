"""What pieces, cards and companions are made of.

Every condition and effect is a name of a small vocabulary: :class:`Condition`, :class:`Effect`, :class:`Modifier`. The
files are read and checked by ``cardfile.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = [
    "ENERGY",
    "FORMATIONS",
    "MATERIAL",
    "MOUNTAIN",
    "NEUTRAL",
    "OPEN",
    "TERRAIN_NAMES",
    "TYPES",
    "Ability",
    "Card",
    "CardSet",
    "Companion",
    "Condition",
    "Effect",
    "Modifier",
    "Unit",
]

OPEN, MOUNTAIN, MATERIAL, ENERGY = range(4)
TERRAIN_NAMES = ("open", "mountain", "material", "energy")
FORMATIONS = ("sling", "barrier", "skirmish")
"""What the condition of a War card may ask for; ``war.py`` judges them."""
TYPES = ("general", "commander", "tech", "trickster")
"""The character types; each faction has one companion of each (K12)."""
NEUTRAL = "neutral"
"""The owner of a card that belongs to no companion."""

Numbers = tuple[tuple[str, int], ...]
"""Kind of piece and a number for it."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A kind of vehicle or structure. Costs are in Material and Energy, ``move`` in fields per Energy."""

    name: str
    title: str
    noun: str
    """The name inside a sentence: "tank", "ACV"."""
    is_vehicle: bool
    material: int
    energy: int
    move: int
    power: int
    health: int
    supply: int
    builds: bool
    deploys: bool
    rules: tuple[str, ...]

    @property
    def a_noun(self) -> str:
        """With its article: "a tank", "an ACV"."""
        return f"{'an' if self.noun[0] in 'aeioAEIO' else 'a'} {self.noun}"


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold to play a card; a War card means the war zone, an Action card the whole map."""

    formation: str = ""
    """War: the formation that the player's vehicles must stand in."""
    vehicles: Numbers = ()
    structures: Numbers = ()
    """Pieces that the player must have, kind and number."""
    role: str = ""
    """War: ``"attacker"`` or ``"defender"``."""
    outnumbered: bool = False
    """War: the player has fewer pieces in the zone than the enemy."""
    sectors: int = 0
    """War: the player has pieces in that many of the zone's three sectors."""
    beside: str = ""
    """War: one of the player's vehicles in the zone is beside such terrain."""
    lost: int = 0
    """The player has lost at least that many pieces."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """What an ability changes all game long, or an Action card for the rest of the turn. Numbers add up."""

    cost: Numbers = ()
    """Kind of piece: how much its price changes, in the resource that it is paid in."""
    move: Numbers = ()
    power: Numbers = ()
    health: Numbers = ()
    hand_limit: int = 0
    draw: int = 0
    """More cards drawn in Power Up."""
    builders: int = 0
    """How many builders a structure needs beside it, if another number than two."""
    build_with: tuple[str, ...] = ()
    """Kinds of vehicle that build as well."""
    deploy_beside: tuple[str, ...] = ()
    """Kinds of piece beside which vehicles may be deployed as well."""
    cross: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Kind of vehicle: the terrain that it may cross, but not stop on."""
    deploy_draw: Numbers = ()
    """Kind of vehicle: cards drawn when one is deployed for its price."""
    war: tuple[tuple[Condition, Effect], ...] = ()
    """Bonuses in every war in which the condition holds."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does. The first part is for War cards, the second for Action cards."""

    power: int = 0
    per: Numbers = ()
    """Combat power for each own piece of that kind in the zone."""
    around: bool = False
    """``per`` counts the pieces in the sectors round the zone instead."""
    most: int = 0
    """``per`` gives no more than that; 0 for no bound."""
    weaken: int = 0
    """Combat power that the enemy loses; a total never falls below 0."""
    weaken_per: Numbers = ()
    """The same for each enemy piece of that kind in the zone."""
    cancel: bool = False
    """The enemy's War card has no effect."""
    shield: int = 0
    """If the player loses, the winner assigns that many points less."""
    damage: int = 0
    """If the player wins, that many points more may be assigned."""
    rescue: bool = False
    """Pieces that the player loses in this war go back to the supply."""

    place: str = ""
    """The piece that it places from the supply."""
    relocate: str = ""
    """What it moves to an empty field: ``"vehicle"``, a kind, or ``"enemy vehicle"``."""
    swap: bool = False
    """Two own vehicles change places."""
    strike: int = 0
    """An enemy piece with at most that much health is destroyed."""
    lay: str = ""
    """A spare terrain token of that kind is laid on an empty field."""
    turn: tuple[str, str] = ("", "")
    """A terrain token of the first kind becomes one of the second."""
    marker: bool = False
    """The enemy's marker goes to a neighbouring corner."""
    where: str = ""
    """Beside what the target lies: ``"vehicle"``, ``"structure"``, ``"piece"``, ``"hq"`` or ``"anywhere"``."""
    within: int = 0
    """How many fields away the target may be; 0: beside, and for ``relocate`` any distance."""
    clear: int = 0
    """How many fields an enemy piece must at least be away from the target; 0: does not matter."""
    salvage: str = ""
    """A lost piece of that kind goes back to the supply."""
    gain: tuple[int, int] = (0, 0)
    """Material and Energy."""
    each: str = ""
    """``gain`` counts for each own piece of that kind on the map, up to ``most`` pieces."""
    boost: Modifier | None = None
    """Holds until the end of the turn."""

    draw: int = 0
    """Cards that the player draws (War: after the reveal)."""
    discard: int = 0
    """Cards that the enemy discards at random."""


@dataclass(frozen=True, slots=True)
class Card:
    """A strategy card."""

    name: str
    title: str
    is_war: bool
    owner: str
    """``"neutral"`` or the name of a companion."""
    copies: int
    """In the set of a companion, or among the nine neutral cards of one player."""
    material: int
    text: str
    rules: tuple[str, ...]
    condition: Condition = Condition()
    effect: Effect = Effect()
    authority: int = 0
    """Authority points that a copy costs, 1 to 3; 0 for a neutral card."""
    signature: bool = False
    """Only in decks of its own companion."""
    reconstructed: tuple[str, ...] = ()
    """Names of the values that the rulebook does not print."""

    @property
    def formation(self) -> str:
        """War card: the formation that the player's vehicles must stand in."""
        return self.condition.formation

    @property
    def vehicles(self) -> Numbers:
        """Vehicles that the player must have, kind and number."""
        return self.condition.vehicles

    @property
    def power(self) -> int:
        """War card: the bonus."""
        return self.effect.power

    @property
    def place(self) -> str:
        """Action card: the piece that it places."""
        return self.effect.place

    @property
    def relocate(self) -> str:
        """Action card: what it moves to an empty field."""
        return self.effect.relocate


@dataclass(frozen=True, slots=True)
class Ability:
    """A companion's special ability: works all game long."""

    title: str
    text: str
    modifier: Modifier


@dataclass(frozen=True, slots=True)
class Companion:
    """A companion card: income each turn, what it adds to the HQ's health, and a special ability."""

    name: str
    title: str
    faction: str
    type: str
    material: int
    energy: int
    hq: int
    ability: Ability


@dataclass(frozen=True, slots=True)
class CardSet:
    """The cards and companions that a game is played with, in a fixed order."""

    cards: Mapping[str, Card]
    companions: Mapping[str, Companion]
    source: str = ""
    """Name of the owner's file that changed the set, if there is one."""
    names: tuple[str, ...] = field(init=False, compare=False)
    order: Mapping[str, int] = field(init=False, compare=False)
    """Place of each card in the catalogue: hands are kept in that order."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(self.cards))
        object.__setattr__(self, "order", {name: i for i, name in enumerate(self.cards)})

    def __hash__(self) -> int:
        return hash((self.names, tuple(self.companions), self.source))

    def __getitem__(self, name: str) -> Card:
        return self.cards[name]

    def __contains__(self, name: object) -> bool:
        return name in self.cards

    def of(self, companion: str) -> tuple[Card, ...]:
        """The cards of a companion, or of ``"neutral"``."""
        return tuple(card for card in self.cards.values() if card.owner == companion)
