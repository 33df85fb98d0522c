"""One simultaneous step: cards are turned up, effects before the pass happen, and all Hexes move or go off together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hexlib.hex_hex.actions import NAMES
from hexlib.hex_hex.flight import (
    answered,
    anybody_borrows,
    borrowable,
    borrows,
    clockwise,
    command_choices,
    destinations,
    not_there,
    open_hexes,
    way,
)
from hexlib.hex_hex.frames import (
    ANSWER,
    BORROW,
    BY_COMMAND,
    CARD,
    CAST,
    CHOOSE,
    COMMITTED,
    DEALT,
    DONE,
    END,
    HEXCARD,
    HEXED,
    OFF,
    PREMATURE,
    RACE,
    REACT,
    REVEAL,
    SAFE,
    STEP,
    TURNED_UP,
    Entry,
    Frame,
    Hex,
)  # fmt: skip
from hexlib.hex_hex.generate import answers
from hexlib.hex_hex.hexed import mirror
from hexlib.hex_hex.pieces import Log, add_cards, below, draw, lose_card, named, note, score, still_lent
from hexlib.hex_hex.windows import window_mask

if TYPE_CHECKING:
    from hexlib.hex_hex.components import Card
    from hexlib.hex_hex.state import HexHexState

__all__ = [
    "answers",
    "before",
    "challenged",
    "check_way",
    "choose",
    "close_reactions",
    "move",
    "must_borrow",
    "put_down",
    "random_seat",
    "return_borrowed",
    "reveal",
    "start_race",
]


def random_seat(state: HexHexState) -> int:
    """Any seat, by chance."""
    return below(state, state.game.rules.n)


# -- No Man's Hand -----------------------------------------------------------------------------------------------------


def must_borrow(state: HexHexState, seat: int) -> bool:
    """Whether a player under No Man's Hand still has to take a card, and can."""
    if not state.standing[seat] or not borrows(state, seat):
        return False
    if len(open_hexes(state, seat)) <= len(state.borrowed[seat]):
        return False
    return any(borrowable(state, s) for s in range(state.game.rules.n) if s != seat)


def return_borrowed(state: HexHexState, log: Log) -> None:
    """Cards that were borrowed and not played go back."""
    for seat in range(state.game.rules.n):
        for card, owner in state.borrowed[seat]:
            _give_back(state, seat, owner, card, log)
        state.borrowed[seat] = ()


def _give_back(state: HexHexState, seat: int, owner: int, card: str, log: Log) -> None:
    rules = state.game.rules
    if not rules.on("hexhex.no_mans_hand.return"):
        state.played[seat] = (*state.played[seat], card)
        return
    if rules.reading["borrowed_card"] == "played":
        state.played[owner] = (*state.played[owner], card)
    else:
        add_cards(state, owner, (card,))
        state.lent[owner] = (*state.lent[owner], card)
    if log is not None:
        text = f"{rules.cards[card].title} goes back to {NAMES[owner]}."
        note(log, "return", text, "hexhex.no_mans_hand.return", player=seat, owner=owner, card=card)


# -- turning up --------------------------------------------------------------------------------------------------------


def reveal(state: HexHexState, log: Log) -> bool:
    """Turn up what was readied; Hexes without a card are lost."""
    state.agenda.pop()
    rules = state.game.rules
    ready = state.ready
    fresh = [e for e in ready if e.stage == COMMITTED]
    if len(fresh) > 1:
        order = {s: k for k, s in enumerate(clockwise(state, state.caster))}
        fresh.sort(key=lambda e: (order[e.seat], e.hexes))
    done = answered(state)
    state.lost = tuple(map(abs, state.lost))
    for h in state.hexes:
        if h.num < state.step_from and h.num not in done and h.num not in state.lost:
            state.lost = (*state.lost, h.num)
    if not fresh:
        return False
    for entry in fresh:
        still_lent(state, entry.seat)
    for entry in fresh:
        if rules.cards[entry.card].race:
            ready.remove(entry)
            state.firsts[entry.seat] += 1
            start_race(state, entry.seat, entry.card, entry.owner, log)
            return False
    chosen = False
    state.ready = [e for e in ready if e.stage != COMMITTED]
    told = []
    for entry in fresh:
        if log is not None:
            _tell(state, entry, fresh, log)
        entry = entry._replace(stage=TURNED_UP)
        if (len(state.hexes) > 1 or entry.other) and entry.target != BY_COMMAND:
            entry = check_way(state, entry, log)
        told.append(entry)
        state.firsts[entry.seat] += 1
        chosen = chosen or entry.target == BY_COMMAND
    state.ready += told
    mask = window_mask(state, REACT)
    if mask:
        state.agenda.append((REACT, mask))
    else:
        state.ready = [e._replace(stage=SAFE) if e.stage == TURNED_UP else e for e in state.ready]
    if chosen:
        state.agenda.append((CHOOSE,))
    return False


def _tell(state: HexHexState, entry: Entry, fresh: list[Entry], log: Log) -> None:
    rules = state.game.rules
    card = rules.cards[entry.other or entry.card]
    title = card.title if not entry.other else f"{rules.cards[entry.card].title} with {card.title}"
    which = " and ".join(f"#{n}" for n in entry.hexes)
    aim = f", naming {NAMES[entry.target]}" if entry.target >= 0 else ""
    cited = [*card.rules, "hexhex.play.respond_face_up", "hexhex.phrase.when_intended"]
    if len(fresh) > 1:
        cited += ["hexhex.multi.simultaneous", "hexhex.multi.ready_cards"]
    if sum(e.seat == entry.seat for e in fresh) > 1:
        cited += ["hexhex.multi.separate_cards", "hexhex.multi.same_target"]
    if entry.owner >= 0:
        cited.append("hexhex.no_mans_hand.borrow")
    text = f"{NAMES[entry.seat]} plays {title} on Hex {which}{aim}."
    note(log, "play", text, *cited, player=entry.seat, card=card.name, hexes=entry.hexes, target=entry.target)


def choose(state: HexHexState, log: Log) -> bool:
    """Ask the player of Command for the target of the next card that leaves a choice.

    Cards played meanwhile may have taken that choice away (there is but one fullest hand now, or it is the commander's
    own). Then the card's own player chooses; with one way only it is taken, and with none the Hex goes off.
    """
    for i, entry in enumerate(state.ready):
        if entry.target != BY_COMMAND:
            continue
        if not command_choices(state, entry):
            state.command[entry.seat] = entry.seat
            own = command_choices(state, entry)
            if len(own) == 1:
                state.ready[i] = entry._replace(target=own[0])
                continue
            if not own:
                state.ready[i] = _astray(state, entry, log)
                continue
        state.asked = state.command[entry.seat]
        return True
    state.agenda.pop()
    return False


def _astray(state: HexHexState, entry: Entry, log: Log) -> Entry:
    """The card has nowhere to send its Hexes: they go off."""
    state.lost = (*state.lost, *entry.hexes)
    if log is not None:
        title = state.game.rules.cards[entry.other or entry.card].title
        for num in entry.hexes:
            text = f"{title} can send Hex #{num} to nobody any more."
            note(log, "missed", text, "hexhex.fixation.fail_hexed", player=entry.seat, hex=num)
    return entry._replace(target=-1, hexes=(), stage=SAFE)


def close_reactions(state: HexHexState) -> None:
    """Nobody cancels any more what has been turned up."""
    state.agenda.pop()
    state.ready = [_safe(e) if e.stage == TURNED_UP else e for e in state.ready]


def _safe(e: Entry) -> Entry:
    """The entry past the moment in which it could be cancelled; quicker than ``_replace``."""
    return Entry(e.seat, e.card, e.hexes, e.target, e.other, SAFE, e.owner, e.chooser)


# -- HEX HEX -----------------------------------------------------------------------------------------------------------


def start_race(state: HexHexState, seat: int, card: str, owner: int, log: Log) -> None:
    """HEX HEX: all Hexes are dismissed, and everybody drops their cards."""
    rules = state.game.rules
    if owner >= 0:
        _give_back(state, seat, owner, card, log)
    else:
        state.played[seat] = (*state.played[seat], card)
    for entry in state.ready:  # X101: cards turned up with it do not count
        if entry.owner >= 0:
            _give_back(state, entry.seat, entry.owner, entry.card, log)
        else:
            state.spent[entry.seat] = (*state.spent[entry.seat], *_cards_of(entry))
    state.ready, state.lost = [], ()
    return_borrowed(state, log)
    if log is not None:
        cited = [*rules.cards[card].rules, "hexhex.hexhex.dismisses_all", "hexhex.hexhex.uncancellable"]
        text = f"{NAMES[seat]} plays {rules.cards[card].title}: the whole deck is Hexed!"
        note(log, "hexhex", text, *cited, player=seat, card=card)
    place = max(i for i, frame in enumerate(state.agenda) if frame[0] == END)
    above = state.agenda[place + 1 :]
    for frame in above:
        if frame[0] in (CARD, HEXCARD):
            state.spent[frame[1]] = (*state.spent[frame[1]], frame[2])
    state.agenda = state.agenda[: place + 1]
    if not rules.on("hexhex.hexhex.round_ends"):
        state.agenda += [(STEP,), (CAST,)]
    elif not rules.on("hexhex.hexhex.dismisses_all"):
        state.agenda += [(OFF, h, h.sender, -1, 0) for h in state.hexes]
    if rules.reading["hexhex_earlier"] == "void":
        state.voice = list(state.start_voice)
    if rules.on("hexhex.hexhex.dismisses_all"):
        if log is not None and state.hexes:
            gone = "The Hex in play is" if len(state.hexes) == 1 else f"All {len(state.hexes)} Hexes in play are"
            text = f"{gone} dismissed with every effect."
            note(log, "dismissed", text, "hexhex.hexhex.dismisses_all", "hexhex.phrase.dismissed")
        state.hexes = []
    state.agenda.append((RACE, seat, card))


def _cards_of(entry: Entry) -> tuple[str, ...]:
    return (entry.card, entry.other) if entry.other else (entry.card,)


# -- moving ------------------------------------------------------------------------------------------------------------


def move(state: HexHexState, log: Log) -> bool:
    """All effects before the pass, one by one, and then the pass itself."""
    rules = state.game.rules
    begun = any(entry.stage == DONE for entry in state.ready)
    if not begun and _ask_anew(state):  # a card was cancelled
        return False
    order = list(clockwise(state, state.caster))
    if rules.on("hexhex.multi.pre_pass_first"):
        for seat in order:
            for entry in tuple(state.ready):
                if entry.seat == seat and entry.stage == SAFE and not _knocks_late(state, entry):
                    state.ready[state.ready.index(entry)] = entry._replace(stage=DONE)
                    if before(state, entry, log):
                        return False
    if not _ask_anew(state):  # hands rotated
        _fly(state, order, log)
    return False


def _ask_anew(state: HexHexState) -> bool:
    """Whether a Hex has lost its answer in this step; then it is answered once more."""
    done = answered(state)
    if all(h.num >= state.step_from or h.num in done or h.num in state.lost for h in state.hexes):
        return False
    state.agenda += [(REVEAL,), (ANSWER,), (BORROW,)] if anybody_borrows(state) else [(REVEAL,), (ANSWER,)]
    return True


def _knocks_late(state: HexHexState, entry: Entry) -> bool:
    """Only in a broken game: Knock Aside waits until the Hex has moved."""
    rules = state.game.rules
    return not rules.on("hexhex.knock_aside.before_pass") and rules.cards[entry.other or entry.card].before == "knock"


def check_way(state: HexHexState, entry: Entry, log: Log) -> Entry:
    """Look once more, as a card is turned up, whether it does what a Compel asks (X99); a miss goes off."""
    card = state.game.rules.cards[entry.other or entry.card]
    missed = [n for n in entry.hexes if _misses(state, entry, card, n)]
    if not missed:
        return entry
    for num in missed:
        state.lost = (*state.lost, num)
        if log is not None:
            text = f"{card.title} does not take Hex #{num} where it has to go."
            cited = ("hexhex.fixation.fail_hexed", "hexhex.fixation.other_direction_goes_off")
            note(log, "missed", text, *cited, player=entry.seat, hex=num)
    left = tuple(n for n in entry.hexes if n not in missed)
    return entry._replace(hexes=left, stage=entry.stage if left else SAFE)


def _misses(state: HexHexState, entry: Entry, card: Card, num: int) -> bool:
    h = state.hex(num)
    if h is None or not h.tokens or not card.ways or not state.game.rules.facts[h.tokens].compel:
        # Without a Compel only Twixt can carry a card to a Hex that it may not answer.
        return bool(entry.other) and h is not None and any(_why_not(state, entry, card, h))
    return any(_why_not(state, entry, card, h))


def _why_not(state: HexHexState, entry: Entry, card: Card, h: Hex) -> list[object]:
    targets = destinations(state, entry.seat, card, h, entry.target)
    charm = entry.chooser < 0
    return list(not_there(state, entry.seat, card, h, targets, readied=False, charm=charm))


def before(state: HexHexState, entry: Entry, log: Log) -> bool:
    """Do what happens before the pass; True if something is to be decided first."""
    rules = state.game.rules
    card = rules.cards[entry.other or entry.card]
    if not card.before or not entry.hexes:
        return False
    if card.before == "knock":
        for target in _reached(state, entry, card) if rules.on("hexhex.knock_aside.card_shift") else ():
            _knock(state, entry, target, log)
        return False
    if card.before == "draw":
        draw(state, entry.seat, 1, log, *card.rules)
        if not rules.on("hexhex.faq.draw_fire_immediate"):
            return False
        state.agenda.append((DEALT,))
        return True
    if card.before == "rotate":
        _rotate(state, entry, card, log)
        return False
    for target in _reached(state, entry, card):
        _end_standing(state, entry, card, target, log)
    return False


def _reached(state: HexHexState, entry: Entry, card: Card) -> tuple[int, ...]:
    """The players to whom the card sends its Hexes, each once."""
    found = (h for num in entry.hexes if (h := state.hex(num)) is not None)
    return tuple(dict.fromkeys(t for h in found for t in destinations(state, entry.seat, card, h, entry.target)))


def _knock(state: HexHexState, entry: Entry, target: int, log: Log) -> None:
    rules = state.game.rules
    step = (target - entry.seat) % rules.n
    to = (target + step) % rules.n
    hand = state.hand[target]
    if not hand:
        text = f"{NAMES[target]} holds no card, so none moves."
        note(log, "knock.none", text, "hexhex.knock_aside.card_shift", player=target)
        return
    gone = hand[below(state, len(hand))]
    lose_card(state, target, gone)
    add_cards(state, to, (gone,))
    if log is not None:
        cited = ("hexhex.knock_aside.card_shift", "hexhex.knock_aside.before_pass", "hexhex.multi.pre_pass_first")
        text = f"A random card of {NAMES[target]} moves into {NAMES[to]}'s hand."
        note(log, "knock", text, *cited, player=target, to=to)
        text = f"It is {rules.cards[gone].title}."
        note(log, "knock.card", text, seen_by=(target, to), player=target, card=gone)


def _rotate(state: HexHexState, entry: Entry, card: Card, log: Log) -> None:
    """Whirling Nightmare: hands move to the left, readied cards do not, and the Hex waits for another card."""
    rules = state.game.rules
    n = rules.n
    if not rules.on("hexhex.faq.nightmare_played_cards"):
        # The broken game takes the other readied cards back into the hands that move.
        for other in [e for e in state.ready if e.seat != entry.seat and e.owner < 0]:
            state.ready.remove(other)
            add_cards(state, other.seat, _cards_of(other))
    state.hand = [state.hand[(s - 1) % n] for s in range(n)]
    state.lent = [state.lent[(s - 1) % n] for s in range(n)]
    for seat in range(n):
        if not state.foretold >> seat & 1:
            state.hand[seat] = tuple(sorted(state.hand[seat], key=rules.order))
    played = [e for e in state.ready if e.seat == entry.seat and e.card == entry.card and e.hexes == entry.hexes]
    for done in played:  # none is left in a broken game in which the hands rotate after the pass
        state.ready.remove(done)
        put_down(state, done, log)
    text = f"{card.title}: every hand moves on to the player on the left."
    cited = ("hexhex.card.whirling_nightmare.effect", "hexhex.faq.nightmare_played_cards")
    note(log, "rotate", text, *cited, player=entry.seat)
    if not rules.on("hexhex.card.whirling_nightmare.effect"):
        state.lost = (*state.lost, *entry.hexes)


def _end_standing(state: HexHexState, entry: Entry, card: Card, target: int, log: Log) -> None:
    """Dispel, or steal, the Standing Effects before a player (only cards of one's own do)."""
    gone = state.standing[target]
    if not gone or target == entry.seat:
        return
    state.standing[target] = ()
    granted = state.granted[target]
    state.granted = tuple(() if s == target else g for s, g in enumerate(state.granted))
    names = named([c for c, _ in gone], state)
    if card.before == "steal":
        state.standing[entry.seat] = (*state.standing[entry.seat], *gone)
        state.granted = tuple((*g, *granted) if s == entry.seat else g for s, g in enumerate(state.granted))
        text = f"{NAMES[entry.seat]} steals {names} from {NAMES[target]}."
    else:
        state.discard += (Counter(c for c, _ in gone) - Counter(granted)).elements()
        text = f"{names} before {NAMES[target]} is dispelled."
    cited = ("hexhex.phrase.standing_removed", "hexhex.dealt.enduring_until", "hexhex.phrase.enduring")
    note(log, "standing.end", text, *cited, player=target)


def put_down(state: HexHexState, entry: Entry, log: Log) -> None:
    """A played card lies before its player, or goes back to whom it was borrowed from."""
    rules = state.game.rules
    name = entry.other or entry.card
    if name in rules.counted:
        state.tally[rules.counted.index(name)] += 1
    if entry.owner >= 0:
        _give_back(state, entry.seat, entry.owner, entry.card, log)
    else:
        state.played[entry.seat] = (*state.played[entry.seat], *_cards_of(entry))


def _fly(state: HexHexState, order: list[int], log: Log) -> None:
    """Every Hex moves, with its effects, at the same time (Dealing with Multiple Hexes)."""
    rules = state.game.rules
    by_hex = {num: e for e in state.ready for num in e.hexes}
    if not rules.on("hexhex.multi.separate_cards"):
        first = {e.seat: e for e in reversed(state.ready) if e.hexes}
        by_hex = {h.num: first[h.holder] for h in state.hexes if h.holder in first} | by_hex
    late = [e for e in state.ready if e.stage == SAFE]  # only in a broken game
    hexes: list[Hex] = []
    arrivals: list[tuple[Hex, int]] = []
    offs: list[Frame] = []
    for entry in state.ready:
        put_down(state, entry, log)
        if not rules.on("hexhex.setup.no_draw_in_round"):
            draw(state, entry.seat, 1, log)
    for h in state.hexes:
        if h.num >= state.step_from:
            hexes.append(h)
            continue
        found = by_hex.get(h.num)
        card = rules.cards[found.other or found.card] if found else None
        if found is None or card is None or not (card.ways or card.dismiss or card.detonate):
            hexes.append(h)
            offs.append((OFF, h, h.sender, -1, 0))
        elif card.dismiss:
            challenged(state, h, (), log)
            text = f"{card.title}: Hex #{h.num} is dismissed."
            cited = ("hexhex.phrase.dismissed", "hexhex.card.dismiss_hex_sign.not_pass")
            note(log, "dismissed", text, *cited, "hexhex.phrase.dismissed_ends_round", hex=h.num)
            if "hexhex.phrase.dismissed=pays" in rules.broken:
                score(state, h.sender, 1, log, " for the dismissed Hex")
        elif card.detonate:
            challenged(state, h, (), log)
            h = h._replace(holder=found.target, sender=found.seat, challenger=-1)
            hexes.append(h)
            offs.append((OFF, h, found.seat, -1, PREMATURE))
        else:
            moved = _pass(state, h, found, card, log)
            hexes += [x for x, _ in moved]
            arrivals += moved
    if log is not None and len(state.hexes) > 1:
        note(log, "together", "All Hexes move at the same time.", "hexhex.multi.simultaneous", hexes=len(state.hexes))
    state.hexes = sorted(hexes)
    state.ready, state.lost = [], ()
    state.command = [-1] * rules.n
    return_borrowed(state, log)
    state.agenda.pop()
    for h, spare in arrivals:
        sting = rules.facts[h.tokens].sting - spare if h.tokens else 0
        if sting > 0 and (h.num >= state.step_from or rules.on("hexhex.rot.repeats") or _just_rotten(h, by_hex, rules)):
            bites = ("hexhex.rot.instant_loss", "hexhex.rot.repeats", "hexhex.rot.not_going_off")
            if rules.on("hexhex.rot.instant_loss"):
                change = score(state, h.holder, -sting, log, f" at the arrival of Hex #{h.num}", *bites)
                if not rules.on("hexhex.faq.shackle_only_hexed"):
                    mirror(state, h.holder, change, log)
            if not rules.on("hexhex.rot.not_going_off"):
                state.agenda.append((HEXED, h._replace(num=0, tokens=()), h.sender, -1, 0))
    for entry in late:
        before(state, entry, log)
    if not rules.on("hexhex.multi.hexed_each"):
        oldest = {f[1].holder: f[1].num for f in reversed(offs)}
        state.hexes = [h for h in state.hexes if all(f[1].num != h.num or oldest[h.holder] == h.num for f in offs)]
        offs = [f for f in offs if oldest[f[1].holder] == f[1].num]
    places = {s: k for k, s in enumerate(order)}
    offs.sort(key=lambda f: (-places[f[1].holder], -f[1].num))
    state.agenda += offs


def _just_rotten(h: Hex, by_hex: dict[int, Entry], rules: object) -> bool:
    entry = by_hex.get(h.num)
    return entry is not None and bool(h.tokens) and h.tokens[-1] == (entry.other or entry.card)


def challenged(state: HexHexState, h: Hex, targets: tuple[int, ...], log: Log) -> None:
    """What a Challenge comes to when its Hex has been answered (Counter Hexes)."""
    if h.challenger < 0:
        return
    rules = state.game.rules
    if h.challenger in targets:
        if rules.on("hexhex.challenge.success"):
            cited = ("hexhex.challenge.success", "hexhex.challenge.not_going_off")
            score(state, h.challenger, -1, log, " for a Challenge that came back", *cited)
            score(state, h.holder, 1, log, " for sending the Challenge back", *cited)
    elif rules.on("hexhex.challenge.fail"):
        cited = ("hexhex.challenge.fail", "hexhex.challenge.not_going_off")
        score(state, h.holder, -2, log, " for not sending the Challenge back", *cited)


def _pass(state: HexHexState, h: Hex, entry: Entry, card: Card, log: Log) -> list[tuple[Hex, int]]:
    """The Hex and its copies where they arrive; beside each, how much of its sting is spared this time."""
    rules = state.game.rules
    targets = destinations(state, entry.seat, card, h, entry.target)
    challenged(state, h, targets, log)
    sender = entry.seat
    if card.keeps_sender and rules.on("hexhex.faq.duck_sender"):
        sender = h.sender
    elif entry.chooser >= 0 and rules.reading["command_sender"] == "commander":
        sender = entry.chooser
    tokens = h.tokens
    if card.token and rules.on("hexhex.enhanced.dot_token"):
        tokens = (*tokens, card.name)
    spare = 0
    if card.sting and rules.reading["rot_victim"] == "player":
        spare = card.sting
        score(state, entry.seat, -card.sting, log, f" by {card.title}", "hexhex.rot.instant_loss")
    out: list[tuple[Hex, int]] = []
    state.passer = entry.seat
    for k, target in enumerate(targets):
        num = h.num if k == 0 else state.next_hex
        if k and not rules.on("hexhex.multi.duplicate_carries_effects"):
            tokens = ()
        challenger = entry.seat if card.challenge else -1
        moved = Hex(num, target, sender, way(state, entry.seat, target), tokens, challenger)
        out.append((moved, spare))
        if k:
            state.next_hex += 1
        if log is not None:
            _tell_pass(state, h, moved, entry, card, k, log)
    return out


def _tell_pass(state: HexHexState, h: Hex, moved: Hex, entry: Entry, card: Card, copy: int, log: Log) -> None:
    cited = [*card.rules, "hexhex.play.pass_token_after", "hexhex.play.turn_follows_token"]
    if moved.tokens:
        cited += ["hexhex.multi.pass_as_unit", "hexhex.play.stack_tokens"]
    if card.token:
        cited += ["hexhex.enhanced.dot_token", "hexhex.multi.dot_adds_token"]
    what = f"Hex #{h.num} goes"
    if copy:
        cited += ["hexhex.multi.duplicates", "hexhex.multi.duplicate_carries_effects"]
        what = f"A copy of it, #{moved.num}, goes"
    if moved.sender != entry.seat:
        what = f"Hex #{h.num}, still sent by {NAMES[moved.sender]}, goes"
        if entry.chooser >= 0:
            what = f"Hex #{h.num}, now sent by {NAMES[moved.sender]}, goes"
    text = f"{what} from {NAMES[entry.seat]} to {NAMES[moved.holder]}."
    note(log, "pass", text, *cited, hex=moved.num, source=entry.seat, target=moved.holder, sender=moved.sender)
