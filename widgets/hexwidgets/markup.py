"""The player's texts as HTML. Everything that comes from a game, a record or a reader is escaped here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from hexlib.draw.icons import sign
from hexlib.draw.theme import paint
from hexlib.game import Chip, Side
from hexwidgets.controller import Controller
from hexwidgets.example import Broken, Outcome
from hexwidgets.messages import Message, rule_name

__all__ = ["asked", "log", "message", "narration", "notice", "outcome", "rule", "safe_link", "sign", "strip"]

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
MOST_LOGGED = 200


def _chip(chip: Chip, seat: int) -> str:
    words = f"<span>{escape(chip.label)}</span> <b>{escape(chip.value)}</b>"
    return f'<span class="hx-chip">{sign(chip.icon, seat)}{words}</span>'


def strip(sides: Sequence[Side], headline: str) -> str:
    """The score strip with its headline."""
    out = []
    for side in sides:
        n = side.seat % 6
        colours = f"--hx-side:{paint(f'seat.{n}.fill')};--hx-ink:{paint(f'seat.{n}.text')}"
        chips = "".join(_chip(c, side.seat) for c in side.chips)
        rows = "".join(f"<span>{escape(k)} <b>{escape(v)}</b></span>" for k, v in side.rows)
        out.append(
            f'<section class="hx-side" style="{colours}" aria-label="{escape(side.name)}"><b>{escape(side.name)}</b>'
            f'<span class="hx-total">{escape(side.total)}</span><span class="hx-role">{escape(side.role)}</span>'
            + (f'<span class="hx-chips">{chips}</span>' if chips else "")
            + (f'<span class="hx-rows">{rows}</span>' if rows else "")
            + "</section>"
        )
    n = len(sides)
    many = " hx-many" + (" hx-four" if n == 4 else "") if n > 2 else ""
    head = f'<div class="hx-headline">{escape(headline)}</div>'
    return f'{head}<div class="hx-strip{many}" style="--hx-n:{n}">{"".join(out)}</div>'


def narration(c: Controller) -> str:
    """What the frame says, or what the reader's last action did."""
    frame, action = c.frame, c.action()
    named = f": <code>{escape(action)}</code>" if action else ""
    if frame is not None:
        head = f"Step {c.at + 1} of {len(c.frames)}{named}"
        body = f"<p>{escape(frame.say)}</p>" if frame.say else ""
        body += _events(frame.events)
        if not frame.holds:
            body += "".join(f'<p class="hx-differs">{escape(str(d))}</p>' for d in frame.differences[:3])
    else:
        head = "Your play" + (f", action {len(c.turns)}{named}" if c.turns else "")
        body = _events(c.events())
        if c.to_act is not None:
            body += f"<p>{escape(c.game.seats[c.to_act])} decides.</p>"
    return f'<div class="hx-panel"><p class="hx-title">{head}</p>{body}</div>'


def _events(events: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(e)}</li>" for e in events) + "</ul>" if events else ""


def message(m: Message, address: str = "") -> str:
    """The message area. A refusal or an error is an alert; everything else is a status.

    ``address`` is that of a rule's statement, with ``{id}`` in it.
    """
    if not m.text:
        return '<div role="status"></div>'
    role = "alert" if m.kind in ("refused", "error") else "status"
    body = f"<p>{escape(m.text)}</p>"
    if m.reasons:
        body += "<ul>"
        for reason in m.reasons:
            hint = f' <span class="hx-hint">{escape(reason.hint)}</span>' if reason.hint else ""
            code = f"<code>{escape(reason.rule)}</code>"
            link = safe_link(address.replace("{id}", reason.rule)) if address else ""
            code = f'<a href="{escape(link)}">{code}</a>' if link else code
            body += f"<li>{escape(reason.text)}{hint} {code}</li>"
        body += "</ul>"
    return f'<div role="{role}" class="hx-message hx-{escape(m.kind)}">{body}</div>'


def asked(c: Controller) -> str:
    """The question before the next frame."""
    ask = c.ask
    return f'<div class="hx-panel" role="status"><p><b>{escape(ask.question)}</b></p></div>' if ask else ""


def notice(c: Controller) -> str:
    """What is not as in the rulebook, and what becomes of the example."""
    if not c.broken:
        return ""
    body = f"<p><b>{escape(c.notice())}</b></p>"
    if c.report:
        lines = "".join(f"<li>{escape(b.title)}: {escape(_noticed(b))}</li>" for b in c.report)
        body += f"<p>What becomes of the example:</p><ul>{lines}</ul>"
    return f'<div class="hx-notice" role="status">{body}</div>'


def _noticed(line: Broken) -> str:
    if line.text:
        return line.text
    return f"differs from step {line.step} on, as the main line does" if line.step else "notices nothing"


def safe_link(address: str) -> str:
    """The address if it is relative or http, else nothing: "javascript:" must not come in by a parameter."""
    if address.startswith(("http://", "https://")):
        return address
    return "" if _SCHEME.match(address.strip()) or address.startswith("//") else address


def rule(c: Controller, name: str, address: str) -> str:
    """A rule that opens with its statement and a link."""
    link = safe_link(address.replace("{id}", name)) if address else ""
    more = f'<p><a href="{escape(link)}">In the list of statements</a></p>' if link else ""
    text = c.statement(name) or "The rulebook has no statement of that name."
    return (
        f'<details class="hx-rule"><summary>{escape(rule_name(name))}</summary><p>{escape(text)}</p>'
        f"<p><code>{escape(name)}</code></p>{more}</details>"
    )


def outcome(o: Outcome | None) -> str:
    """The documented outcome beside the reader's; nothing before the play has come to its end."""
    if o is None or not o.finished:
        return ""
    verdict = "as documented" if o.same else "not as documented"
    rows = "".join(
        f'<tr class="{"" if r.same else "hx-differs"}"><th scope="row">{escape(r.name)}</th>'
        f"<td>{escape(r.documented)}</td><td>{escape(r.yours)}{'' if r.same else ' (differs)'}</td></tr>"
        for r in o.rows
    )
    table = (
        '<table class="hx-table"><thead><tr><th scope="col">At the end</th><th scope="col">Documented</th>'
        f'<th scope="col">Yours</th></tr></thead><tbody>{rows}</tbody></table>'
        if rows
        else ""
    )
    return (
        f'<div class="hx-panel hx-outcome" role="status"><p class="hx-title">Outcome: {verdict}</p>'
        f"<p><b>Documented:</b> {escape(o.documented)}</p><p><b>Yours:</b> {escape(o.yours)}</p>{table}</div>"
    )


def log(c: Controller) -> str:
    """Everything played so far, the latest last."""
    entries = c.log()
    if not entries:
        return ""
    shown = entries[-MOST_LOGGED:]
    items = "".join(f"<li><code>{escape(action)}</code> {escape(' '.join(events))}</li>" for action, events in shown)
    first = len(entries) - len(shown) + 1
    head = f"<summary>What you have played ({len(entries)})</summary>"
    return f'<details>{head}<ol start="{first}">{items}</ol></details>'
