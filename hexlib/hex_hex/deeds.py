"""What each action does to the state. ``do`` is both doors: with a log it tells what happened, without it is fast."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hexlib.game import Action
from hexlib.hex_hex import laws
from hexlib.hex_hex.actions import (
    NAMES,
    Borrow,
    Cast,
    Choose,
    Dealer,
    Keep,
    Last,
    Order,
    Pass,
    Penalty,
    Play,
    React,
    Revenge,
    Show,
    Yield,
)
from hexlib.hex_hex.flight import borrowable, commanded, open_hexes, way
from hexlib.hex_hex.frames import (
    ANSWER,
    BY_COMMAND,
    CARD,
    COMMITTED,
    DEALT,
    HEXCARD,
    HEXED,
    OFF,
    OPPOSITE,
    PREMATURE,
    SHOW,
    STACK,
    TURNED_UP,
    WINDOWS,
    Entry,
    Frame,
    Hex,
)  # fmt: skip
from hexlib.hex_hex.hexed import mirror, settle, when_hexed
from hexlib.hex_hex.pieces import Log, add_cards, below, draw, lose_card, named, note, number, score
from hexlib.hex_hex.windows import exclude, window_mask

if TYPE_CHECKING:
    from hexlib.hex_hex.state import HexHexState

__all__ = ["burn", "do", "do_together", "last", "resolve_card", "resolve_hexed_card"]


def _cast(state: HexHexState, action: Cast, log: Log) -> None:
    state.agenda.pop()
    seat, target = action.seat, action.target
    state.hexes.append(Hex(state.next_hex, target, seat, way(state, seat, target)))
    state.hexes.sort()
    state.next_hex += 1
    if log is not None:
        cited = ["hexhex.play.cast_aloud", "hexhex.play.intended", "hexhex.play.red_token", "hexhex.start.all_ready"]
        cited.append(
            "hexhex.play.left_of_dealer" if state.round <= state.game.rules.n else "hexhex.last.least_voice_casts"
        )
        text = f"{NAMES[seat]} casts: HEX HEX, {NAMES[target]}!"
        note(log, "cast", text, *cited, player=seat, target=target, hex=state.next_hex - 1)


# -- playing cards -----------------------------------------------------------------------------------------------------


def _play(state: HexHexState, action: Play, log: Log) -> None:
    kind = state.agenda[-1][0]
    if kind == DEALT:
        _when_dealt(state, action, log)
    elif kind == HEXED:
        _when_hexed(state, action, log)
    elif kind == ANSWER and open_hexes(state, action.seat):
        _answer(state, action, log)
    else:
        _out_of_turn(state, action, log)


def _answer(state: HexHexState, action: Play, log: Log) -> None:
    """Ready a card for a Hex; it is turned up when everybody has (Dealing with Multiple Hexes)."""
    rules = state.game.rules
    seat, card = action.seat, rules.cards[action.card]
    mine = open_hexes(state, seat)
    hexes = action.hexes or ((mine[0].num,) if not card.race else tuple(h.num for h in mine))
    target = action.target
    if target < 0 and not action.other and card.ways and commanded(state, seat, card, state.hex(hexes[0])):
        target = BY_COMMAND
    owner = -1
    for i, (name, whose) in enumerate(state.borrowed[seat]):
        if name == action.card:
            owner = whose
            state.borrowed[seat] = state.borrowed[seat][:i] + state.borrowed[seat][i + 1 :]
            break
    else:
        lose_card(state, seat, action.card, unseen=True)
        if action.other:
            lose_card(state, seat, action.other, unseen=True)
    state.ready.append(Entry(seat, action.card, hexes, target, action.other, COMMITTED, owner))
    if len(state.hexes) > 1 and log is not None:
        text = f"{NAMES[seat]} readies {named([c for c in (action.card, action.other) if c], state)}."
        note(log, "ready", text, "hexhex.multi.ready_cards", seen_by=(seat,), player=seat, card=action.card)


def _yield(state: HexHexState, action: Yield, log: Log) -> None:
    seat = action.seat
    nums = action.hexes or tuple(h.num for h in open_hexes(state, seat)[:1])
    state.lost = (*state.lost, *(-n for n in nums))
    note(log, "yield", f"{NAMES[seat]} lets the Hex go off.", seen_by=(seat,), player=seat)


def _out_of_turn(state: HexHexState, action: Play, log: Log) -> None:
    """HEX HEX and Detonate in a window."""
    seat, rules = action.seat, state.game.rules
    card = rules.cards[action.card]
    lose_card(state, seat, action.card)
    if card.race and rules.on("hexhex.hexhex.uncancellable"):
        state.firsts[seat] += 1
        step.start_race(state, seat, action.card, -1, log)
        return
    num = action.hexes[0] if action.hexes else state.hexes[0].num if state.hexes else 0
    if log is not None:
        naming = f", naming {NAMES[action.target]}" if action.target >= 0 else ""
        text = f"{NAMES[seat]} plays {card.title} out of turn{naming}."
        note(log, "play", text, *card.rules, "hexhex.phrase.out_of_turn", player=seat, card=card.name)
    window = window_mask(state, CARD) & ~(1 << seat)
    state.agenda.append((CARD, seat, action.card, action.target, "", num, window))


def _react(state: HexHexState, action: React, log: Log) -> None:
    seat, card = action.seat, state.game.rules.cards[action.card]
    lose_card(state, seat, action.card)
    num = action.hexes[0] if action.hexes else 0
    if not num and card.scorch:
        num = next(h.num for h in state.hexes if h.holder == action.on)
    if log is not None:
        said = f", naming {action.word}" if action.word else ""
        cited = [*card.rules, "hexhex.counter.nature"]
        cited += ["hexhex.phrase.out_of_turn"] if card.moment == "reaction" else ["hexhex.counter.out_of_turn"]
        text = f"{NAMES[seat]} plays {card.title} on {NAMES[action.on]}{said}."
        note(log, "react", text, *cited, player=seat, card=card.name, on=action.on)
    window = window_mask(state, CARD) & ~(1 << seat)
    state.agenda.append((CARD, seat, action.card, action.on, action.word, num, window))


def resolve_card(state: HexHexState, frame: Frame, log: Log) -> None:
    """A card that was played in a window takes effect: nobody has cancelled it."""
    _, seat, name, on, word, num, _ = frame
    state.agenda.pop()
    card = state.game.rules.cards[name]
    state.firsts[seat] += 1
    if card.race:  # only in a game where it can be cancelled
        step.start_race(state, seat, name, -1, log)
        return
    state.played[seat] = (*state.played[seat], name)
    if card.cancel:
        _cancel(state, seat, name, on, num, log)
    elif card.scorch:
        state.agenda.append((SHOW, on, word, seat, card.scorch, num))
    elif card.command:
        state.command[on] = seat
    elif card.charm:
        state.charmed[on] |= 1 << seat
        if log is not None:
            text = f"{NAMES[on]} may not target {NAMES[seat]} in this round."
            note(log, "charm", text, *card.rules, player=seat, on=on)
    elif card.detonate:
        h = state.hex(num)
        if h is not None:
            challenger = -1 if on != h.holder else h.challenger
            hit = h._replace(holder=on, sender=seat, challenger=challenger)
            state.agenda.append((OFF, hit, seat, -1, PREMATURE))
            if on != h.holder and h.challenger >= 0:
                step.challenged(state, h, (), log)


def _cancel(state: HexHexState, seat: int, name: str, on: int, num: int, log: Log) -> None:
    """Cancel the card below in the window, or one of those turned up."""
    rules = state.game.rules
    card = rules.cards[name]
    below_ = state.agenda[-1]
    owner = on
    if below_[0] in (CARD, HEXCARD):
        gone: tuple[str, ...] = (below_[2],)
        state.agenda.pop()
        if below_[0] == HEXCARD:
            _, _, _, h, sender, scorcher, points, _ = below_
            if when_hexed(state, on):
                state.agenda.append((HEXED, h, sender, scorcher, points))
            else:
                settle(state, h, sender, scorcher, points, "", log)
    else:
        entry = next(e for e in state.ready if e.stage == TURNED_UP and e.seat == on and (not num or num in e.hexes))
        state.ready.remove(entry)
        state.firsts[on] -= 1
        gone = (entry.other, entry.card) if entry.other else (entry.card,)
        owner = entry.owner if entry.owner >= 0 else on
        if not rules.on("hexhex.absorb.replay"):
            state.lost = (*state.lost, *entry.hexes)
    takes = card.cancel == "take" and rules.on("hexhex.absorb.cancel_and_take")
    if takes:
        add_cards(state, seat, gone[:1])
        state.spent[owner] = (*state.spent[owner], *gone[1:])
    else:
        state.spent[owner] = (*state.spent[owner], *gone)
    if log is not None:
        title = rules.cards[gone[0]].title
        where = f"{NAMES[seat]} takes it" if takes else "it is discarded"
        cited = [*card.rules, "hexhex.faq.cancel_as_played"]
        if rules.cards[gone[0]].compel:
            cited.append("hexhex.faq.cancel_fixation")
        text = f"{NAMES[on]}'s {title} is cancelled; {where}."
        note(log, "cancelled", text, *cited, player=on, card=gone[0], by=seat)


def scorched_cards(state: HexHexState, seat: int, word: str) -> list[str]:
    """The cards of a hand that save from Scorch (X37)."""
    rules = state.game.rules
    hand = dict.fromkeys(state.hand[seat])
    if "hexhex.scorch.show=any" in rules.broken:
        return list(hand)
    if not rules.on("hexhex.scorch.choose_direction"):
        return [c for c in hand if rules.cards[c].words]
    if rules.reading["scorch_word"] == "pass":
        return [c for c in hand if rules.cards[c].ways in (word, "both")]
    return [c for c in hand if word in rules.cards[c].words]


def burn(state: HexHexState, log: Log) -> None:
    """A scorched player has nothing to show."""
    _, on, word, scorcher, points, num = state.agenda.pop()
    if log is not None:
        note(log, "scorch.hit", f"{NAMES[on]} cannot show a card with {word} on it.", "hexhex.scorch.hexed", player=on)
    h = state.hex(num)
    if h is not None and state.game.rules.on("hexhex.scorch.hexed"):
        state.agenda.append((OFF, h, h.sender, scorcher, points))


def _show(state: HexHexState, action: Show, log: Log) -> None:
    state.agenda.pop()
    if log is not None:
        title = state.game.rules.cards[action.card].title
        text = f"{NAMES[action.seat]} shows {title}."
        note(log, "scorch.show", text, "hexhex.scorch.show", player=action.seat, card=action.card)


def _choose(state: HexHexState, action: Choose, log: Log) -> None:
    if state.agenda[-1][0] == OPPOSITE:
        _, seat, card, target = state.agenda.pop()
        laws.affect(state, seat, action.target, card, target, log)
        return
    for i, entry in enumerate(state.ready):
        if entry.target == BY_COMMAND and state.command[entry.seat] == action.seat:
            state.ready[i] = entry._replace(target=action.target, chooser=action.seat)
            if log is None:
                return
            text = f"By Command {NAMES[action.seat]} sends {NAMES[entry.seat]}'s Hex to {NAMES[action.target]}."
            if action.seat == entry.seat:  # the commander has no choice left
                text = f"{NAMES[action.seat]} sends the Hex to {NAMES[action.target]}."
            cited = ("hexhex.faq.command_choice", "hexhex.faq.command_ignores_charm")
            note(log, "choose", text, *cited, player=action.seat, target=action.target)
            return


def _borrow(state: HexHexState, action: Borrow, log: Log) -> None:
    seat, owner = action.seat, action.target
    cards = borrowable(state, owner)
    card = cards[below(state, len(cards))]
    hand = list(state.hand[owner])
    hand.remove(card)
    state.hand[owner] = tuple(hand)
    state.borrowed[seat] = (*state.borrowed[seat], (card, owner))
    if log is not None:
        text = f"{NAMES[seat]} borrows a random card of {NAMES[owner]}."
        note(log, "borrow", text, "hexhex.no_mans_hand.borrow", player=seat, owner=owner)
        text = f"It is {state.game.rules.cards[card].title}."
        note(log, "borrow.card", text, seen_by=(seat, owner), player=seat, card=card)


# -- when Hexed, when dealt --------------------------------------------------------------------------------------------


def _when_hexed(state: HexHexState, action: Play, log: Log) -> None:
    _, h, sender, scorcher, points = state.agenda.pop()
    card = state.game.rules.cards[action.card]
    lose_card(state, action.seat, action.card)
    if log is not None:
        cited = [
            *card.rules,
            "hexhex.when_hexed.must_play",
            "hexhex.when_hexed.one_per_hexing",
            "hexhex.when_hexed.trigger",
        ]
        if card.pox:
            cited.append("hexhex.pox.must_play")
        text = f"{NAMES[action.seat]} is Hexed and plays {card.title}."
        note(log, "hexed.card", text, *cited, player=action.seat, card=card.name)
    window = window_mask(state, HEXCARD) & ~(1 << action.seat)
    state.agenda.append((HEXCARD, action.seat, action.card, h, sender, scorcher, points, window))


def resolve_hexed_card(state: HexHexState, frame: Frame, log: Log) -> None:
    """The card of a Hexed player takes effect, and the Hex is settled."""
    _, seat, name, h, sender, scorcher, points, _ = frame
    state.agenda.pop()
    state.played[seat] = (*state.played[seat], name)
    state.firsts[seat] += 1
    settle(state, h, sender, scorcher, points, name, log)
    if not state.game.rules.on("hexhex.when_hexed.one_per_hexing") and when_hexed(state, seat):
        state.agenda.append((HEXED, h._replace(tokens=()), sender, scorcher, points))


def _when_dealt(state: HexHexState, action: Play, log: Log) -> None:
    seat, card = action.seat, state.game.rules.cards[action.card]
    lose_card(state, seat, action.card)
    if log is not None:
        text = f"{NAMES[seat]} plays {card.title}, which was dealt"
        text += f", naming {NAMES[action.target]}." if action.target >= 0 else "."
        cited = [*card.rules, "hexhex.dealt.check_immediately", "hexhex.start.play_dealt_cards"]
        cited.append("hexhex.dealt.before_round" if not state.next_hex > 1 else "hexhex.faq.draw_fire_immediate")
        note(log, "dealt", text, *cited, player=seat, card=card.name, target=action.target)
    _dealt_effect(state, seat, action, log)
    if card.standing:
        state.standing[seat] = (*state.standing[seat], (card.name, action.target))
    else:
        state.played[seat] = (*state.played[seat], card.name)
    if not state.game.rules.on("hexhex.start.not_first_card"):
        state.firsts[seat] += 1
    laws.dealt_opposite(state, seat, card.name, action.target, log)


def _dealt_effect(state: HexHexState, seat: int, action: Play, log: Log) -> None:
    rules = state.game.rules
    card = rules.cards[action.card]
    if card.discard_hand and rules.on("hexhex.no_mans_hand.discard_hand"):
        gone = len(state.hand[seat])
        state.down[seat] = (*state.down[seat], *state.hand[seat])
        state.hand[seat] = state.lent[seat] = ()
        if log is not None:
            text = f"{NAMES[seat]} discards {number(gone, 'card')} face down."
            cited = ("hexhex.no_mans_hand.discard_hand", "hexhex.phrase.discard")
            note(log, "discard", text, *cited, player=seat, cards=gone)
    if card.draw and (not card.names or rules.on("hexhex.shackle.draw")):
        draw(state, seat, card.draw, log, *card.rules)
    if card.conjure:
        num = state.next_hex
        state.hexes.append(Hex(num, action.target, seat, way(state, seat, action.target)))
        state.hexes.sort()
        state.next_hex += 1
        if log is not None:
            text = f"{NAMES[seat]} places Hex #{num} before {NAMES[action.target]}."
            note(log, "conjure", text, *card.rules, player=seat, target=action.target, hex=num)


def _order(state: HexHexState, action: Order, log: Log) -> None:
    seat = action.seat
    by_law = state.agenda[-1][0] == STACK
    if by_law:
        state.agenda.pop()
    else:
        lose_card(state, seat, action.card)
        state.played[seat] = (*state.played[seat], action.card)
    state.foretold |= 1 << seat
    again = (c for c in state.hand[seat] if state.game.rules.cards[c].order)
    state.hand[seat] = (*action.cards, *again)
    if log is not None:
        title = state.game.rules.cards[action.card].title
        cited = ("hexhex.card.foretell.effect", "hexhex.faq.foretell_dealt", "hexhex.faq.foretell_legal_order")
        text = f"{NAMES[seat]} plays {title} and stacks the hand."
        if by_law:
            text = f"By the law {NAMES[seat]} stacks the hand as well."
        note(log, "foretell", text, *cited, player=seat)
    if log is not None and action.cards:
        text = f"From the top: {named(action.cards, state)}."
        note(log, "foretell.cards", text, seen_by=(seat,), player=seat, cards=action.cards)
    if not by_law:
        laws.dealt_opposite(state, seat, action.card, -1, log)


# -- the rest ----------------------------------------------------------------------------------------------------------


def _pass(state: HexHexState, action: Pass, log: Log) -> None:
    kind = state.agenda[-1][0]
    seat = state.asked if action.seat < 0 else action.seat
    if kind == HEXED:
        _, h, sender, scorcher, points = state.agenda.pop()
        settle(state, h, sender, scorcher, points, "", log)
    elif kind in WINDOWS:
        exclude(state, seat)
    else:
        state.agenda.pop()
    if log is not None:
        note(log, "window.pass", f"{NAMES[seat]} lets it go by.", seen_by=(seat,), player=seat)


def _dealer(state: HexHexState, action: Dealer, log: Log) -> None:
    state.agenda.pop()
    state.dealer = action.target
    if log is None:
        return
    cited = ["hexhex.last.least_voice_selects", "hexhex.last.least_voice_casts"]
    if state.round > state.game.rounds:
        cited.insert(0, "hexhex.win.tie_caster")
    text = f"{NAMES[action.seat]} has the least Voice and selects {NAMES[action.target]} as the dealer."
    note(log, "dealer", text, *cited, player=action.seat, dealer=action.target)


def last(state: HexHexState, loser: int, log: Log) -> None:
    """The race of HEX HEX is lost."""
    _, seat, name = state.agenda.pop()
    rules = state.game.rules
    loss = rules.cards[name].race
    if "hexhex.hexhex.loss_three=one" in rules.broken:
        loss = 1
    fixed = rules.reading["doubled_hexhex"] == "fixed"
    cited = [
        "hexhex.hexhex.loss_three",
        "hexhex.hexhex.no_gain",
        "hexhex.hexhex.amount_fixed",
        "hexhex.hexhex.round_ends",
    ]
    if log is not None:
        who = f"{NAMES[loser]} is the last: HEXED by {rules.cards[name].title}."
        note(log, "race", who, "hexhex.hexhex.last_player", "hexhex.hexhex.judge_rest", player=loser)
    if not rules.on("hexhex.hexhex.last_player"):
        loser = seat
    change = score(state, loser, -loss, log, "", *cited, fixed=fixed)
    if "hexhex.hexhex.no_gain=player_gains" in rules.broken:
        score(state, seat, loss, log, "")
    if rules.reading["hexhex_shackle"] == "shackle":
        mirror(state, loser, change, log)
    laws.avenge(state, loser, change)
    if not rules.on("hexhex.hexhex.amount_fixed") and when_hexed(state, loser):
        h = Hex(0, loser, seat, 0)
        state.agenda.append((HEXED, h, seat, -1, 0))


def _last(state: HexHexState, action: Last, log: Log) -> None:
    last(state, action.seat, log)


def _keep(state: HexHexState, action: Keep, log: Log) -> None:
    seat = action.seat
    state.agenda.pop()
    count = len(state.hand[seat])
    if not action.keep:
        state.down[seat] = (*state.down[seat], *state.hand[seat])
        state.hand[seat] = state.lent[seat] = ()
    if log is not None:
        text = f"{NAMES[seat]} keeps {'' if action.keep else 'none of '}{number(count, 'card')}"
        text += " by Bind." if action.keep else "."
        note(log, "keep", text, "hexhex.bind.keep", "hexhex.bind.enduring", player=seat, cards=count)


def _revenge(state: HexHexState, action: Revenge, log: Log) -> None:
    _, seat, change = state.agenda.pop()
    score(state, action.target, change, log, f" by {NAMES[seat]}'s revenge", "hexhex.law.sample_revenge", fixed=True)


def _penalty(state: HexHexState, action: Penalty, log: Log) -> None:
    laws.penalise(state, action, log)


_DO: dict[type[Action], Any] = {
    Cast: _cast,
    Play: _play,
    React: _react,
    Choose: _choose,
    Order: _order,
    Dealer: _dealer,
    Last: _last,
    Pass: _pass,
    Show: _show,
    Borrow: _borrow,
    Keep: _keep,
    Yield: _yield,
    Revenge: _revenge,
    Penalty: _penalty,
}


def do(state: HexHexState, action: Action, log: Log) -> None:
    """Do a legal action, then everything that follows from it by itself."""
    rules = state.game.rules
    known = state.cached if state.agenda[-1][0] == ANSWER else None
    _DO[type(action)](state, action, log)
    if known is not None and len(known) > 1 and state.agenda[-1][0] == ANSWER and type(action) is Play:
        # Others have not lost or gained an answer by this: what is counted is the same before and after (X99).
        rest = {s: found for s, found in known.items() if s != action.seat or open_hexes(state, s)}
        if action.seat in rest:
            mine = answers(state, action.seat)
            if mine:
                rest[action.seat] = mine
            else:
                del rest[action.seat]
        if rest and rules.plain and not state.laws:
            state.cached = rest
            state.asked = next(iter(rest))
            return
    turn.run(state, log)


def do_together(state: HexHexState, actions: Mapping[int, Action]) -> None:
    """Do what several players commit to, by the fast door."""
    if state.game.rules.plain and not state.laws and fast.do_together(state, actions):
        return
    for seat in sorted(actions):
        do(state, actions[seat], None)


from hexlib.hex_hex import fast, step, turn  # noqa: E402
from hexlib.hex_hex.generate import answers  # noqa: E402
