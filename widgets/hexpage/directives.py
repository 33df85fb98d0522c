"""The directives ``example``, ``rules-of`` and ``picture``, and the role ``rule``."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from hexlib import record as records
from hexlib.draw.svg import svg
from hexpage import rulebooks
from hexpage.figure import figure
from hexpage.pages import pages
from hexpage.story import Story, tell

__all__ = [
    "Example",
    "Picture",
    "RuleRole",
    "RulesOf",
    "example",
    "example_node",
    "raw_html",
    "rule_node",
    "statements_node",
]

_WIDTH = re.compile(r"\d+(\.\d+)?(rem|em|ch|px|pt|mm|cm|in|vw|%)?")
log = logging.getLogger(__name__)


class example_node(nodes.General, nodes.Element):
    """An example, until the page is written: its HTML, and as children the words for builders without HTML."""


class rule_node(nodes.Inline, nodes.Element):
    """A citation, until the page is written."""


class statements_node(nodes.General, nodes.Element):
    """A list of statements, until the page is written."""


def raw_html(text: str) -> nodes.raw:
    """HTML that goes into the page as it is."""
    return nodes.raw("", text, format="html")


def _switch(argument: str | None) -> bool:
    word = (argument or "yes").strip().lower()
    if word not in {"yes", "no", "true", "false", "on", "off"}:
        raise ValueError(f"{argument!r} is not yes or no")
    return word in {"yes", "true", "on"}


def _width(argument: str | None) -> str:
    """A width of CSS; a bare number is in pixels."""
    text = (argument or "").strip()
    if not _WIDTH.fullmatch(text):
        raise ValueError(f"{text!r} is not a width, such as 24rem, 300px or 60%")
    return f"{text}px" if text[-1].isdigit() else text


def _steps(argument: str | None) -> str:
    return directives.choice(argument or "", ("decisive", "all"))


def example(
    directive: SphinxDirective,
    where: str,
    *,
    name: str = "",
    close: str = "",
    all_steps: bool = False,
    live: bool = True,
    all_eyes: bool = True,
    rulings: Mapping[str, str | int] | None = None,
) -> nodes.Node:
    """The record, told and playable, for any directive; what is wrong with it is a warning at the directive's line.

    ``where`` is the record's path from the page, ``name`` the figure's id (by default made from the path). Without
    ``all_eyes`` it is told through the record's own eyes alone. ``rulings`` are those that the record must set.
    """
    env = directive.env
    relative, absolute = env.relfn2path(where)
    env.note_dependency(relative)
    try:
        text = Path(absolute).read_text(encoding="utf-8")
        record = records.loads(text, source=relative)
        for ruling, reading in (rulings or {}).items():
            if record.rulings.get(ruling) != reading:
                raise ValueError(f"{relative}: this record must play under {ruling} = {reading!r} in its [rulings]")
        name = name or _name(env.temp_data, Path(absolute).stem)
        story = tell(record, text, scope=f"{env.docname}#{name}", close=close, all_steps=all_steps, all_eyes=all_eyes)
    except FileNotFoundError:
        return _wrong(directive, f"there is no record {relative}")
    except (ValueError, KeyError) as error:
        return _wrong(directive, str(error.args[0] if error.args else error))
    for problem in story.problems:
        log.warning("%s: %s", relative, problem, location=directive.get_location(), type="hexpage", subtype="record")
    known = pages(env)
    known.cite(env.docname, *story.rules)
    for rule in record.shows:
        known.shown.setdefault(rule, []).append((env.docname, name, record.title))
    node = example_node(html=figure(story, name, live=live))
    node += _words(story)
    directive.set_source_info(node)
    return node


def _name(known: dict[str, Any], stem: str) -> str:
    """A figure's id: the file's name, and a number where the page has it already."""
    taken: set[str] = known.setdefault("hexpage_names", set())
    base = name = nodes.make_id(stem) or "example"
    count = 1
    while name in taken:
        count += 1
        name = f"{base}-{count}"
    taken.add(name)
    return name


def _wrong(directive: SphinxDirective, message: str) -> nodes.Node:
    log.warning("example: %s", message, location=directive.get_location(), type="hexpage", subtype="record")
    return nodes.warning("", nodes.paragraph("", f"This example cannot be shown. {message}"))


class Example(SphinxDirective):
    """A record, told and playable. The argument is the record's path, from the page that holds it."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "close": directives.unchanged_required,
        "id": directives.unchanged_required,
        "live": _switch,
        "steps": _steps,
    }

    def run(self) -> list[nodes.Node]:
        """Read and replay the record."""
        found = example(
            self,
            self.arguments[0].strip(),
            name=self.options.get("id", ""),
            close=self.options.get("close", ""),
            all_steps=self.options.get("steps") == "all",
            live=self.options.get("live", True),
        )
        return [found]


def _words(story: Story) -> nodes.container:
    """An example for builders without HTML."""
    box = nodes.container()
    box += nodes.paragraph("", "", nodes.strong("", story.record.title))
    for line in story.lines:
        if line.name is not None:
            box += nodes.paragraph("", "", nodes.emphasis("", line.title))
        steps = nodes.enumerated_list()
        for shown in line.frames[line.after :]:
            steps += nodes.list_item("", nodes.paragraph("", shown.say or " ".join(shown.events)))
        if len(steps):
            box += steps
        if line.outcome:
            box += nodes.paragraph("", f"Documented outcome: {line.outcome}")
    return box


class RuleRole(SphinxRole):
    """A citation of a statement: ``{rule}`kdh.move.no_mountain```."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """A node that becomes a link; an unknown id is a warning."""
        rule = self.text.strip()
        if rulebooks.statement(rule) is None:
            log.warning(
                "rule: there is no statement %r", rule, location=self.get_location(), type="hexpage", subtype="rule"
            )
            return [nodes.literal("", rule)], []
        pages(self.env).cite(self.env.docname, rule)
        return [rule_node(rule=rule)], []


class RulesOf(SphinxDirective):
    """The statements of a section, in our own words; the place that citations link to."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {"game": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """List them and note where they stand."""
        section = self.arguments[0].strip()
        name = self.options.get("game") or rulebooks.game_of_page(self.env.docname)
        found = rulebooks.in_section(section, name)
        if found is None:
            whose = f"the rulebook of {name} has no" if name else "no rulebook has a"
            log.warning("rules-of: %s section %r", whose, section, location=self.get_location(), type="hexpage")
            return []
        known = pages(self.env)
        rules = [s.id for s in found[1]]
        for rule in rules:
            known.listed.setdefault(rule, self.env.docname)
        known.cite(self.env.docname, *rules)
        return [statements_node(rules=rules)]


class Picture(SphinxDirective):
    """A small picture of a game: ``card sling``, ``unit tank`` and so on."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "game": directives.unchanged_required,
        "width": _width,
        "caption": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Ask the game's package for the picture."""
        kind, *words = self.arguments[0].split()
        name = self.options.get("game") or rulebooks.game_of_page(self.env.docname)
        games = [g for g in rulebooks.books().values() if not name or g.name == name]
        for game in games:
            package = type(game).__module__.rpartition(".")[0]
            try:
                module = importlib.import_module(f"{package}.diagrams")
                scene = getattr(module, f"{kind}_scene")(*words)
            except (ImportError, AttributeError):
                continue
            except (KeyError, ValueError, TypeError) as error:
                return self._wrong(f"{self.arguments[0]}: {error}")
            count = self.env.new_serialno("hexpage-picture")
            picture = svg(scene, scope=f"{self.env.docname}/{count}")
            style = f' style="max-width:{self.options["width"]}"' if "width" in self.options else ""
            caption = self.options.get("caption", "")
            words_below = f"<figcaption>{nodes.unescape(caption)}</figcaption>" if caption else ""
            return [raw_html(f'<figure class="hxp-diagram"{style}>{picture}{words_below}</figure>\n')]
        return self._wrong(f"{name or 'no game'} {'does not draw' if name else 'draws'} {self.arguments[0]!r}")

    def _wrong(self, message: str) -> list[nodes.Node]:
        log.warning("picture: %s", message, location=self.get_location(), type="hexpage", subtype="picture")
        return []
