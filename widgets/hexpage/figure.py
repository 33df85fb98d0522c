"""The HTML of an example before any script: pictures of the decisive steps, narration, and every documented outcome."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from typing import Any

from hexlib.draw.icons import sign
from hexlib.lesson import Frame
from hexpage.rulebooks import rule_link
from hexpage.story import Line, Story, panels

__all__ = ["data_script", "figure", "with_links"]

_PLACE = re.compile(r' href="hexpage:([^"]+)"')


def data_script(data: Any, cls: str) -> str:
    """JSON that a script reads; nothing in it can end the element or run."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")
    return f'<script type="application/json" class="{cls}">{text}</script>\n'


def with_links(html: str, hrefs: Mapping[str, str]) -> str:
    """The HTML with the address of every statement that a page of the book lists; other citations stay without one."""

    def address(match: re.Match[str]) -> str:
        href = hrefs.get(match[1])
        return f' href="{escape(href)}"' if href else ""

    return _PLACE.sub(address, html)


def figure(story: Story, name: str, *, live: bool) -> str:
    """The whole figure; ``live`` says whether the board is to be played."""
    record = story.record
    main, *branches = story.lines
    short_one = sum(len(line.frames) for line in story.lines) <= 2
    out = [
        f'<figure class="hxp-example{" hxp-small" if short_one else ""}" id="{escape(name)}" data-hexpage>\n',
        story.shared,
        '<figcaption class="hxp-caption"><p class="hxp-kicker">Example</p>'
        f'<p class="hxp-title">{escape(record.title)}</p>',
        f'<p class="hxp-intro">{escape(record.intro)}</p>' if record.intro else "",
        "</figcaption>\n",
        '<div class="hxp-static">\n',
        _steps(story, main),
    ]
    if branches:
        out.append('<p class="hxp-endings">How it ends depends on the choices made:</p>\n')
    for branch in branches:
        out.append(
            f'<section class="hxp-branch" aria-label="{escape(branch.title)}">'
            f'<p class="hxp-branch-title">{escape(branch.title)}</p>\n'
        )
        out += [_steps(story, branch), _outcome(branch.outcome), "</section>\n"]
    out += [_outcome(main.outcome), "</div>\n"]
    icons = {f"{icon}-{seat}": sign(icon, seat) for icon, seat in story.icons}
    out.append(data_script({**story.data, "name": name, "live": live, "icons": icons}, "hxp-data"))
    out.append("</figure>\n")
    return "".join(out)


def _outcome(text: str) -> str:
    return f'<p class="hxp-outcome"><strong>Documented outcome</strong> {escape(text)}</p>\n' if text else ""


def _steps(story: Story, line: Line) -> str:
    own = [f for f in line.frames if f.number > line.after]
    items = "".join(_step(f, story.pictures.get((line.name, f.number), "")) for f in own)
    return f'<ol class="hxp-steps" start="{line.after + 1}">\n{items}</ol>\n' if items else ""


def _step(frame: Frame, picture: str) -> str:
    words = f"<p>{escape(frame.say or ' '.join(frame.events))}"
    cited = " ".join(rule_link(rule) for rule in frame.rules[:4])
    if picture:
        beside = panels(frame.view.panels())
        beside = f'<div class="hxp-beside">{beside}</div>' if beside else ""
        picture = f'{_score(frame)}<div class="hxp-moment">{picture}{beside}</div>'
    return f'<li>{words} <span class="hxp-cites">{cited}</span></p>{picture}</li>\n'


def _score(frame: Frame) -> str:
    totals = [f"{escape(s.name)} {escape(s.total)}" for s in frame.sides if s.total]
    parts = [escape(frame.headline), *(["–".join(totals)] if totals else [])]
    return f'<p class="hxp-score">{" · ".join(p for p in parts if p)}</p>'
