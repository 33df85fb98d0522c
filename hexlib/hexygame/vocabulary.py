"""The small vocabulary of which cards are composed: keywords, targets, effects, triggers, abilities, enchantments.

A card's file names these words; ``read_*`` check them and say what would be right; ``*_text`` turn them into the
sentence on the card, so that a card cannot say one thing and do another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hexlib.spelling import nearest

__all__ = [
    "BESIDE",
    "COLOURS",
    "EASE",
    "FLYING",
    "HASTE",
    "KEYWORDS",
    "MOMENTS",
    "NO_TARGET",
    "PRIORITY",
    "REACH",
    "REGENERATION",
    "VERBS",
    "Ability",
    "Aura",
    "CardError",
    "Cost",
    "Effect",
    "Target",
    "Trigger",
    "cost_text",
    "keys_text",
]

COLOURS = ("colourless", "red", "green", "violet")
"""Kinds of energy. In a cost the first place is "any colour", which every energy pays."""
Cost = tuple[int, int, int, int]
FREE: Cost = (0, 0, 0, 0)

FLYING, REACH, HASTE, PRIORITY, REGENERATION, EASE = (1 << i for i in range(6))
KEYWORDS: dict[str, int] = {
    "flying": FLYING,
    "reach": REACH,
    "haste": HASTE,
    "combat-priority": PRIORITY,
    "regeneration": REGENERATION,
    "ease-of-movement": EASE,
}
"""The abilities of a board card that are one word (Board cards abilities)."""

PHASE_MOMENTS = ("energy", "actions", "draw", "main", "cleanup", "end")
MOMENTS = (*PHASE_MOMENTS, "enters", "destroyed", "attacks", "moves")
"""When an ability can trigger: at the beginning of a phase, or when something happens to the card itself."""
WHOSE_TURN = ("own", "enemy", "each")
WHATS = ("card", "creature", "building", "artifact", "spell", "activity", "hex")
WHOSE = ("any", "own", "enemy")
SUBJECTS = (
    "target",
    "self",
    "own cards",
    "own creatures",
    "own buildings",
    "enemy cards",
    "enemy creatures",
    "enemy buildings",
    "all cards",
    "all creatures",
    "all buildings",
)
VERBS = (
    "damage",
    "heal",
    "destroy",
    "bounce",
    "push",
    "boost",
    "grant",
    "ready",
    "exhaust",
    "draw",
    "mill",
    "energy",
    "negate",
    "score",
    "recall",
)
(DAMAGE, HEAL, DESTROY, BOUNCE, PUSH, BOOST, GRANT, READY, EXHAUST, DRAW, MILL, ENERGY, NEGATE, SCORE, RECALL) = range(
    len(VERBS)
)
_ON_CARDS = {DAMAGE, HEAL, DESTROY, BOUNCE, PUSH, BOOST, GRANT, READY, EXHAUST}
TARGET, SELF = 0, 1
BESIDE = 1
"""``Effect.beside``: only cards beside the source."""


class CardError(ValueError):
    """A mistake in a card file; the message names the path of the value, as ``card.wolf.play[1]``, and says what is
    wrong; ``load_cards`` puts the file and the line before it."""


class Effect(NamedTuple):
    """One thing that a spell or ability does."""

    verb: int
    n: int = 0
    """How many points, cards or actions; for ``mill`` negative means the controller's own library."""
    to: int = TARGET
    """Place in ``SUBJECTS``."""
    beside: int = 0
    attack: int = 0
    defense: int = 0
    keys: int = 0
    energy: Cost = FREE


class Target(NamedTuple):
    """What a spell or ability must be aimed at; ``push`` asks for a free hex near the target as well."""

    what: str = ""
    """One of ``WHATS``; empty for no target."""
    whose: str = "any"
    within: int = 0
    """Greatest distance from the source; 0 for anywhere."""
    push: int = 0
    """How far from the target the free hex may be; 0 if none is asked for."""


NO_TARGET = Target()


class Trigger(NamedTuple):
    """An ability that happens by itself."""

    when: str
    whose: str
    """Whose turn it must be: the controller's own, the enemy's, or each."""
    do: tuple[Effect, ...]
    centre: bool
    """Whether the card has to stand on the Center Point."""


class Ability(NamedTuple):
    """An ability that a player activates, for a cost."""

    cost: Cost
    points: int
    """Points taken off the card itself."""
    actions: int
    """Actions taken off its die."""
    target: Target
    do: tuple[Effect, ...]
    main: bool
    """Only at sorcery speed: own Main Phase, empty stack."""


class Aura(NamedTuple):
    """What an enchantment changes of its host."""

    attack: int = 0
    defense: int = 0
    actions: int = 0
    distance: int = 0
    keys: int = 0
    lost: int = 0
    """Keywords that it takes away."""


# -- reading -----------------------------------------------------------------------------------------------------------


def table(data: Any, path: str, keys: Iterable[str]) -> Mapping[str, Any]:
    """The value as a table without unknown keys."""
    if not isinstance(data, Mapping):
        raise CardError(f"{path}: expected a table, got {data!r}")
    allowed = list(keys)
    for key in data:
        if key not in allowed:
            raise CardError(f"{path}: unknown key {key!r}; {nearest(key, allowed)}")
    return data


def number(value: Any, path: str, low: int, high: int) -> int:
    """The value as a whole number in that range."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise CardError(f"{path}: expected a whole number from {low} to {high}, got {value!r}")
    return value


def flag(given: Mapping[str, Any], key: str, path: str) -> bool:
    """The value of that key as true or false; false if it is not there."""
    value = given.get(key, False)
    if not isinstance(value, bool):
        raise CardError(f"{path}.{key}: expected true or false, got {value!r}")
    return value


def title(given: Mapping[str, Any], path: str) -> str:
    """What is printed as the name."""
    value = given.get("title")
    if not isinstance(value, str) or not value.strip() or len(value) > 60:
        raise CardError(f"{path}.title: expected a text of 1 to 60 letters, got {str(value)[:80]!r}")
    return value


def word(value: Any, path: str, words: Iterable[str]) -> str:
    """The value as one of those words."""
    names = list(words)
    if value is None:
        raise CardError(f"{path}: it is missing; {nearest('', names)}")
    if value not in names:
        raise CardError(f"{path}: {value!r} is not known; {nearest(str(value), names)}")
    return str(value)


def read_cost(data: Any, path: str) -> Cost:
    """``{ any = 1, red = 2 }``."""
    given = table(data, path, ("any", *COLOURS[1:]))
    values = [number(given.get(name, 0), f"{path}.{name}", 0, 12) for name in ("any", *COLOURS[1:])]
    return values[0], values[1], values[2], values[3]


def read_keys(data: Any, path: str) -> int:
    """A list of keywords as a set."""
    if not isinstance(data, list):
        raise CardError(f"{path}: expected a list of keywords, got {data!r}")
    out = 0
    for i, name in enumerate(data):
        out |= KEYWORDS[word(name, f"{path}[{i + 1}]", KEYWORDS)]
    return out


def read_target(data: Any, path: str, do: tuple[Effect, ...], ability: bool) -> Target:
    """``{ what = "creature", whose = "enemy", within = 2 }``, or None for no target. A spell stands nowhere, so nothing
    is near it."""
    push = next((e.n for e in do if e.verb == PUSH), 0)
    if data is None:
        target = Target(push=push)
    else:
        given = table(data, path, ("what", "whose", "within"))
        if "within" in given and not ability:
            raise CardError(f"{path}.within: a spell stands on no hex; only an ability of a board card has within")
        target = Target(
            word(given.get("what"), f"{path}.what", WHATS),
            word(given.get("whose", "any"), f"{path}.whose", WHOSE),
            number(given.get("within", 0), f"{path}.within", 0, 10),
            push,
        )
    for effect in do:
        on_target = (effect.verb in _ON_CARDS and effect.to == TARGET) or effect.verb in (NEGATE, RECALL, PUSH)
        kinds = {NEGATE: ("spell", "activity"), RECALL: ("hex",)}.get(effect.verb, WHATS[:4])
        if on_target and target.what not in kinds:
            raise CardError(f"{path}: {VERBS[effect.verb]} needs a target that is one of {', '.join(kinds)}")
    return target


def read_effects(data: Any, path: str, default_to: int) -> tuple[Effect, ...]:
    """A list of effects, each a table with exactly one verb."""
    if not isinstance(data, list) or not data:
        raise CardError(f"{path}: expected a list of effects, as [{{ damage = 2 }}], got {data!r}")
    return tuple(_read_effect(entry, f"{path}[{i + 1}]", default_to) for i, entry in enumerate(data))


def _read_effect(data: Any, path: str, default_to: int) -> Effect:
    given = table(data, path, (*VERBS, "to", "beside", "who"))
    verbs = [v for v in VERBS if v in given]
    if len(verbs) != 1:
        raise CardError(f"{path}: an effect has exactly one verb of {', '.join(VERBS)}; this has {len(verbs)}")
    name = verbs[0]
    verb, value, where = VERBS.index(name), given[name], f"{path}.{name}"
    to = SUBJECTS.index(word(given["to"], f"{path}.to", SUBJECTS)) if "to" in given else default_to
    out = Effect(verb, to=to, beside=BESIDE if flag(given, "beside", path) else 0)
    for key, fits, only in (
        ("to", verb in _ON_CARDS and verb != PUSH, "an effect on board cards, but push,"),
        ("beside", to > SELF, "an effect on a group of cards"),
        ("who", verb == MILL, "mill"),
    ):
        if key in given and not fits:
            raise CardError(f"{path}.{key}: only {only} has {key!r}")
    if verb == BOOST:
        if not isinstance(value, list) or len(value) != 2:
            raise CardError(f"{where}: expected two numbers, attack and defense, as [1, 0]; got {value!r}")
        return out._replace(attack=number(value[0], where, -6, 6), defense=number(value[1], where, -6, 6))
    if verb == GRANT:
        return out._replace(keys=read_keys([value] if isinstance(value, str) else value, where))
    if verb == ENERGY:
        given_energy = table(value, where, COLOURS)
        parts = [number(given_energy.get(c, 0), f"{where}.{c}", 0, 12) for c in COLOURS]
        return out._replace(energy=(parts[0], parts[1], parts[2], parts[3]))
    if verb in (DESTROY, BOUNCE, EXHAUST, NEGATE, RECALL):
        if value is not True:
            raise CardError(f"{where}: write {name} = true")
        return out._replace(n=1)
    n = number(value, where, -12 if verb == SCORE else 1, 12)
    if verb == MILL and word(given.get("who", "opponent"), f"{path}.who", ("opponent", "controller")) == "controller":
        n = -n
    return out._replace(n=n)


def read_trigger(data: Any, path: str) -> Trigger:
    """``{ when = "energy", whose = "own", do = [...] }``."""
    given = table(data, path, ("when", "whose", "do", "centre"))
    do = read_effects(given.get("do"), f"{path}.do", SELF)
    for effect in do:
        if (effect.verb in _ON_CARDS and effect.to == TARGET) or effect.verb in (PUSH, NEGATE, RECALL):
            raise CardError(f"{path}.do: a trigger has no target; say to = 'self' or another group")
    return Trigger(
        word(given.get("when"), f"{path}.when", MOMENTS),
        word(given.get("whose", "own"), f"{path}.whose", WHOSE_TURN),
        do,
        flag(given, "centre", path),
    )


def read_ability(data: Any, path: str) -> Ability:
    """``{ cost = {...}, points = 1, actions = 1, target = {...}, do = [...] }``."""
    given = table(data, path, ("cost", "points", "actions", "target", "do", "main"))
    target = given.get("target")
    do = read_effects(given.get("do"), f"{path}.do", SELF if target is None else TARGET)
    return Ability(
        read_cost(given.get("cost", {}), f"{path}.cost"),
        number(given.get("points", 0), f"{path}.points", 0, 6),
        number(given.get("actions", 0), f"{path}.actions", 0, 6),
        read_target(target, f"{path}.target", do, True),
        do,
        flag(given, "main", path),
    )


def read_aura(data: Any, path: str) -> Aura:
    """``{ attack = 1, keywords = ["flying"] }``."""
    given = table(data, path, ("attack", "defense", "actions", "distance", "keywords", "loses"))
    names = ("attack", "defense", "actions", "distance")
    values = [number(given.get(k, 0), f"{path}.{k}", -6, 6) for k in names]
    return Aura(
        attack=values[0],
        defense=values[1],
        actions=values[2],
        distance=values[3],
        keys=read_keys(given.get("keywords", []), f"{path}.keywords"),
        lost=read_keys(given.get("loses", []), f"{path}.loses"),
    )


# -- words -------------------------------------------------------------------------------------------------------------


def cost_text(cost: Cost) -> str:
    """ "1 red and 2 more", "nothing"."""
    parts = [f"{n} {colour}" for n, colour in zip(cost[1:], COLOURS[1:], strict=True) if n]
    if cost[0]:
        parts.append(f"{cost[0]} more" if parts else f"{cost[0]} of any colour")
    return listed(parts) if parts else "nothing"


def listed(parts: Sequence[str]) -> str:
    """ "a, b and c"."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def keys_text(keys: int) -> str:
    """ "flying, haste"."""
    return ", ".join(name.replace("-", " ") for name, bit in KEYWORDS.items() if keys & bit)


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _whom(effect: Effect) -> str:
    if effect.to == TARGET:
        return "the target"
    if effect.to == SELF:
        return "this card"
    side, what = SUBJECTS[effect.to].split()
    out = {"own": "your ", "enemy": "enemy ", "all": "all "}[side] + what
    return out + (" beside it" if effect.beside else "")


def _signed(n: int) -> str:
    return f"+{n}" if n >= 0 else str(n)


def effect_text(effect: Effect) -> str:
    """What the effect does, as the end of a sentence."""
    whom, n = _whom(effect), effect.n
    match VERBS[effect.verb]:
        case "damage":
            return f"remove {_count(n, 'point')} from {whom}"
        case "heal":
            return f"add {_count(n, 'point')} to {whom}"
        case "destroy":
            return f"destroy {whom}"
        case "bounce":
            return f"return {whom} to its owner's hand"
        case "push":
            return f"put {whom} on a free hex {'beside it' if n == 1 else f'at most {n} hexes away'}"
        case "boost":
            parts = [f"{_signed(v)} {k}" for v, k in ((effect.attack, "attack"), (effect.defense, "defense")) if v] or [
                "nothing"
            ]
            return f"until the end of the turn {whom} {_verb(effect, 'get')} {' and '.join(parts)}"
        case "grant":
            return f"until the end of the turn {whom} {_verb(effect, 'have')} {keys_text(effect.keys)}"
        case "ready":
            return f"add {_count(n, 'action')} to the die of {whom}"
        case "exhaust":
            return f"remove the action die of {whom}"
        case "draw":
            return f"draw {_count(n, 'card')}"
        case "mill":
            who = "your opponent mills" if n > 0 else "you mill"
            return f"{who} {_count(abs(n), 'card')}"
        case "energy":
            parts = [f"{v} {c}" for v, c in zip(effect.energy, COLOURS, strict=True) if v]
            return f"add {' and '.join(parts)} energy to your pool"
        case "negate":
            return "take the target off the stack"
        case "score":
            return f"your Winning Dice changes by {_signed(n)}"
        case _:
            return "put the topmost creature of your graveyard on the hex"


def _verb(effect: Effect, verb: str) -> str:
    if effect.to in (TARGET, SELF):
        return {"get": "gets", "have": "has"}[verb]
    return verb


def target_text(target: Target) -> str:
    """ "an enemy creature at most 2 hexes away"; empty for no target."""
    if not target.what:
        return ""
    if target.what == "hex":
        return "a free hex of your Sphere of Influence"
    noun = {"activity": "an activity on the stack", "spell": "a spell on the stack"}.get(target.what)
    if noun:
        return noun if target.whose == "any" else f"an {target.whose} {noun.split(' ', 1)[1]}"
    side = "" if target.whose == "any" else f"{target.whose} "
    what = "board card" if target.what == "card" else target.what
    article = "an" if (side or what)[0] in "aeo" else "a"
    far = "" if not target.within else " beside it" if target.within == 1 else f" at most {target.within} hexes away"
    return f"{article} {side}{what}{far}"


def effects_text(do: tuple[Effect, ...], target: Target = NO_TARGET) -> str:
    """The sentence for a list of effects."""
    text = "; ".join(map(effect_text, do))
    aim = target_text(target)
    return f"Target {aim}: {text}." if aim else f"{text[0].upper()}{text[1:]}."


def trigger_text(trigger: Trigger) -> str:
    """The sentence of a trigger."""
    if trigger.when in PHASE_MOMENTS:
        whose = {"own": "your", "enemy": "your opponent's", "each": "each"}[trigger.whose]
        start = f"At the beginning of {whose} {trigger.when.capitalize()} Phase"
    else:
        verb = {"enters": "enters", "destroyed": "is destroyed", "attacks": "attacks", "moves": "moves"}[trigger.when]
        start = f"When this card {verb}"
        if trigger.whose != "each":
            start += f" in {'your' if trigger.whose == 'own' else 'an enemy'} turn"
    if trigger.centre:
        start += ", if it is on the Center Point"
    text = "; ".join(map(effect_text, trigger.do))
    return f"{start}: {text}."


def ability_text(ability: Ability) -> str:
    """The sentence of an activated ability."""
    parts = [] if ability.cost == FREE else [f"pay {cost_text(ability.cost)}"]
    if ability.points:
        parts.append(f"remove {_count(ability.points, 'point')}")
    if ability.actions:
        parts.append(f"use {_count(ability.actions, 'action')}")
    price = ", ".join(parts) or "free"
    speed = " Only in your Main Phase with an empty stack." if ability.main else ""
    return f"{price[0].upper()}{price[1:]}: {effects_text(ability.do, ability.target)}{speed}"


def aura_text(aura: Aura) -> str:
    """The sentence of an enchantment."""
    names = ("attack", "defense", "actions", "attack distance")
    parts = [f"{_signed(v)} {k}" for k, v in zip(names, aura, strict=False) if v]
    if aura.keys:
        parts.append(keys_text(aura.keys))
    text = f"The enchanted card has {', '.join(parts)}." if parts else ""
    lost = f"The enchanted card loses {keys_text(aura.lost)}." if aura.lost else ""
    return " ".join(filter(None, (text, lost)))
