"""What was probably meant by a word that nothing is called."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["meant", "nearest"]

_LONGEST = 60
"""Characters of the word that are compared: it may come from a stranger."""
_MOST = 24
"""Words that a message lists."""


def meant(word: object, words: Iterable[str]) -> str:
    """The end of a message, "; did you mean 'sling'?", or nothing where no word is like it."""
    from difflib import get_close_matches  # only a mistake needs it

    like = get_close_matches(str(word)[:_LONGEST], list(words), 1)
    return f"; did you mean {like[0]!r}?" if like else ""


def nearest(word: object, words: Iterable[str]) -> str:
    """The end of a message, "did you mean 'sling'?", or what there is where no word is like it."""
    names = list(words)
    like = meant(word, names)
    if like:
        return like.removeprefix("; ")
    return f"there are {', '.join(names)}" if len(names) <= _MOST else f"there are {len(names)}, as {names[0]!r}"
