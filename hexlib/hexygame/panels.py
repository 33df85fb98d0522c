"""What stands beside the map: the stack as a stack, what waits, what each may do now and with how much energy.

The first panel takes the place of the picture that the rulebook's section on the stack speaks of and does not have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.game import TABLE, Line, Panel, Pick
from hexlib.hexygame.actions import Attack, Cast, Counter, Join, Move, Use
from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.clash import counter, join
from hexlib.hexygame.components import BUILDING
from hexlib.hexygame.hints import count
from hexlib.hexygame.items import DRAW, END, MAIN, MULLIGAN, OVER, Item
from hexlib.hexygame.pieces import energy_text
from hexlib.hexygame.tell import next_text, tell, top_place
from hexlib.hexygame.timing import may_act
from hexlib.hexygame.turn import no_play_rule, phase_name

if TYPE_CHECKING:
    from hexlib.hexygame.views import HexyView

__all__ = ["panels"]


def panels(view: HexyView) -> tuple[Panel, ...]:
    """The lists beside the map, the stack first."""
    out = [_stack(view)]
    if view.public.pending or view.public.placed:
        out.append(_waiting(view))
    if view.public.phase not in (OVER, MULLIGAN):
        out.append(_may(view))
    return tuple(out)


def _line(view: HexyView, item: Item, label: str, note: str = "", pick: Pick | None = None) -> Line:
    told = tell(view.public, item)
    notes = (*told.notes, note) if note else told.notes
    return Line(label, told.text, told.icon, item.seat, notes, told.rules, pick)


def _stack(view: HexyView) -> Panel:
    state = view.public
    lines: list[Line] = []
    top = top_place(state)
    for place in range(len(state.stack), 0, -1):
        item = state.stack[place - 1]
        pick = Pick("button", f"#{place}", f"On the stack: {view.stack_texts[place - 1]}")
        note = "Resolves next." if place == top else ""
        lines.append(_line(view, item, f"#{place}", note, pick))
    n = len(lines)
    title = "The stack: empty" if not n else f"The stack: {count(n, 'item')}"
    if n and top == n:
        title += ", the top resolves first"
    return Panel("stack", title, tuple(lines), next_text(state))


def _waiting(view: HexyView) -> Panel:
    state = view.public
    lines = [_line(view, item, "has its place") for item in state.placed]
    lines += [_line(view, item, "waits") for item in state.pending]
    foot = "Abilities that trigger together get their places one by one; those of the player whose turn it is first."
    return Panel("list", "Waiting to go on the stack", tuple(lines), foot)


# -- what each may do --------------------------------------------------------------------------------------------------


def _may(view: HexyView) -> Panel:
    state = view.public
    lines = []
    for seat in (state.asked, 1 - state.asked):
        text, rules = _allowed(view, seat)
        notes: tuple[str, ...] = ()
        if may_act(state):
            if seat == state.asked and view.seat in (seat, TABLE):
                notes = _possible(view)
            notes = (*notes, _within_reach(view, seat))
        lines.append(Line(view.game.seats[seat], text, "", seat, notes, rules))
    foot = "Energy that is left in a pool is lost at the end of the phase." if any(map(any, state.pool)) else ""
    return Panel("list", "What each may do now", tuple(lines), foot)


def _allowed(view: HexyView, seat: int) -> tuple[str, tuple[str, ...]]:
    """What the rules let the seat do at this moment, by public facts."""
    state, rules = view.public, view.game.rules
    name = view.game.seats[state.asked]
    if seat != state.asked:
        if state.wait is not None:
            return f"waits until {name} has chosen.", ()
        if state.pending:
            return f"waits until {name} has put them in order.", ()
        if rules.basic:
            return f"waits for {name}.", ("hexy.general.italics",)
        return f"waits, and has priority when {name} passes.", ("hexy.stack.priority_pass",)
    if state.wait is not None:
        return "chooses a hex.", ()
    closed = no_play_rule(state) if not may_act(state) else ""
    nobody = f"in the {phase_name(state)} nobody does anything else" if closed else "nothing else comes before that"
    cited: tuple[str, ...] = (closed,) if closed else ()
    if state.pending:
        return f"puts the waiting abilities in order; {nobody}.", cited
    if not may_act(state):
        return f"nothing: nobody acts in the {phase_name(state)}.", cited
    place = state.attack_on_stack()
    if rules.basic and state.stack:
        return "may strike back, or pass.", ("hexy.general.italics", "hexy.counter.optional")
    main = state.phase == MAIN and seat == state.active
    if main and not state.stack and not state.after_combat:
        text = "may cast any card, move, attack, use abilities, take energy, or pass."
        return text, ("hexy.main.options", "hexy.stack.sorcery_speed")
    parts = ["cast wizardries", "use abilities"]
    cited = ("hexy.stack.reaction",)
    if place >= 0 and _could_strike_back(view, state.stack[place]):
        parts.insert(0, "strike back")
    elif place >= 0 and _could_join(view):
        parts.insert(0, "join the attack")
        cited = ("hexy.ambush.join", *cited)
    if state.phase in (DRAW, END):
        phase = "draw_phase" if state.phase == DRAW else "end_phase"
        cited = (*cited, f"hexy.{phase}.wizardry_allowed")
    return f"may {', '.join(parts)}, take energy, or pass.", cited


def _could_strike_back(view: HexyView, item: Item) -> bool:
    """Whether the attacked card of the seat that is asked may strike back at one of the attackers."""
    state = view.public
    there = [f for f in map(state.find, item.team) if f >= 0]
    return any(not any(counter(state, Counter(item.field, f, by_point=False))) for f in there)


def _could_join(view: HexyView) -> bool:
    """Whether a card of the seat that is asked fulfils what joining the attack asks of it, energy left aside."""
    state = view.public
    own = [f for f, piece in state.at.items() if piece.owner == state.asked]
    return any(not any(join(state, Join(f))) for f in own)


def _within_reach(view: HexyView, seat: int) -> str:
    """Where more energy could come from at once: everybody can see that."""
    state, rules = view.public, view.game.rules
    parts = []
    for field, piece in view.pieces:
        card = view.game.cards.cards[piece.kind] if piece.kind >= 0 else None
        points = piece.points - (1 if rules.keep_last_point else 0)
        if piece.owner == seat and piece.type == BUILDING and card is not None and card.per_point and points > 0:
            pool = [0, 0, 0, 0]
            pool[card.yields] = points * card.per_point
            a, b, c, d = pool
            parts.append(f"{energy_text((a, b, c, d)).removesuffix(' energy')} from {card.title} on {FIELDS[field]}")
    cards = len(state.hand[seat])
    if cards and rules.discard_pays:
        parts.append(f"{cards} colourless from {count(cards, 'card')} of the hand")
    return f"Energy to be had: {', '.join(parts)}." if parts else "There is no more energy to be had."


_KINDS = (
    (Cast, "Cast"),
    (Use, "Abilities of"),
    (Move, "Move"),
    (Attack, "Attack with"),
    (Join, "Join with"),
    (Counter, "Strike back with"),
)


def _possible(view: HexyView) -> tuple[str, ...]:
    """What the seat that is asked could do with the energy it has; only for eyes that may see its hand."""
    found: dict[str, dict[str, None]] = {}
    for action in view.public.legal_actions():
        for kind, label in _KINDS:
            if isinstance(action, kind):
                found.setdefault(label, {})[_subject(view, action)] = None
    out = []
    for _, label in _KINDS:
        names = list(found.get(label, ()))
        if names:
            more = f" and {len(names) - 6} more" if len(names) > 6 else ""
            out.append(f"{label}: {', '.join(names[:6])}{more}.")
    return tuple(out) or ("With the energy in the pool: nothing but pass.",)


def _subject(view: HexyView, action: object) -> str:
    if isinstance(action, Cast):
        return view.game.cards[action.card].title
    field = getattr(action, "source", -1)
    piece = view.public.at.get(field)
    title = f"{view.game.cards.cards[piece.kind].title} " if piece is not None else ""
    return f"{title}{FIELDS[field]}"
