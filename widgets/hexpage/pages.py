"""What the pages of one build know of each other: where statements are listed, cited and shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

__all__ = ["Pages", "pages"]


class Pages:
    """Kept in Sphinx's environment."""

    def __init__(self) -> None:
        self.listed: dict[str, str] = {}
        """Statement to the page that lists it."""
        self.cited: dict[str, set[str]] = {}
        """Page to the statements that it cites."""
        self.shown: dict[str, list[tuple[str, str, str]]] = {}
        """Statement to page, figure and title of each example that is made to show it."""
        self._before: dict[str, str] = {}
        """``listed`` as the last build left it."""

    def forget(self, page: str) -> None:
        """The page is gone or read anew."""
        self.listed = {rule: at for rule, at in self.listed.items() if at != page}
        self.cited.pop(page, None)
        for rule, places in list(self.shown.items()):
            self.shown[rule] = [place for place in places if place[0] != page]

    def take(self, other: Pages, names: set[str]) -> None:
        """Take over what another process learned from those pages."""
        self.listed |= {rule: at for rule, at in other.listed.items() if at in names}
        self.cited |= {page: rules for page, rules in other.cited.items() if page in names}
        for rule, places in other.shown.items():
            mine = self.shown.setdefault(rule, [])
            mine += [place for place in places if place[0] in names and place not in mine]

    def cite(self, page: str, *rules: str) -> None:
        """The page cites the statements."""
        self.cited.setdefault(page, set()).update(rules)

    def moved(self) -> set[str]:
        """The pages that cite a statement whose place has changed since the last call."""
        changed = {
            rule for rule in self.listed.keys() | self._before.keys() if self.listed.get(rule) != self._before.get(rule)
        }
        self._before = dict(self.listed)
        return {page for page, rules in self.cited.items() if rules & changed} if changed else set()


def pages(env: BuildEnvironment) -> Pages:
    """The environment's own."""
    found = vars(env).setdefault("hexpage_pages", Pages())
    assert isinstance(found, Pages)
    return found
