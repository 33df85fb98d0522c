"""Staged input: a piece or card first, then its target, until the picks made mean one action.

The picks of all legal actions form a tree (:meth:`hexlib.game.Game.picks`). A :class:`Stage` walks it; it knows no
game and never changes a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Final

from hexlib.game import Action, Game, Pick, View

__all__ = ["DONE", "Stage"]

DONE: Final = Pick("button", "done", "Done")
"""Ends an action whose picks are the beginning of another action's."""

_Node = dict[Pick, "_Node | Action"]

MOST_REORDERED = 6
"""More picks than this are not tried in another order (6! = 720 orders)."""


class Stage:
    """The picks made so far for the next action, and what may follow."""

    def __init__(self, game: Game, view: View, actions: Iterable[Action]) -> None:
        self.game = game
        self.view = view
        self.tree: _Node = {}
        self.chosen: tuple[Pick, ...] = ()
        for action in actions:
            picks = game.picks(action, view)
            self._add(picks, action)
            if len(picks) == 2 and picks[0].kind == picks[1].kind == "card" and self.intend(picks[::-1]) == action:
                self._add(picks[::-1], action)  # a pair: either may be pointed at first

    def _add(self, picks: Sequence[Pick], action: Action) -> None:
        node = self.tree
        for pick in picks[:-1]:
            below = node.setdefault(pick, {})
            if not isinstance(below, dict):  # another action ends here: it now needs a button
                below = {DONE: below}
                node[pick] = below
            node = below
        if picks:
            last = node.get(picks[-1])
            if isinstance(last, dict):
                last.setdefault(DONE, action)
            else:
                node.setdefault(picks[-1], action)

    def _at(self, picks: Sequence[Pick]) -> _Node | Action | None:
        node: _Node | Action | None = self.tree
        for pick in picks:
            node = node.get(pick) if isinstance(node, dict) else None
        return node

    def choices(self) -> tuple[Pick, ...]:
        """What may be picked next, in the order of the game's legal actions."""
        node = self._at(self.chosen)
        return tuple(node) if isinstance(node, dict) else ()

    def first(self) -> tuple[Pick, ...]:
        """What an action may begin with."""
        return tuple(self.tree)

    def find(self, pick: Pick) -> Pick | None:
        """The choice of this stage that equals ``pick``, with its label."""
        return next((c for c in self.choices() if c == pick), None)

    def choose(self, pick: Pick) -> Action | None:
        """Add a pick that :meth:`choices` (or another order of the picks) allows; the action if it is complete.

        Raises:
            KeyError: the pick is not a choice now.
        """
        found = self.find(pick)
        path = (*self.chosen, found) if found is not None else self._reordered((*self.chosen, pick))
        if path is None:
            raise KeyError(pick)
        node = self._at(path)
        if isinstance(node, dict):
            self.chosen = path
            return None
        self.chosen = ()
        return node

    def follow(self, picks: Sequence[Pick]) -> bool:
        """Make these picks in place of those made so far; whether something may follow them."""
        if not isinstance(self._at(picks), dict):
            return False
        self.chosen = tuple(picks)
        return True

    def drop(self, pick: Pick) -> None:
        """Take a pick back: it alone where the order of the picks does not matter, else it and what followed."""
        at = self.chosen.index(pick)
        rest = self._reordered(self.chosen[:at] + self.chosen[at + 1 :]) if self.is_multiple() else None
        self.chosen = self.chosen[:at] if rest is None else rest

    def back(self) -> None:
        """Take the last pick back."""
        self.chosen = self.chosen[:-1]

    def clear(self) -> None:
        """Take all picks back."""
        self.chosen = ()

    def is_multiple(self) -> bool:
        """Whether the picks made so far are a set: others may follow, or a button ends the action here."""
        return bool(self.chosen) and any(p.kind == "button" for p in self.choices())

    def _reordered(self, picks: tuple[Pick, ...]) -> tuple[Pick, ...] | None:
        """The picks in an order that the tree has, if the action they lead to does not depend on the order."""
        if self._at(picks) is not None:
            return picks
        if not 1 < len(picks) <= MOST_REORDERED or len(set(picks)) < len(picks):
            return None
        for order in permutations(picks):
            if self._at(order) is None:
                continue
            tail = next(self._endings(order), None)
            if tail is None:
                continue
            if self.intend((*picks, *tail)) == self.intend((*order, *tail)) is not None:
                return order
        return None

    def _endings(self, path: Sequence[Pick]) -> Iterator[tuple[Pick, ...]]:
        """Ways to complete the picks, the shortest first."""
        level: list[tuple[tuple[Pick, ...], _Node | Action | None]] = [((), self._at(path))]
        while level:
            below: list[tuple[tuple[Pick, ...], _Node | Action | None]] = []
            for tail, node in level:
                if isinstance(node, dict):
                    below += [((*tail, pick), child) for pick, child in node.items()]
                elif node is not None:
                    yield tail
            level = below[:200]

    def intend(self, picks: Sequence[Pick]) -> Action | None:
        """What the picks mean, legal or not; the button that this class adds means nothing to the game."""
        return self.game.intend([p for p in picks if p is not DONE], self.view)

    def attempt(self, pick: Pick) -> Action | None:
        """The action that the picks made so far and this one mean, legal or not, or None."""
        picks = (*self.chosen, pick)
        found = self.intend(picks)
        if found is None:
            buttons = [p for p in self.choices() if p.kind == "button"]
            found = next((a for b in buttons if (a := self.intend((*picks, b))) is not None), None)
        return found
