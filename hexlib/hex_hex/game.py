"""HEX HEX NEXT as a :class:`hexlib.game.Game`."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from hexlib.game import Action, Break, Game, Option, Pick, State, View, checked_options
from hexlib.hex_hex import interplay
from hexlib.hex_hex.actions import NAMES, Last, Together, parse
from hexlib.hex_hex.breaks import BREAKS
from hexlib.hex_hex.components import CardSet, card_set, own_deck
from hexlib.hex_hex.laws import Law, in_force, law_list, read_laws
from hexlib.hex_hex.options import RULINGS, Rules
from hexlib.hex_hex.setup import initial_state, read_position
from hexlib.hex_hex.state import HexHexState
from hexlib.hex_hex.views import HexHexView
from hexlib.switches import broken_names

if TYPE_CHECKING:
    from hexlib.draw.scene import Scene
    from hexlib.opponents.base import Adviser
    from hexlib.rules import Rulebook
    from hexlib.sequel import Sequel

__all__ = ["HexHex"]


@dataclass(frozen=True)
class HexHex(Game):
    """Three to six seats: Ann, Bob, Cid, Dee, Eve and Fay, clockwise.

    Args:
        rulings: readings and numbers by name; see ``rulings.toml``. ``players`` and ``cards`` are among them. The rest
            take their defaults.
        broken: names of rules broken on purpose; better made with :meth:`without`.
        deck: a deck of one's own, as TOML text, a file or a table; see :func:`hexlib.hex_hex.components.own_deck`.
        laws: names of sample laws, or tables; see :func:`hexlib.hex_hex.laws.read_laws`.
        asks_all: whether windows ask everybody with a card in hand, not only those who could use them. Then not even
            a pause at the table tells what somebody holds.
        players: the same as the ruling, for short.

    Raises:
        ValueError: an unknown ruling or reading, a mistake in the deck or in a law.
        KeyError: an unknown rule to break.
    """

    name: ClassVar[str] = "hex-hex-next"
    title: ClassVar[str] = "HEX HEX NEXT"
    prefix: ClassVar[str] = "hexhex"

    deck: str | Path | Mapping[str, Any] | CardSet | None = field(default=None, compare=False)
    laws: tuple[Law, ...] = ()
    asks_all: bool = False
    players: int = 0
    rules: Rules = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        given = dict(self.rulings)
        if self.players:
            given["players"] = self.players
        rulings = RULINGS.checked(given)
        broken = broken_names(self.broken, BREAKS)
        deck = self.deck
        if deck is None:
            deck = card_set(str(rulings["cards"]))
        elif not isinstance(deck, CardSet):
            deck = own_deck(deck)
        values = {
            "rulings": rulings,
            "broken": broken,
            "deck": deck,
            "laws": read_laws(self.laws),
            "players": int(rulings["players"]),
            "rules": Rules(rulings, broken, deck, self.asks_all),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, each to the left of the one before."""
        return NAMES[: self.players]

    @property
    def rounds(self) -> int:
        """One more than there are players; the last of them is the last round (Setting Up)."""
        return self.players + (0 if "hexhex.setup.rounds=players" in self.broken else 1)

    @property
    def rulebook(self) -> Rulebook:
        """The 239 statements and the rulings."""
        return _rulebook()

    def breaks(self) -> Sequence[Break]:
        """Every rule that can be broken on purpose; see ``breaks.py``."""
        return BREAKS

    def without(self, *rules: str) -> HexHex:
        """The same game with those rules broken; see :meth:`hexlib.game.Game.without`."""
        return replace(self, broken=self.broken | broken_names(rules, BREAKS))

    def new_initial_state(self, seed: int | None = None) -> HexHexState:
        """A shuffled deck, a dealer by chance and five cards each (Setting Up)."""
        return initial_state(self, secrets.randbits(64) if seed is None else seed)

    def next_game(
        self, before: HexHexState, *laws: str | Mapping[str, Any] | Law, seed: int | None = None
    ) -> HexHexState:
        """The next game of a series: the winner's law is added, and the deal begins one seat further to the left.

        Raises:
            ValueError: the game before is not over, or a law cannot be.
        """
        if before.winner < 0:
            raise ValueError("the game before is not over yet, so nobody lays down the law")
        game = replace(self, laws=in_force((*before.laws, *law_list(laws))))
        dealer = (before.first_dealer + 1) % self.players
        return initial_state(game, secrets.randbits(64) if seed is None else seed, dealer)

    def calls(self, view: View) -> tuple[Action, ...]:
        """The penalties of the laws in force; see ``interplay.py``."""
        assert isinstance(view, HexHexView)
        return interplay.calls(view)

    def sequel(self, state: State) -> Sequel | None:
        """The next game of a series, for which the winner may lay down a law; see ``sequel.py``."""
        from hexlib.hex_hex.sequel import sequel

        return sequel(state)

    def parse_action(self, text: str) -> Action:
        """Read an action; see ``actions.py`` for the notation."""
        orders = [name for name, card in self.rules.cards.items() if card.order]
        return parse(text, self.seats, self.rules.cards, orders)

    def position(self, data: Mapping[str, Any]) -> HexHexState:
        """The state that a record's ``[position]`` describes; see ``setup.py``."""
        return read_position(self, data)

    def scene(self, view: View, **options: Any) -> Scene:
        """The table as the viewer may see it."""
        assert isinstance(view, HexHexView)
        drawn: Scene = import_module("hexlib.hex_hex.picture").scene(view, **options)
        return drawn

    def picks(self, action: Action, view: View) -> tuple[Pick, ...]:
        """Card first, then Hex and player; see ``interplay.py``."""
        assert isinstance(view, HexHexView)
        return interplay.picks(action, view)

    def intend(self, picks: Sequence[Pick], view: View) -> Action | None:
        """What the picks mean; see ``interplay.py``."""
        assert isinstance(view, HexHexView)
        return interplay.intend(picks, view)

    def trays(self, view: View) -> tuple[Pick, ...]:
        """The viewer's own hand; at an open table that of the seat that decides."""
        assert isinstance(view, HexHexView)
        return interplay.trays(view)

    def about(self, pick: Pick, view: View) -> str:
        """A card in words; see ``interplay.py``."""
        assert isinstance(view, HexHexView)
        return interplay.about(pick, view)

    def automatic(self, view: View) -> Action | None:
        """A pass in a window that the seat has nothing for; see ``interplay.py``."""
        assert isinstance(view, HexHexView)
        return interplay.automatic(view)

    def adviser(self) -> Adviser:
        """What opponents ask about playing well; see ``advice.py``."""
        from hexlib.hex_hex.advice import HexHexAdviser

        return HexHexAdviser()

    def options(self) -> tuple[Option, ...]:
        """How many play, with which cards, and whom a window asks."""
        cards = (("next", "HEX HEX NEXT"), ("original", "The first game"), ("both", "Both, shuffled together"))
        asked = (("no", "Those who could play a card"), ("yes", "Everybody with a card in hand"))
        return (
            Option("players", "Players", tuple((str(n), str(n)) for n in range(3, 7)), str(self.players)),
            Option("cards", "Cards", cards, str(self.rulings["cards"])),
            Option(
                "asks_all",
                "Windows ask",
                asked,
                "yes" if self.asks_all else "no",
                shared="yes",
                note="Where everybody is asked, not even a pause tells what somebody holds.",
            ),
        )

    def with_options(self, given: Mapping[str, str]) -> HexHex:
        """The same game with those choices; see :meth:`hexlib.game.Game.with_options`."""
        chosen = checked_options(self, given)
        rulings = dict(self.rulings)
        if "cards" in chosen:
            rulings["cards"] = chosen["cards"]
        players = int(chosen.get("players", self.players))
        asks_all = chosen["asks_all"] == "yes" if "asks_all" in chosen else self.asks_all
        deck = None if "cards" in chosen and chosen["cards"] != self.rulings["cards"] else self.deck
        return replace(self, rulings=rulings, players=players, asks_all=asks_all, deck=deck)

    def together(self, actions: Mapping[int, Action]) -> Action:
        """``{Bob: rot > Dee, Eve: duck}``."""
        return Together(tuple(actions[seat] for seat in sorted(actions)))

    def race(self, view: View) -> tuple[tuple[int, Action], ...]:
        """Everybody who was in the race of HEX HEX (Cards Worthy of Special Mention > HEX HEX NEXT)."""
        assert isinstance(view, HexHexView)
        return tuple((seat, Last(seat)) for seat in range(self.players)) if view.phase == "race" else ()

    @property
    def measures(self) -> Mapping[str, Callable[[State], Any]]:
        """Voice, Hexes, senders, hands and so on, by name."""
        return _MEASURES  # type: ignore[return-value]


@cache
def _rulebook() -> Rulebook:
    from hexlib.rules import Rulebook

    return Rulebook.load("hex_hex")


def _fact(name: str) -> Callable[[HexHexState], Any]:
    return lambda state: state.view(-9).facts()[name]


def _charmed(state: HexHexState) -> dict[str, list[str]]:
    names = state.game.seats
    return {who: [names[t] for t in range(len(names)) if state.charmed[s] >> t & 1] for s, who in enumerate(names)}


_MEASURES: dict[str, Callable[[HexHexState], Any]] = {
    **{
        name: _fact(name)
        for name in (
            "round",
            "rounds",
            "phase",
            "player",
            "dealer",
            "caster",
            "voice",
            "intended",
            "hexes",
            "senders",
            "hand",
            "cards",
            "played",
            "cancelled",
            "standing",
            "deck",
            "discard",
            "laws",
            "winner",
        )
    },
    "asked": lambda state: [state.game.seats[s] for s in state.deciding()],
    "charmed": _charmed,
    "top": lambda state: state.deck[-1] if state.deck else "none",
}
