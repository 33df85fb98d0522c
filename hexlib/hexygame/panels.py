"""What stands beside the map: the stack as a stack, what waits, what each may do now, energy and dice.

The first panel takes the place of the picture that the rulebook's section on the stack speaks of and does not have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlib.game import TABLE, Line, Panel, Pick
from hexlib.hexygame.actions import Attack, Burn, Cast, Counter, Discard, Join, Move, Use
from hexlib.hexygame.board import FIELDS
from hexlib.hexygame.items import DRAW, END, MAIN, MULLIGAN, OPEN, OVER, Item
from hexlib.hexygame.pieces import energy_text
from hexlib.hexygame.tell import next_text, tell, top_place

if TYPE_CHECKING:
    from hexlib.hexygame.views import HexyView

__all__ = ["panels"]


def panels(view: HexyView) -> tuple[Panel, ...]:
    """The lists beside the map, the stack first."""
    out = [_stack(view)]
    if view.public.pending or view.public.placed:
        out.append(_waiting(view))
    if view.public.phase not in (OVER, MULLIGAN):
        out += [_may(view), _energy(view)]
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
    title = "The stack: empty" if not n else f"The stack: {n} {'item' if n == 1 else 'items'}, the top resolves first"
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
        notes = _possible(view) if seat == state.asked and view.seat in (seat, TABLE) else ()
        lines.append(Line(view.game.seats[seat], text, "", seat, notes, rules))
    return Panel("list", "What each may do now", tuple(lines))


def _allowed(view: HexyView, seat: int) -> tuple[str, tuple[str, ...]]:
    """What the rules let the seat do at this moment, by public facts."""
    state, rules = view.public, view.game.rules
    name = view.game.seats[state.asked]
    if seat != state.asked:
        if rules.basic:
            return f"waits for {name}.", ("hexy.general.italics",)
        return f"waits, and has priority when {name} passes.", ("hexy.stack.priority_pass",)
    if state.wait is not None:
        return "chooses a hex.", ()
    if state.pending:
        return "puts the waiting abilities in order.", ()
    if state.stage != OPEN:
        return "nothing: nobody acts in this phase.", ()
    place = state.attack_on_stack()
    answer = place >= 0 and _could_strike_back(view, state.stack[place], seat)
    join = place >= 0 and state.stack[place].seat == seat and seat == state.active
    if rules.basic and state.stack:
        return "may strike back, or pass.", ("hexy.general.italics", "hexy.counter.optional")
    main = state.phase == MAIN and seat == state.active
    if main and not state.stack and not state.after_combat:
        text = "may cast any card, move, attack, use abilities, take energy, or pass."
        return text, ("hexy.main.options", "hexy.stack.sorcery_speed")
    parts = ["cast wizardries", "use abilities"]
    cited = ["hexy.stack.reaction"]
    if answer:
        parts.insert(0, "strike back")
    elif join:
        parts.insert(0, "join the attack")
        cited.insert(0, "hexy.ambush.join")
    if state.phase in (DRAW, END):
        cited.append("hexy.draw_phase.wizardry_allowed" if state.phase == DRAW else "hexy.end_phase.wizardry_allowed")
    return f"may {', '.join(parts)}, take energy, or pass.", tuple(cited)


def _could_strike_back(view: HexyView, item: Item, seat: int) -> bool:
    """Whether the seat's attacked card fulfils what the counterstrike asks of it: attack over 0, no die."""
    target = view.public.at.get(item.field)
    own = target is not None and target.uid == item.target and target.owner == seat
    return own and item.counter < 0 and target is not None and target.attack > 0 and not target.die


_KINDS = (
    (Cast, "Cast"),
    (Use, "Abilities of"),
    (Move, "Move"),
    (Attack, "Attack with"),
    (Join, "Join with"),
    (Counter, "Strike back with"),
    (Burn, "Energy from"),
    (Discard, "Discard for energy"),
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
        if label == "Discard for energy" and names:
            out.append("Any card may be discarded for 1 energy.")
        elif names:
            more = f" and {len(names) - 6} more" if len(names) > 6 else ""
            out.append(f"{label}: {', '.join(names[:6])}{more}.")
    return tuple(out) or ("With the energy in the pool: nothing but pass.",)


def _subject(view: HexyView, action: object) -> str:
    if isinstance(action, (Cast, Discard)):
        return view.game.cards[action.card].title
    field = action.field if isinstance(action, Burn) else getattr(action, "source", -1)
    piece = view.public.at.get(field)
    title = f"{view.game.cards.cards[piece.kind].title} " if piece is not None else ""
    return f"{title}{FIELDS[field]}"


# -- energy and dice ---------------------------------------------------------------------------------------------------


def _energy(view: HexyView) -> Panel:
    state = view.public
    lines = []
    for seat, name in enumerate(view.game.seats):
        dice = [
            f"{view.game.cards.cards[p.kind].title} {FIELDS[f]} {p.die}"
            for f, p in view.pieces
            if p.owner == seat and p.die
        ]
        notes = (
            f"Winning Dice: {state.winning[seat]} of 12.",
            f"Action Dice: {', '.join(dice) or 'none on the map'}.",
        )
        lines.append(Line(name, f"Energy pool: {energy_text(state.pool[seat])}.", "energy_any", seat, notes))
    return Panel("list", "Energy and dice", tuple(lines), "Pools are emptied at the end of every phase.")
