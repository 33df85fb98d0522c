"""The course of a game: rounds, steps and what is to be done next (Starting the Game to Winning the Game).

``state.agenda`` holds frames; the last one is done first. A handler does the automatic part of its frame and returns
True when a decision is needed. The order within a step is: arrival window, borrowing, readying cards, turning them up,
choices by Command, reaction window, effects before the pass, and then all Hexes move or go off together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hexlib.game import Rng
from hexlib.hex_hex import deeds, fast, step
from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.flight import anybody_borrows, clockwise
from hexlib.hex_hex.frames import (
    ANSWER,
    ARRIVE,
    BORROW,
    CARD,
    CAST,
    CHOOSE,
    DEAL,
    DEALT,
    END,
    HEXCARD,
    HEXED,
    KEEP,
    LEAST,
    MOVE,
    NEXT,
    OFF,
    OPPOSITE,
    OVER,
    RACE,
    REACT,
    REVEAL,
    REVENGE,
    SHOW,
    STACK,
    STEP,
    Frame,
)  # fmt: skip
from hexlib.hex_hex.generate import PASSES, committing
from hexlib.hex_hex.hexed import go_off, mirror, settle, standing_effects, when_hexed
from hexlib.hex_hex.pieces import Log, add_cards, named, note, number, score, take
from hexlib.hex_hex.windows import first_open, window_mask

if TYPE_CHECKING:
    from hexlib.hex_hex.state import HexHexState

__all__ = ["ask", "begin_round", "run"]


def run(state: HexHexState, log: Log) -> None:
    """Go on until somebody has to decide or the game is over."""
    state.cached = None
    doing = _FAST if log is None and state.game.rules.plain and not state.laws else _DO
    while True:
        frame = state.agenda[-1]
        if doing[frame[0]](state, frame, log):
            return


# -- rounds ------------------------------------------------------------------------------------------------------------


def begin_round(state: HexHexState, log: Log) -> None:
    """Clear what belonged to the last round and put a new one on the agenda."""
    n = state.game.rules.n
    state.start_voice = tuple(state.voice)
    state.hexes, state.ready, state.lost = [], [], ()
    state.next_hex = state.step_from = 1
    state.charmed, state.command, state.firsts = [0] * n, [-1] * n, [0] * n
    state.foretold = 0
    state.borrowed, state.lent = [()] * n, [()] * n
    state.pox, state.rights, state.tally = [0] * n, [0] * n, [0] * len(state.game.rules.counted)
    last = state.round > n and state.game.rules.on("hexhex.last.when")
    state.agenda = [(END,), (STEP,), (CAST,), (DEALT,), (DEAL,)]
    if last:
        _last_round(state, log)
    state.passer = state.caster
    if log is not None:
        cited = ["hexhex.setup.rounds"]
        what = f"Round {state.round} of {state.game.rounds}"
        if last:
            cited = ["hexhex.last.when"] if state.round == state.game.rounds else ["hexhex.win.tie_round"]
            what = "The last round" if state.round == state.game.rounds else "A tie-breaker"
        elif state.round > 1:
            cited += ["hexhex.round.new_dealer", "hexhex.round.new_caster", "hexhex.round.rotation"]
        note(log, "round", f"{what} begins.", *cited, round=state.round)


def _last_round(state: HexHexState, log: Log) -> None:
    """The player with the least Voice casts and selects the dealer (The Last Round)."""
    rules = state.game.rules
    least = min(state.voice)
    lowest = [s for s in range(rules.n) if state.voice[s] == least]
    if len(lowest) > 1:  # X06
        rng = Rng(state.rng)
        lowest = [lowest[rng.below(len(lowest))]]
        state.rng = rng.state
    if rules.on("hexhex.last.least_voice_casts"):
        state.caster = lowest[0]
    else:
        state.caster = (state.caster + 1) % rules.n
    if rules.on("hexhex.last.least_voice_selects"):
        state.agenda.append((LEAST, lowest[0]))
    else:
        state.dealer = (state.caster - 1) % rules.n


def _least(state: HexHexState, frame: Frame, log: Log) -> bool:
    state.asked = frame[1]
    return True


def _deal(state: HexHexState, frame: Frame, log: Log) -> bool:
    state.agenda.pop()
    rules = state.game.rules
    size = rules.hand_size
    n = rules.n
    if "hexhex.setup.deal_five=four" in rules.broken:
        size -= 1
    deck, hand = state.deck, state.hand
    if log is None and rules.plain and len(deck) >= n * size:
        for seat in rules.clock[(state.dealer + 1) % n]:
            want = size - len(hand[seat])
            if want > 0:
                cards = [*hand[seat], *deck[-want:]]
                del deck[-want:]
                cards.sort(key=rules.order)
                hand[seat] = tuple(cards)
        return False
    for seat in clockwise(state, state.dealer + 1):
        want = size - len(state.hand[seat])
        if not rules.on("hexhex.bind.refill"):
            want = size
        cards = take(state, want, log)
        add_cards(state, seat, cards)
        if log is not None and cards:
            cited = ["hexhex.setup.deal_five", "hexhex.setup.deck_by_dealer"]
            if len(cards) < size:
                cited = ["hexhex.bind.refill"]
            text = f"{NAMES[seat]} is dealt {number(len(cards), 'card')}."
            note(log, "deal", text, *cited, player=seat, cards=len(cards))
            text = f"{NAMES[seat]} is dealt {named(cards, state)}."
            note(log, "deal.cards", text, seen_by=(seat,), player=seat, cards=tuple(cards))
    return False


def _dealt(state: HexHexState, frame: Frame, log: Log) -> bool:
    """Cards that are played when dealt, from the dealer's left (X59)."""
    rules = state.game.rules
    if rules.plain or rules.on("hexhex.start.play_dealt_cards"):
        for seat in rules.clock[(state.dealer + 1) % rules.n]:
            if not rules.dealt.isdisjoint(state.hand[seat]):
                state.asked = seat
                return True
    state.agenda.pop()
    return False


def _cast(state: HexHexState, frame: Frame, log: Log) -> bool:
    state.asked = state.caster
    if not state.game.rules.on("hexhex.play.left_of_dealer") and state.round <= state.game.rules.n:
        state.asked = state.caster = state.dealer
    return True


def _end(state: HexHexState, frame: Frame, log: Log) -> bool:
    """The round is over: what waits for its end, then hands are kept or discarded (Ending the Round)."""
    rules = state.game.rules
    state.agenda[-1] = (NEXT,)
    if log is not None:
        note(log, "round.end", f"Round {state.round} is over.", "hexhex.round.over", "hexhex.round.assess")
    effects = standing_effects(state)
    if not effects and not any(state.pox) and not any(state.rights):
        return False
    for seat in rules.clock[state.caster]:
        if state.pox[seat]:
            each = rules.reading["pox_count"] == "each" and "hexhex.pox.effect=once" not in rules.broken
            loss = state.pox[seat] * (effects if each else min(effects, 1))
            why = f" by Pox for {number(effects, 'Standing Effect')}"
            cited = ("hexhex.pox.effect", "hexhex.pox.count_at_round_end")
            change = score(state, seat, -loss, log, why, *cited)
            if rules.reading["shackle_pox"] == "mirrored":
                mirror(state, seat, change, log)
        if state.rights[seat]:
            count = state.rights[seat] * sum(state.tally)
            change = score(state, seat, count, log, " by Right Is Might", "hexhex.right_is_might.effect")
            mirror(state, seat, change, log)
    for seat in reversed(rules.clock[state.caster]):
        if state.standing[seat] and state.hand[seat] and _binds(state, seat):
            state.agenda.append((KEEP, seat))
    return False


def _binds(state: HexHexState, seat: int) -> bool:
    rules = state.game.rules
    for card, _ in state.standing[seat]:
        if rules.cards[card].standing == "bind":
            return rules.on("hexhex.bind.keep")
    return False


def _keep(state: HexHexState, frame: Frame, log: Log) -> bool:
    state.asked = frame[1]
    return True


def _next(state: HexHexState, frame: Frame, log: Log) -> bool:
    rules = state.game.rules
    n = rules.n
    _clear_table(state)
    if log is not None:
        note(log, "discard.all", "Hands and played cards go to the discard pile.", "hexhex.round.discard_all")
    number_of_rounds = state.game.rounds
    if state.round >= number_of_rounds:
        most = max(state.voice)
        best = [s for s in range(n) if state.voice[s] == most]
        if "hexhex.win.most=least" in rules.broken:
            best = [s for s in range(n) if state.voice[s] == min(state.voice)]
        if (
            len(best) == 1
            or not rules.on("hexhex.win.tie_round")
            or (state.round > number_of_rounds and not rules.on("hexhex.win.tie_repeat"))
        ):
            state.winner = best[0]
            state.agenda = [(OVER,)]
            state.hexes, state.ready, state.lost = [], [], ()
            text = f"{NAMES[best[0]]} wins with {most} Voice and may lay down a law."
            cited = ("hexhex.win.most", "hexhex.setup.most_voice_wins", "hexhex.win.law_right")
            note(log, "win", text, *cited, player=best[0], voice=most)
            return False
        names = " and ".join(NAMES[s] for s in best)
        note(log, "tie", f"{names} are level at {most} Voice.", "hexhex.win.tie_round", "hexhex.win.tie_repeat")
    state.round += 1
    if state.round <= n or not rules.on("hexhex.last.when"):
        state.dealer = state.caster
        if rules.reading["new_dealer"] == "passer":
            state.dealer = state.passer
        elif not rules.on("hexhex.round.new_dealer"):
            state.dealer = (state.dealer + 2) % n
        state.caster = (state.dealer + (1 if rules.on("hexhex.round.new_caster") else 2)) % n
    begin_round(state, log)
    return False


def _clear_table(state: HexHexState) -> None:
    """Hands and played cards go to the discard pile; Standing Effects end, save enduring ones."""
    rules = state.game.rules
    if rules.plain and not any(state.standing):
        for pile, stacks in ((state.discard, state.played), (state.discard, state.spent)):
            for cards_ in stacks:
                pile += cards_
        for stacks in (state.down, state.hand):
            for cards_ in stacks:
                state.buried += cards_
        n = rules.n
        state.hand, state.lent = [()] * n, [()] * n
        state.played, state.spent, state.down = [()] * n, [()] * n, [()] * n
        return
    cards = rules.cards
    for seat in range(rules.n):
        state.discard += state.played[seat]
        if state.spent[seat]:
            state.discard += state.spent[seat]
        if state.down[seat]:
            state.buried += state.down[seat]
        if state.standing[seat]:
            stays, granted = [], list(state.granted[seat])
            for card, who in state.standing[seat]:
                lasts = cards[card].enduring and rules.on("hexhex.bind.enduring")
                if lasts or not rules.on("hexhex.dealt.standing_until_round_end"):
                    stays.append((card, who))
                elif card in granted:
                    granted.remove(card)
                elif rules.on("hexhex.phrase.standing_discarded"):
                    state.discard.append(card)
            state.standing[seat] = tuple(stays)
            if state.granted[seat]:
                state.granted = tuple(tuple(granted) if s == seat else g for s, g in enumerate(state.granted))
        # A bound hand that was not kept lies face down already.
        if not (state.standing[seat] and _binds(state, seat)) and rules.on("hexhex.round.discard_all"):
            state.buried += state.hand[seat]
            state.hand[seat] = state.lent[seat] = ()
        elif state.foretold >> seat & 1:
            state.hand[seat] = tuple(sorted(state.hand[seat], key=rules.order))
    n = rules.n
    state.played, state.spent, state.down = [()] * n, [()] * n, [()] * n


def _over(state: HexHexState, frame: Frame, log: Log) -> bool:
    return True


# -- one step ----------------------------------------------------------------------------------------------------------


def _step(state: HexHexState, frame: Frame, log: Log) -> bool:
    rules = state.game.rules
    if not state.hexes:
        state.agenda.pop()
        return False
    if not rules.on("hexhex.multi.until_all_done") and len(state.hexes) < state.next_hex - 1:
        state.hexes = []
        return False
    state.ready, state.lost = [], ()
    state.step_from = state.next_hex
    if not rules.on("hexhex.multi.simultaneous"):
        state.step_from = state.hexes[0].num + 1
    state.agenda += [(MOVE,), (REVEAL,), (ANSWER,)]
    if anybody_borrows(state):
        state.agenda.append((BORROW,))
    mask = window_mask(state, ARRIVE)
    if mask:
        state.agenda.append((ARRIVE, mask))
    return False


def _window(state: HexHexState, frame: Frame, log: Log) -> bool:
    """A window: ask the next who may use it, or close it."""
    state.cached = None
    found = first_open(state) if frame[-1] else None
    if found:
        state.asked, actions = found
        state.cached = {found[0]: [*actions, PASSES[found[0]]]}
        return True
    kind = frame[0]
    if kind == ARRIVE:
        state.agenda.pop()
    elif kind == REACT:
        step.close_reactions(state)
    elif kind == CARD:
        deeds.resolve_card(state, frame, log)
    else:
        deeds.resolve_hexed_card(state, frame, log)
    return False


def _borrow(state: HexHexState, frame: Frame, log: Log) -> bool:
    for seat in state.game.rules.clock[state.caster]:
        if state.standing[seat] and step.must_borrow(state, seat):
            state.asked = seat
            return True
    state.agenda.pop()
    return False


def ask(state: HexHexState, frame: Frame, log: Log) -> bool:
    """The Intended answer, if anybody can."""
    found = committing(state)
    if found:
        state.asked = next(iter(found))
        return True
    state.cached = None
    state.agenda.pop()
    return False


def _ask_first(state: HexHexState, frame: Frame, log: Log) -> bool:
    state.asked = frame[1]
    return True


def _hexed(state: HexHexState, frame: Frame, log: Log) -> bool:
    if not when_hexed(state, frame[1].holder):  # a law has cost the card that waited for this
        _, h, sender, scorcher, points = state.agenda.pop()
        settle(state, h, sender, scorcher, points, "", log)
        return False
    state.asked = frame[1].holder
    return True


def _show(state: HexHexState, frame: Frame, log: Log) -> bool:
    if not deeds.scorched_cards(state, frame[1], frame[2]):  # likewise
        deeds.burn(state, log)
        return False
    state.asked = frame[1]
    return True


def _race(state: HexHexState, frame: Frame, log: Log) -> bool:
    if state.game.rules.reading["race"] == "chance":
        deeds.last(state, step.random_seat(state), log)
        return False
    state.asked = frame[1]
    return True


def _off(state: HexHexState, frame: Frame, log: Log) -> bool:
    go_off(state, frame, log)
    return False


_DO: dict[int, Callable[[HexHexState, Frame, Log], bool]] = {
    OVER: _over,
    NEXT: _next,
    END: _end,
    KEEP: _keep,
    STEP: _step,
    CAST: _cast,
    DEAL: _deal,
    DEALT: _dealt,
    LEAST: _least,
    ARRIVE: _window,
    BORROW: _borrow,
    ANSWER: ask,
    REVEAL: lambda state, frame, log: step.reveal(state, log),
    CHOOSE: lambda state, frame, log: step.choose(state, log),
    REACT: _window,
    CARD: _window,
    MOVE: lambda state, frame, log: step.move(state, log),
    OFF: _off,
    HEXED: _hexed,
    HEXCARD: _window,
    SHOW: _show,
    RACE: _race,
    REVENGE: _ask_first,
    OPPOSITE: _ask_first,
    STACK: _ask_first,
}
_FAST: dict[int, Callable[[HexHexState, Frame, Log], bool]] = {
    **_DO,
    STEP: fast.begin_step,
    ARRIVE: fast.window,
    ANSWER: fast.ask,
    REVEAL: fast.reveal,
    REACT: fast.window,
    CARD: fast.window,
    MOVE: fast.move,
    HEXCARD: fast.window,
}
"""The same without events, for the plain game."""
