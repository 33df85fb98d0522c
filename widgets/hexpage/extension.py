"""The Sphinx side: directives, the role, the files of the page, and the links between statements and examples."""

from __future__ import annotations

import hashlib
import json
import shutil
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

import hexlib
import hexpage
from hexlib.draw import panels, theme
from hexpage import deckpage, offline, rulebooks, rulings
from hexpage.directives import (
    Example,
    Picture,
    RuleRole,
    RulesOf,
    example_node,
    raw_html,
    rule_node,
    statements_node,
)
from hexpage.figure import data_script, with_links
from hexpage.pages import Pages, pages
from hexpage.tablepage import GameTable

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

__all__ = ["setup"]

log = logging.getLogger(__name__)
HERE = Path(__file__).resolve().parent
RUNTIME = HERE / "runtime"
SCRIPT = (
    "document.documentElement.classList.add('hxp-script');"
    "setTimeout(()=>window.hexpage||document.documentElement.classList.remove('hxp-script'),5000)"
)
"""Before anything is drawn: hides the long form, and brings it back when the stepper does not come."""


def _code() -> str:
    """A hash of the code that makes pages: when it changes, every page is made again."""
    total = hashlib.sha256()
    for package in (hexlib, hexpage):
        for path in sorted(Path(str(package.__file__)).parent.rglob("*")):
            if path.suffix in {".py", ".toml"} and "runtime" not in path.parts:
                total.update(path.read_bytes())
    return total.hexdigest()[:16]


def _manifest() -> dict[str, str] | None:
    path = RUNTIME / "manifest.json"
    if not path.is_file():
        return None
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _start(app: Sphinx) -> None:
    app.config.hexpage_code = _code()
    if app.config.hexpage_live and _manifest() is None:
        log.warning(
            "hexpage: no page runtime here, so boards can be stepped but not played. "
            "Build it with: python -m hexpage.build",
            type="hexpage",
            subtype="runtime",
        )
    folder = str(HERE / "static")
    if folder not in app.config.html_static_path:
        app.config.html_static_path.append(folder)


def _made(app: Sphinx) -> None:
    """Put the tokens and the runtime among the static files."""
    if app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    (static / "hexpage-tokens.css").write_text(theme.css() + panels.STYLE, encoding="utf-8")
    manifest = _manifest()
    if manifest is None or not app.config.hexpage_live:
        return
    target = static / "hexpage"
    for old in target.glob("*"):
        if old.name not in (manifest["core"], manifest["app"]):
            shutil.rmtree(old)
    for kind in ("core", "app"):
        if not (target / manifest[kind]).is_dir():
            shutil.copytree(RUNTIME / manifest[kind], target / manifest[kind])


def _resolve(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Turn our nodes into HTML: only now is it known which page lists which statement."""
    known = pages(app.env)
    builder = app.builder

    def href(rule: str) -> str:
        at = known.listed[rule]
        page = "" if at == docname else builder.get_relative_uri(docname, at)
        return f"{page}#{rulebooks.anchor(rule)}"

    hrefs = {rule: href(rule) for rule in known.listed}
    html = builder.format == "html"
    for example in list(doctree.findall(example_node)):
        example.replace_self(raw_html(with_links(example["html"], hrefs)) if html else example.children)
    for cited in list(doctree.findall(rule_node)):
        rule = cited["rule"]
        cited.replace_self(
            raw_html(with_links(rulebooks.rule_link(rule), hrefs)) if html else nodes.inline("", f"[{rule}]")
        )
    for listing in list(doctree.findall(statements_node)):
        listing.replace_self(_statements(listing["rules"], known, docname, builder) if html else _plain_rules(listing))


def _live(app: Sphinx, docname: str) -> dict[str, str] | None:
    """The addresses of the runtime, from the page."""
    manifest = _manifest()
    if manifest is None or not app.config.hexpage_live:
        return None
    up = _root(app, docname)
    return {kind: f"{up}_static/hexpage/{manifest[kind]}/" for kind in ("core", "app")}


def _root(app: Sphinx, docname: str) -> str:
    """The way from the page to the book's root, with a slash at the end unless it is empty."""
    return "../" * app.builder.get_target_uri(docname).count("/")


def _index(app: Sphinx, error: Exception | None) -> None:
    """Write every statement with its address from the root, for rules that a live board names and the page does not."""
    if error is not None or app.builder.format != "html":
        return
    listed = pages(app.env).listed
    out = {}
    for game in rulebooks.books().values():
        for rule in game.rulebook.statements:
            out[rule] = dict(rulebooks.title(rule))
            if rule in listed:
                out[rule]["href"] = f"{app.builder.get_target_uri(listed[rule])}#{rulebooks.anchor(rule)}"
    path = Path(app.outdir) / "_static" / "hexpage-rules.json"
    path.write_text(json.dumps(out, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _plain_rules(listing: statements_node) -> nodes.bullet_list:
    items = nodes.bullet_list()
    for rule in listing["rules"]:
        found = rulebooks.statement(rule)
        items += nodes.list_item("", nodes.paragraph("", f"{found.text if found else ''} [{rule}]"))
    return items


def _statements(rules: list[str], known: Pages, docname: str, builder: Any) -> nodes.raw:
    out, section = ['<ul class="hxp-statements">\n'], ""
    for rule in rules:
        found = rulebooks.statement(rule)
        if found is None:
            continue
        inner = found.section.partition(" > ")[2]
        if inner != section:
            section = inner
            out.append(f'</ul>\n<p class="hxp-section">{escape(inner)}</p>\n<ul class="hxp-statements">\n')
        note = f'<p class="hxp-note">{escape(found.ambiguity)}</p>' if found.ambiguity else ""
        seen = []
        for page, name, title in known.shown.get(rule, ())[:3]:
            address = f"{'' if page == docname else builder.get_relative_uri(docname, page)}#{name}"
            seen.append(f'<a href="{escape(address)}">{escape(title)}</a>')
        shown = f'<p class="hxp-shown">Shown by {", ".join(seen)}</p>' if seen else ""
        out.append(
            f'<li id="{rulebooks.anchor(rule)}"><p>{escape(found.text)}</p>{note}'
            f'<p class="hxp-id"><span class="hxp-kind">{escape(found.kind)}</span> '
            f"<code>{escape(rule)}</code></p>{shown}</li>\n"
        )
    return raw_html("".join(out) + "</ul>\n")


def _page(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Add the statements that the page cites, once, at the end of its body."""
    known = pages(app.env)
    cited = known.cited.get(page)
    if cited is None or "body" not in context:
        return
    builder = app.builder
    facts = {}
    for rule in sorted(cited):
        about = dict(rulebooks.title(rule))
        at = known.listed.get(rule)
        if at is not None:
            about["href"] = ("" if at == page else builder.get_relative_uri(page, at)) + "#" + rulebooks.anchor(rule)
        facts[rule] = about
    context["body"] += data_script({"rules": facts, "live": _live(app, page), "root": _root(app, page)}, "hxp-page")


def _purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    pages(env).forget(docname)


def _merge(app: Sphinx, env: BuildEnvironment, names: list[str], other: BuildEnvironment) -> None:
    pages(env).take(pages(other), set(names))


def _changed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Pages that cite statements are written again when the pages that list them change."""
    return sorted(pages(env).moved())


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect everything."""
    app.add_config_value(
        "hexpage_live", True, "html", types=[bool], description="whether boards can be played in the page"
    )
    app.add_config_value(
        "hexpage_offline", True, "html", types=[bool], description="whether loads from other hosts fail the build"
    )
    app.add_config_value("hexpage_code", "", "env", types=[str])
    app.add_node(example_node)
    app.add_node(rule_node)
    app.add_node(statements_node)
    app.add_directive("example", Example)
    app.add_directive("rules-of", RulesOf)
    app.add_directive("picture", Picture)
    app.add_directive("table", GameTable, override=True)
    deckpage.setup(app)
    app.add_role("rule", RuleRole())
    rulings.setup(app)
    app.connect("builder-inited", _start, priority=100)
    app.connect("builder-inited", _made)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("env-updated", _changed)
    app.connect("doctree-resolved", _resolve)
    app.connect("html-page-context", _page)
    app.connect("html-page-context", offline.strip, priority=900)
    app.connect("build-finished", _index)
    app.connect("build-finished", offline.check, priority=900)
    app.add_css_file("hexpage-tokens.css", priority=300)
    app.add_css_file("hexpage.css", priority=310)
    app.add_js_file(None, body=SCRIPT, priority=100)
    app.add_js_file("hexpage.js", priority=800, type="module")
    return {"version": hexpage.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
