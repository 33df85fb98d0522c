"""One moment of HEX HEX NEXT: who has which cards, where the Hexes are, and what is still to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexlib.game import CHANCE, SIMULTANEOUS, TABLE, TERMINAL, Action, Event, IllegalAction, State, Verdict
from hexlib.hex_hex.actions import NAMES, Together
from hexlib.hex_hex.frames import ANSWER, OVER, PHASES, RACE, WINDOWS, Entry, Frame, Hex

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hexlib.hex_hex.game import HexHex
    from hexlib.hex_hex.laws import Law

__all__ = ["HexHexState"]


class HexHexState(State):
    """A mutable state. Seats are numbers, cards are names; texts come in at the edges."""

    __slots__ = (
        "agenda",
        "asked",
        "borrowed",
        "buried",
        "cached",
        "caster",
        "charmed",
        "command",
        "dealer",
        "deck",
        "discard",
        "down",
        "first_dealer",
        "firsts",
        "foretold",
        "game",
        "granted",
        "hand",
        "hexes",
        "laws",
        "lent",
        "lost",
        "next_hex",
        "passer",
        "played",
        "pox",
        "ready",
        "rights",
        "rng",
        "round",
        "spent",
        "standing",
        "start_voice",
        "step_from",
        "tally",
        "voice",
        "winner",
    )

    game: HexHex
    agenda: list[Frame]
    """What is still to be done, the next thing last."""
    asked: int
    """Who decides now; in a window the first of those who may act."""
    round: int
    """From 1; players + 1 is the last round, more are tie-breakers."""
    first_dealer: int
    dealer: int
    caster: int
    passer: int
    """Who passed a Hex last in this round."""
    voice: list[int]
    start_voice: tuple[int, ...]
    """Voice at the beginning of the round."""
    hand: list[tuple[str, ...]]
    """In the order of the catalogue; a foretold hand as it is stacked, top first."""
    played: list[tuple[str, ...]]
    """Face up before each player, in this round."""
    spent: list[tuple[str, ...]]
    """Cancelled in this round: face up, but they count for nothing."""
    down: list[tuple[str, ...]]
    """Discarded face down in this round."""
    standing: list[tuple[tuple[str, int], ...]]
    """Standing Effects of each player: card and named player, -1 for none."""
    granted: tuple[tuple[str, ...], ...]
    """Those of a player's Standing Effects that hold by a law alone; their cards lie elsewhere."""
    deck: list[str]
    """Top card last."""
    discard: list[str]
    """Cards that everybody has seen go to the discard pile."""
    buried: list[str]
    """Cards in the discard pile that went there unseen."""
    hexes: list[Hex]
    next_hex: int
    step_from: int
    """Hexes with this number or a higher one came into play during the step and are answered in the next."""
    ready: list[Entry]
    lost: tuple[int, ...]
    """Hexes that nobody answered in this step; with a minus those that somebody has let go unseen."""
    charmed: list[int]
    """Per seat the set of those whom it may not target."""
    command: list[int]
    """Per seat who chooses the target of its next answer, or -1."""
    firsts: list[int]
    """Per seat how many cards it has played in this round, save when dealt and cancelled ones."""
    foretold: int
    """Set of the seats whose hand is stacked."""
    borrowed: list[tuple[tuple[str, int], ...]]
    """Per seat the cards that it has borrowed for this step, with their owners."""
    lent: list[tuple[str, ...]]
    """Per seat the cards of its hand that were borrowed already in this round."""
    pox: list[int]
    """Per seat how many of its played cards cost it at the end of the round."""
    rights: list[int]
    """Per seat how many of its played cards pay it at the end of the round (only by a ruling)."""
    tally: list[int]
    """How often each counted card was played in this round."""
    laws: tuple[Law, ...]
    rng: int
    winner: int
    cached: dict[int, Sequence[Action]] | None
    """Legal actions by seat, as far as they are known already (while cards are readied: of all who can). No part of the
    state; the table is replaced, never changed."""

    def clone(self) -> HexHexState:
        """An independent copy."""
        new: HexHexState = HexHexState.__new__(HexHexState)
        new.game = self.game
        new.agenda = self.agenda[:]
        new.asked = self.asked
        new.round = self.round
        new.first_dealer = self.first_dealer
        new.dealer = self.dealer
        new.caster = self.caster
        new.passer = self.passer
        new.voice = self.voice[:]
        new.start_voice = self.start_voice
        new.hand = self.hand[:]
        new.played = self.played[:]
        new.spent = self.spent[:]
        new.down = self.down[:]
        new.standing = self.standing[:]
        new.granted = self.granted
        new.deck = self.deck[:]
        new.discard = self.discard[:]
        new.buried = self.buried[:]
        new.hexes = self.hexes[:]
        new.next_hex = self.next_hex
        new.step_from = self.step_from
        new.ready = self.ready[:]
        new.lost = self.lost
        new.charmed = self.charmed[:]
        new.command = self.command[:]
        new.firsts = self.firsts[:]
        new.foretold = self.foretold
        new.borrowed = self.borrowed[:]
        new.lent = self.lent[:]
        new.pox = self.pox[:]
        new.rights = self.rights[:]
        new.tally = self.tally[:]
        new.laws = self.laws
        new.rng = self.rng
        new.winner = self.winner
        new.cached = self.cached
        return new

    def key(self) -> tuple[Any, ...]:
        """Everything that makes two states of one game the same."""
        values = (getattr(self, name) for name in self.__slots__ if name not in ("game", "cached"))
        return tuple(tuple(v) if isinstance(v, list) else v for v in values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexHexState) and self.game == other.game and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]

    # -- who and what ----------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """One of :data:`PHASES`."""
        return PHASES[self.agenda[-1][0]]

    @property
    def doubled(self) -> bool:
        """Whether this is a tie-breaker, in which gains and losses count twice (Winning the Game)."""
        return self.round > self.game.rounds and self.game.rules.on("hexhex.win.tie_doubled")

    def current_player(self) -> int:
        """The seat to decide; ``SIMULTANEOUS`` when several ready their cards, ``CHANCE`` in the race."""
        kind = self.agenda[-1][0]
        if kind == ANSWER:
            if len(self.hexes) > 1 and len(self.cached or committing(self)) > 1:
                return SIMULTANEOUS
            return self.asked
        if kind == RACE:
            return CHANCE
        return TERMINAL if kind == OVER else self.asked

    def committing(self) -> list[int]:
        """The seats that have yet to ready a card for a Hex, clockwise from the caster."""
        return list(committing(self)) if self.agenda[-1][0] == ANSWER else []

    def deciding(self) -> list[int]:
        """Every seat that may act now: those who ready cards, those who may use a window, or the one asked."""
        kind = self.agenda[-1][0]
        if kind == OVER:
            return []
        if kind == ANSWER:
            return list(committing(self))
        if kind in WINDOWS:
            return open_to(self)
        return [self.asked]

    def holding(self, seat: int) -> list[Hex]:
        """The Hexes before a player."""
        return [h for h in self.hexes if h.holder == seat]

    def hex(self, num: int) -> Hex | None:
        """The Hex with that number, or None."""
        for h in self.hexes:
            if h.num == num:
                return h
        return None

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the others; zeros before the end."""
        if self.winner < 0:
            return [0.0] * self.game.num_players
        return [1.0 if s == self.winner else -1.0 for s in range(self.game.num_players)]

    # -- doors -----------------------------------------------------------------------------------------------------

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """Every legal action of a player, by default of the one who is asked; empty for one who has none.

        While several ready their cards (``SIMULTANEOUS``) and in windows each player has a list of their own. Penalties
        of laws, which the table may call at any time, are not in it.
        """
        if player is None:
            player = self.asked
        found = self.cached.get(player) if self.cached else None
        return legal_actions(self, player) if found is None else found

    def explain(self, action: Action) -> Verdict:
        """Why the action is or is not allowed now."""
        return Verdict(action, tuple(against(self, action)))

    def push(self, action: Action) -> None:
        """Do a legal action fast, without events."""
        if self.game.rules.plain and not self.laws:
            doing = OFTEN.get(type(action))
            if doing is not None and doing(self, action):
                return
        if type(action) is Together:
            do_together(self, {getattr(a, "seat", -1): normal(self, a) for a in action.actions})
        else:
            do(self, action, None)

    def push_actions(self, actions: Mapping[int, Action]) -> None:
        """Several seats commit at once, fast and without events."""
        do_together(self, actions)

    def _apply(self, action: Action) -> list[Event]:
        log: list[Event] = []
        for each in action.actions if isinstance(action, Together) else (action,):
            do(self, normal(self, each), log)
        return log

    def apply_actions(self, actions: Mapping[int, Action]) -> list[Event]:
        """Several seats commit at once; only where ``current_player()`` is ``SIMULTANEOUS``.

        Raises:
            IllegalAction: one of the actions is not allowed, or is not of its seat; the state is unchanged.
        """
        for seat, action in actions.items():
            if getattr(action, "seat", seat) != seat:
                raise ValueError(f"{action} is not an action of {NAMES[seat]}")
        return self.apply_action(Together(tuple(actions[s] for s in sorted(actions))))

    def apply_action(self, action: Action) -> list[Event]:
        """The checked door; see :meth:`hexlib.game.State.apply_action`."""
        verdict = self.explain(action)
        if not verdict:
            raise IllegalAction(verdict, str(self))
        return self._apply(action)

    def view(self, seat: int | None) -> HexHexView:
        """What a seat may know; None for a bystander, ``TABLE`` for an open table."""
        return HexHexView.of(self, seat)

    def position(self) -> dict[str, Any]:
        """The state as a record writes it; see ``setup.py``."""
        return dump_position(self)

    def __str__(self) -> str:
        return self.view(TABLE).text()

    def __repr__(self) -> str:
        return f"<HexHexState round {self.round}, {self.phase}, {NAMES[self.asked]} asked, {len(self.hexes)} Hexes>"


# The doors lead into modules that need the class above; they are bound here so that a call costs no import.
from hexlib.hex_hex.deeds import do, do_together  # noqa: E402
from hexlib.hex_hex.fast import OFTEN  # noqa: E402
from hexlib.hex_hex.generate import committing, legal_actions  # noqa: E402
from hexlib.hex_hex.legality import against, normal  # noqa: E402
from hexlib.hex_hex.views import HexHexView  # noqa: E402
from hexlib.hex_hex.windows import open_to  # noqa: E402
from hexlib.hex_hex.writing import dump_position  # noqa: E402
