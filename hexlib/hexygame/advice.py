"""What opponents are told about HexyGame: what is worth a try, how to pay for it, and what comes of it.

Energy has to be in the pool before something is cast, so a single action seldom shows what it is for: taking a point
off a building looks like a loss. The adviser therefore thinks in *intentions*: an action with the energy that it
needs. The first step of an intention is what is chosen; the steps that follow are kept in mind, so that what was
begun is also finished. To judge an action it lets everybody pass (an attacked card strikes back where that pays)
until the next decision in a Main Phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hexlib.game import CHANCE, Action, Game, State, View
from hexlib.hexygame import reasoning
from hexlib.hexygame.actions import Attack, Burn, Cast, Counter, Discard, Join, Keep, Move, Mulligan, Pass, Use
from hexlib.hexygame.board import NO_FIELD
from hexlib.hexygame.combat import attack_sum, defense_sum, loss
from hexlib.hexygame.components import ARTIFACT, BUILDING, COMMON, CREATURE, ENCHANTMENT
from hexlib.hexygame.deeds import abilities_of, move_cost
from hexlib.hexygame.evaluate import WIN, evaluate, worth
from hexlib.hexygame.items import ATTACK, MAIN, MULLIGAN, OVER, SCORE
from hexlib.hexygame.pieces import paid
from hexlib.hexygame.state import HexyState
from hexlib.hexygame.vocabulary import DRAW, ENERGY, FREE, SELF, Cost
from hexlib.opponents.base import Adviser

__all__ = ["HexyAdviser"]

_PASS = Pass()
_ONE: Cost = (1, 0, 0, 0)
Steps = tuple[Action, ...]
MOST = 14
"""Intentions looked at for one decision."""
REMEMBERED = 4000


class HexyAdviser(Adviser):
    """Evaluation, candidates and reasons of HexyGame."""

    win = WIN

    def __init__(self, game: Game) -> None:
        self.game = game
        self._begun: dict[Any, Steps] = {}
        """What is still to be done of an intention, by the position after its first steps."""

    def evaluate(self, state: State, seat: int) -> float:
        """See ``evaluate.py``."""
        assert isinstance(state, HexyState)
        return evaluate(state, seat)

    def turn(self, state: State) -> object:
        """The number of the turn."""
        assert isinstance(state, HexyState)
        return state.turn

    def candidates(self, state: State, seat: int) -> Sequence[Action]:
        """The first steps of intentions that are worth a look, passing first."""
        assert isinstance(state, HexyState)
        if seat == CHANCE or seat != state.asked or state.phase == OVER:
            return state.legal_actions(seat)[:1]
        if state.phase == MULLIGAN:
            return [_opening(state, seat)]
        if state.wait is not None or state.pending:
            return state.legal_actions()
        rest = self._begun.get(_key(state))
        if rest and state.explain(rest[0]):
            self._note(state, rest)
            return rest[:1]
        if not decides(state) and not _answers(state, seat):
            return [_PASS]
        return self._intentions(state, seat)

    def _intentions(self, state: HexyState, seat: int) -> list[Action]:
        best: dict[Action, tuple[float, Steps]] = {}
        single: list[Action] = []
        for steps in _worthwhile(state, seat):
            if len(steps) == 1:
                single.append(steps[0])
                continue
            after = state.clone()
            for step in steps:
                after.push(step)
            settle(after)
            value = evaluate(after, seat)
            first = steps[0]
            if first not in best or value > best[first][0]:
                best[first] = value, steps
        for _, steps in best.values():
            self._note(state, steps)
        return [_PASS, *single, *best]

    def _note(self, state: HexyState, steps: Steps) -> None:
        """Keep in mind what follows the first of the steps."""
        if len(steps) > 1:
            if len(self._begun) > REMEMBERED:
                self._begun.clear()
            after = state.clone()
            after.push(steps[0])
            self._begun[_key(after)] = steps[1:]

    def follow(self, state: State, seat: int, action: Action) -> None:
        """Do the action; one that only takes energy leaves what it is for to the next, after any other everybody passes
        until the next decision in a Main Phase."""
        assert isinstance(state, HexyState)
        leaves = isinstance(action, Pass) and decides(state)
        state.push(action)
        if leaves:
            # judged in the End Phase: what the enemy's next turn brings it would bring after any other action too
            if state.phase == MAIN and not state.stack:
                state.push(_PASS)
        elif not isinstance(action, (Burn, Discard)) or not self._begun.get(_key(state)):
            settle(state)

    def worth(self, state: State, seat: int, action: Action) -> float:
        """The evaluation after the whole intention that the action begins."""
        assert isinstance(state, HexyState)
        after = state.clone()
        self.follow(after, seat, action)
        if isinstance(action, (Burn, Discard)):
            for step in self._begun.get(_key(after), ()):
                if not after.explain(step):
                    break
                after.push(step)
            settle(after)
        return self.evaluate(after, seat)

    def samples(self, view: View) -> int:
        """One guess will do: nothing of the opponent's hand is counted."""
        return 1

    def why(self, state: State, seat: int, action: Action) -> str:
        """See ``reasoning.py``."""
        assert isinstance(state, HexyState)
        meant: Action | None = None
        if isinstance(action, (Burn, Discard)):
            after = state.clone()
            after.push(action)
            rest = self._begun.get(_key(after), ())
            meant = next((step for step in rest if not isinstance(step, (Burn, Discard))), None)
        return reasoning.why(state, seat, action, meant)


def _key(state: HexyState) -> Any:
    """What the seat that is asked sees of the position, as far as an intention depends on it."""
    seat = state.asked
    board = tuple(sorted((f, p.kind, p.points, p.die) for f, p in state.at.items()))
    return state.turn, state.phase, seat, board, state.hand[seat], state.pool[seat], len(state.stack)


# -- where there is something to decide --------------------------------------------------------------------------------


def decides(state: HexyState) -> bool:
    """Whether the active player is to act in the own Main Phase with an empty stack."""
    main = state.phase == MAIN and state.asked == state.active and not state.stack and not state.after_combat
    return main and not state.pending and state.wait is None


def _answers(state: HexyState, seat: int) -> bool:
    """Whether there is something to answer or to join."""
    for item in state.stack:
        if item.type == ATTACK or (item.seat != seat and item.type not in (SCORE,)):
            return True
        if item.type == SCORE and item.seat != seat:
            occupant = state.at.get(state.map.centre)
            if occupant is not None and occupant.owner != seat:
                return True
    return False


def settle(state: HexyState) -> None:
    """Let everybody pass until the next decision in a Main Phase; an attacked card strikes back where that pays."""
    for _ in range(400):
        if state.phase in (OVER, MULLIGAN) or decides(state):
            return
        if state.wait is not None or state.pending:
            state.push(state.legal_actions()[0])
            continue
        place = state.attack_on_stack()
        if place >= 0 and place == len(state.stack) - 1:
            answer = _strike_back(state) if state.stack[place].seat != state.asked else _join(state)
            if answer is not None:
                state.push(answer)
                continue
        state.push(_PASS)


def _strike_back(state: HexyState) -> Action | None:
    """The counterstrike that takes most, if it takes anything; paid by energy if there is any."""
    item = state.stack[state.attack_on_stack()]
    target = state.at.get(item.field)
    if target is None or target.uid != item.target or item.counter >= 0 or target.die or not target.attack:
        return None
    energy = any(state.pool[state.asked])
    if not energy and target.points < 2:
        return None
    team = [f for f in map(state.find, item.team) if f >= 0]
    best: tuple[int, int] | None = None
    for f in team:
        taken = loss(state, target.attack, defense_sum(state, team, f))
        if taken > 0 and state.map.distance[f][item.field] <= target.distance:
            key = (min(taken, state.at[f].points), f)
            best = max(best, key) if best else key
    if best is None:
        return None
    action = Counter(item.field, best[1], not energy)
    return action if state.explain(action) else None


def _join(state: HexyState) -> Action | None:
    """Another attacker, where the attack alone does not destroy its target."""
    item = state.stack[state.attack_on_stack()]
    target = state.at.get(item.field)
    if target is None or target.uid != item.target or not any(state.pool[state.asked]):
        return None
    team = [f for f in map(state.find, item.team) if f >= 0]
    if not team or loss(state, attack_sum(state, team), target.defense) >= target.points:
        return None
    joins = [a for a in state.legal_actions() if isinstance(a, Join) and state.at[a.source].attack]
    return max(joins, key=lambda a: state.at[a.source].attack, default=None)


def _opening(state: HexyState, seat: int) -> Action:
    """Keep a hand with two buildings and something else, or a small one."""
    cards = state.game.cards.cards
    hand = [cards[kind] for kind in state.hand[seat]]
    buildings = sum(card.type == BUILDING for card in hand)
    return Keep() if len(hand) <= 6 or 2 <= buildings <= len(hand) - 2 else Mulligan()


# -- what is worth a try -----------------------------------------------------------------------------------------------


def _worthwhile(state: HexyState, seat: int) -> Iterator[Steps]:
    """Intentions with the energy that they need, the most promising ones."""
    rich = state.clone()
    a, b, c, d = _most(state, seat)
    rich.pool[seat] = (a, b, c, d)
    found: list[tuple[float, int, Action, Cost, int]] = []
    number = state.game.cards.number
    for n, action in enumerate(rich.legal_actions()):
        if isinstance(action, (Pass, Burn, Discard)):
            continue
        score = _promise(state, seat, action)
        if score > 0:
            card = number[action.card] if isinstance(action, Cast) else -1
            found.append((score, -n, action, _cost(state, action), card))
    found.sort(reverse=True)
    groups: dict[object, int] = {}
    tried = 0
    for _, _, action, cost, card in found:
        group = (type(action), getattr(action, "card", None) or getattr(action, "source", None))
        if groups.get(group, 0) >= (4 if isinstance(action, (Attack, Move)) else 3):
            continue
        steps = funding(state, seat, cost, card, _spared(action))
        if steps is None:
            continue
        groups[group] = groups.get(group, 0) + 1
        tried += 1
        yield (*steps, action)
        if tried >= MOST:
            return


def _most(state: HexyState, seat: int) -> Cost:
    """All the energy that the seat could have."""
    pool = list(state.pool[seat])
    cards = state.game.cards.cards
    for piece in state.at.values():
        if piece.owner == seat and piece.type == BUILDING:
            card = cards[piece.kind]
            pool[card.yields] += card.per_point * (piece.points - 1)
    pool[0] += max(0, len(state.hand[seat]) - 1)
    return pool[0], pool[1], pool[2], pool[3]


def _spared(action: Action) -> tuple[int, ...]:
    """Fields whose points are needed otherwise."""
    return (action.source,) if isinstance(action, (Use, Counter)) else ()


def _cost(state: HexyState, action: Action) -> Cost:
    if isinstance(action, Cast):
        return state.game.cards[action.card].cost
    if isinstance(action, Use):
        kind, index = abilities_of(state, action.source)[action.ability - 1]
        return state.game.cards.cards[kind].abilities[index].cost
    if isinstance(action, (Move, Attack, Join)):
        return move_cost(state, action.source) if isinstance(action, Move) else _ONE
    if isinstance(action, Counter):
        return FREE if action.by_point else _ONE
    return FREE


def funding(state: HexyState, seat: int, cost: Cost, card: int, spared: tuple[int, ...] = ()) -> Steps | None:
    """The steps that bring together what is missing of a cost: points off buildings, the fullest first, then cards.

    None if it cannot be paid. The last point of a building stays.
    """
    pool = list(state.pool[seat])
    if paid(state.pool[seat], cost) is not None:
        return ()
    cards = state.game.cards.cards
    left: dict[int, int] = {}
    for f, piece in state.at.items():
        if piece.owner == seat and piece.type == BUILDING and f not in spared and cards[piece.kind].per_point:
            left[f] = piece.points - 1
    taken: dict[int, int] = {}

    def burn(f: int) -> None:
        left[f] -= 1
        taken[f] = taken.get(f, 0) + 1
        made = cards[state.at[f].kind]
        pool[made.yields] += made.per_point

    for colour in (1, 2, 3):
        while pool[colour] < cost[colour]:
            able = [f for f in left if left[f] > 0 and cards[state.at[f].kind].yields == colour]
            if not able:
                return None
            burn(max(able, key=lambda f: (left[f], f)))
    drop: list[Action] = []
    spare = sorted(_dispensable(state, seat, card))
    while sum(pool) < sum(cost):
        able = [f for f in left if left[f] > 0]
        full = max(able, key=lambda f: (left[f], f), default=NO_FIELD)
        if full != NO_FIELD and (left[full] >= 3 or not spare or spare[0][0] > 0.75):
            burn(full)
        elif spare:
            drop.append(Discard(cards[spare.pop(0)[1]].name))
            pool[0] += 1
        elif full != NO_FIELD:
            burn(full)
        else:
            return None
    return (*(Burn(f, n) for f, n in sorted(taken.items())), *drop)


def _dispensable(state: HexyState, seat: int, card: int) -> list[tuple[float, int]]:
    """The other cards of the hand with what it costs to part with them, the least first."""
    cards = state.game.cards.cards
    hand = list(state.hand[seat])
    if card in hand:
        hand.remove(card)
    buildings = sum(p.owner == seat and p.type == BUILDING for p in state.at.values())
    out = []
    for kind in hand:
        value = 1.0
        if cards[kind].type == BUILDING and buildings >= 5:
            value = 0.4
        elif any(e.verb == ENERGY for e in cards[kind].play):
            value = 0.7
        out.append((value + 0.1 * sum(cards[kind].cost), kind))
    return out


# -- how promising -----------------------------------------------------------------------------------------------------


def _promise(state: HexyState, seat: int, action: Action) -> float:
    """A first guess at what an action is worth, to choose those that are looked at; 0 for none."""
    if isinstance(action, Cast):
        return _promise_cast(state, seat, action)
    if isinstance(action, Attack):
        prey = state.at[action.target]
        taken = min(loss(state, state.at[action.source].attack, prey.defense), prey.points)
        card = state.game.cards.cards[prey.kind]
        return 6.0 + 1.2 * taken + (worth(card, prey) if taken >= prey.points else 0.0) if taken else 1.5
    if isinstance(action, Join):
        return 6.0 + state.at[action.source].attack
    if isinstance(action, Counter):
        return 8.0 - (0.5 if action.by_point else 0.0)
    if isinstance(action, Move):
        return _promise_move(state, seat, action)
    if isinstance(action, Use):
        kind, index = abilities_of(state, action.source)[action.ability - 1]
        ability = state.game.cards.cards[kind].abilities[index]
        return 0.0 if ability is COMMON or _absurd(state, seat, ability.do, action.target) else 4.0
    return 1.0


def _promise_move(state: HexyState, seat: int, action: Move) -> float:
    board = state.map
    goal, centre = board.flags[1 - seat], board.centre
    if action.target == goal:
        return 500.0
    ahead = board.distance[action.source][goal] - board.distance[action.target][goal]
    inward = board.distance[action.source][centre] - board.distance[action.target][centre]
    score = 2.0 + ahead + 0.6 * inward + (3.0 if action.target == centre else 0.0)
    if board.distance[action.target][board.flags[seat]] <= 2:
        score += 0.8
    return score + 0.05 * (10 - board.distance[action.target][goal])


def _promise_cast(state: HexyState, seat: int, action: Cast) -> float:
    card = state.game.cards[action.card]
    board = state.map
    if card.type == BUILDING:
        own = sum(p.owner == seat and p.type == BUILDING for p in state.at.values())
        near = board.distance[board.centre][action.target]
        return (12.0 if own < 3 else 7.0 if own < 5 else 2.0) - 0.2 * near - 0.3 * sum(card.cost)
    if card.type <= ARTIFACT:
        goal = board.flags[1 - seat] if card.type == CREATURE else board.centre
        at_centre = 1.0 if action.target == board.centre else 0.0
        near = board.distance[goal][action.target]
        return 5.0 + 0.8 * sum(card.cost) + card.attack * 0.3 - 0.25 * near + at_centre
    if action.place:
        item = state.stack[action.place - 1] if action.place <= len(state.stack) else None
        return 6.0 if item is not None and item.seat != seat else 0.0
    if card.type == ENCHANTMENT and card.aura is not None:
        good = sum(card.aura[:4]) + (2 if card.aura.keys else 0) - (2 if card.aura.lost else 0) >= 0
        host = state.at[action.target]
        return 3.0 + host.attack if good == (host.owner == seat) else 0.0
    if _absurd(state, seat, card.play, action.target):
        return 0.0
    return 4.0 + (1.0 if any(e.verb == DRAW for e in card.play) else 0.0)


def _absurd(state: HexyState, seat: int, do: Sequence[Any], target: int) -> bool:
    """Whether the effects would harm an own card or help one of the enemy's; energy alone is no aim either."""
    from hexlib.hexygame.vocabulary import BOOST, DAMAGE, DESTROY, EXHAUST, GRANT, HEAL, READY

    if all(e.verb == ENERGY for e in do):
        return True
    piece = state.at.get(target)
    if piece is None:
        return False
    for e in do:
        if e.to == SELF:
            continue
        bad = e.verb in (DAMAGE, DESTROY, EXHAUST) or (e.verb == BOOST and e.attack + e.defense < 0)
        good = e.verb in (HEAL, READY, GRANT) or (e.verb == BOOST and e.attack + e.defense > 0)
        if (bad and piece.owner == seat) or (good and piece.owner != seat):
            return True
    return False
