"""Knee Deep in Hexes: board, pieces, turn, war, and why a move is not allowed."""

# The doors of a state lead into modules that need the state: it comes first, whichever module is asked for.
import hexlib.knee_deep.state  # noqa: F401
