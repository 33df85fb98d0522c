"""A table's texts as HTML. Everything that comes from a game, a record or a reader is escaped here."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from hexwidgets.markup import safe_link
from hexwidgets.match import Match
from hexwidgets.messages import rule_name
from hexwidgets.sitting import Entry

__all__ = ["curtain", "download", "log", "news", "status"]

MOST_LOGGED = 40
MOST_NEWS = 8


def status(m: Match) -> str:
    """Who is waited for, in one line that a screen reader hears."""
    asked = m.deciding
    if m.reviewing is not None:
        text = f"Looking back: after {_moves(m)}."
    elif m.over:
        text = m.headline()
    elif m.curtain is not None:
        text = f"{m.plan.named(m.curtain)} decides now."
    elif m.racers():
        text = "A race: who is the last?"
    elif m.may_act and m.to_act is not None:
        text = f"{m.plan.named(m.to_act)} decides now."
        if len(asked) > 1 or m.committed:
            text += " Several choose at once, each unseen."
    elif m.thinker is not None:
        wait = "waits" if m.paused else "is thinking"
        text = f"{m.plan.who(m.thinker)} {wait}…" if not m.paused else f"{m.plan.who(m.thinker)} waits."
    else:
        text = "Chance decides now."
    return f'<p class="hx-status" role="status">{escape(text)}</p>'


def _moves(m: Match) -> str:
    stops = m.stops()
    here = sum(1 for turn in stops[1:] if turn <= m.at_turn)
    return f"{here} of {len(stops) - 1} moves that can be seen" if stops[1:] else "nothing"


def curtain(m: Match) -> str:
    """What stands on the curtain."""
    if m.curtain is None:
        return ""
    name = escape(m.plan.named(m.curtain))
    return (
        f'<div class="hx-curtain"><p><b>The device goes to {name}.</b></p>'
        f"<p>Only what everybody may know is on show. Whoever is not {name} looks away.</p></div>"
    )


def _rules(rules: Sequence[str], address: str) -> str:
    out = []
    for rule in rules[:3]:
        link = safe_link(address.replace("{id}", rule)) if address else ""
        name = escape(rule_name(rule))
        out.append(f'<a href="{escape(link)}">§ {name}</a>' if link else f"<span>§ {name}</span>")
    return f'<span class="hx-logrules">{" ".join(out)}</span>' if out else ""


def _entry(entry: Entry, address: str) -> str:
    who = f"<b>{escape(entry.who)}</b> " if entry.who else ""
    why = f'<small class="hx-hint">{escape(entry.who)} {escape(entry.why)}.</small>' if entry.why else ""
    rules = _rules(entry.rules, address)
    action = f"<code>{escape(entry.action)}</code> " if entry.action else ""
    return f"<li>{who}{action}{escape(' '.join(entry.events))} {rules}{why}</li>"


def news(m: Match) -> str:
    """What happened since the reader at the device last did something."""
    entries = m.news()[-MOST_NEWS:]
    if not entries:
        return ""
    items = "".join(
        f"<li>{escape(' '.join(e.events) or e.action)}"
        + (f' <small class="hx-hint">{escape(e.who)} {escape(e.why)}.</small>' if e.why else "")
        + "</li>"
        for e in entries
    )
    return f'<div class="hx-panel"><p class="hx-title">What just happened</p><ul class="hx-news">{items}</ul></div>'


def log(m: Match, address: str) -> str:
    """Everything that the eyes may know, the latest first."""
    entries = m.entries()
    if not entries:
        return ""
    shown = entries[-MOST_LOGGED:]
    items = "".join(_entry(e, address) for e in reversed(shown))
    more = (
        "" if len(shown) == len(entries) else f"<p class='hx-hint'>The latest {len(shown)}; step back for the rest.</p>"
    )
    return f'<details class="hx-log"><summary>Log ({len(entries)})</summary><ol reversed>{items}</ol>{more}</details>'


def download(text: str, name: str) -> str:
    """A link that saves the text as a file, made of the text itself."""
    if not text:
        return ""
    address = f"data:text/plain;charset=utf-8,{quote(text)}"
    return f'<a class="hx-download" download="{escape(name)}.toml" href="{address}">Save as a file</a>'
