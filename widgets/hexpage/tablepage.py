"""The directive ``table``: a whole game to play in the page. Before any script: a picture of the start and words."""

from __future__ import annotations

from html import escape
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.parsers.rst.directives.tables import RSTTable
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import hexlib
from hexlib.draw.svg import svg
from hexlib.game import Game
from hexlib.opponents import OPPONENTS
from hexpage.directives import example_node
from hexpage.figure import data_script
from hexpage.pages import pages

__all__ = ["GameTable"]

log = logging.getLogger(__name__)
KINDS = ("person", *OPPONENTS)
TITLES = {"person": "a person", "random": "random", "greedy": "sensible", "search": "searching"}


class _Spec(dict[str, Any]):
    """The options of the directive, those of docutils' own table, and those that a game itself has."""

    def __init__(self) -> None:
        super().__init__(RSTTable.option_spec or {})
        own = ("id", "seats", "opponents", "open", "every-window")
        self.update(dict.fromkeys(own, directives.unchanged))

    def __missing__(self, name: str) -> Any:
        if any(name == option.name for slug in hexlib.games() for option in hexlib.game(slug).options()):
            return directives.unchanged_required
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        try:
            self[str(name)]
        except KeyError:
            return False
        return True


class GameTable(SphinxDirective):
    """A game by its name, playable; anything else is a table as docutils has it.

    ``:seats:`` names who plays each seat ("person, search") or says how many sit there; ``:opponents:`` names who plays
    where no person does. The game's own options go by their names (``:players: 5``).
    """

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[Any] = _Spec()

    def run(self) -> list[nodes.Node]:
        """The figure; what is wrong with an option is a warning at this line."""
        name = self.arguments[0].strip() if self.arguments else ""
        if name not in hexlib.games():
            return list(self._plain_table())
        try:
            return [self._figure(name)]
        except (ValueError, KeyError) as error:
            message = str(error.args[0] if error.args else error)
            log.warning("table: %s", message, location=self.get_location(), type="hexpage", subtype="table")
            return [nodes.warning("", nodes.paragraph("", f"This table cannot be set. {message}"))]

    def _plain_table(self) -> list[nodes.Node]:
        plain = RSTTable(
            self.name,
            self.arguments,
            self.options,
            self.content,
            self.lineno,
            self.content_offset,
            self.block_text,
            self.state,
            self.state_machine,
        )
        return list(plain.run())

    def _figure(self, name: str) -> nodes.Node:
        game = hexlib.game(name)
        known = {option.name for option in game.options()}
        chosen = {key: str(value).strip() for key, value in self.options.items() if key in known}
        seats, chosen = self._seats(game, chosen)
        game = game.with_options(chosen)
        identity = self.options.get("id") or nodes.make_id(f"table-{name}")
        request = {
            "game": name,
            "seats": seats,
            "options": chosen,
            "open": _yes(self.options.get("open", "no")),
            "every_window": _yes(self.options.get("every-window", "no")),
        }
        pages(self.env).cite(self.env.docname)
        picture = self._picture(game, f"{self.env.docname}#{identity}")
        words = _words(game, seats)
        data = data_script({"name": identity, "title": game.title, "live": True, "table": request}, "hxp-data")
        body = "".join(f"<p>{escape(text)}</p>\n" for text in words)
        html = (
            f'<figure class="hxp-example hxp-tabletop" id="{escape(identity)}" data-hexpage-table>\n'
            f'<figcaption class="hxp-caption"><p class="hxp-kicker">At the table</p>'
            f'<p class="hxp-title">A game of {escape(game.title)}</p></figcaption>\n'
            f'<div class="hxp-static">{picture}{body}</div>\n{data}</figure>\n'
        )
        node = example_node(html=html)
        node += [nodes.paragraph("", text) for text in (f"A game of {game.title}", *words)]
        self.set_source_info(node)
        return node

    def _seats(self, game: Game, chosen: dict[str, str]) -> tuple[list[str], dict[str, str]]:
        """Who plays each seat, and the options with the number of players where ``:seats:`` says it."""
        opponents = _listed(self.options.get("opponents", "")) or ["greedy"]
        said = _listed(self.options.get("seats", ""))
        if len(said) == 1 and said[0].isdigit():
            if any(option.name == "players" for option in game.options()):
                chosen = {**chosen, "players": said[0]}
            elif int(said[0]) != game.num_players:
                raise ValueError(f"{game.title} has {game.num_players} seats, not {said[0]}")
            said = []
        count = game.with_options(chosen).num_players
        seats = said or ["person"]
        for kind in (*seats, *opponents):
            if kind not in KINDS:
                raise ValueError(f"{kind!r} plays no seat; there are {', '.join(KINDS)}")
        if len(seats) > count:
            raise ValueError(f"{game.title} has {count} seats here, but {len(seats)} are named")
        missing = count - len(seats)
        more = [*opponents, *[opponents[-1]] * missing]
        return [*seats, *more[:missing]], chosen

    def _picture(self, game: Game, scope: str) -> str:
        scene = game.scene(game.new_initial_state(seed=1).view(None), width="wide")
        return f'<div class="hxp-start">{svg(scene, scope=scope)}</div>'


def _listed(text: str | None) -> list[str]:
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def _yes(text: str | None) -> bool:
    word = (text or "yes").strip().lower()
    if word not in ("yes", "no"):
        raise ValueError(f"{text!r} is not yes or no")
    return word == "yes"


def _words(game: Game, seats: list[str]) -> tuple[str, ...]:
    """How it is played, for a reader without a script too."""
    who = ", ".join(f"{name} ({TITLES[kind]})" for name, kind in zip(game.seats, seats, strict=True))
    people = seats.count("person")
    start = f"The picture shows the start. At this table sit {who}; the form before a game changes that."
    if people > 1:
        hands = "Several people play at one device: a curtain hides the cards until the next one is there."
    else:
        hands = "You see your own cards only, and so does every opponent."
    return (
        start,
        f"{hands} The game is kept in this browser; you can close the page and come back.",
        "On paper it takes the box and this book: set up as in the picture and play by the chapters.",
    )
