"""HEX HEX NEXT: Hexes, cards and windows, rounds and Voice, and why a play is not allowed."""

# The modules know one another; beginning with the state loads them in an order that works for each.
from hexlib.hex_hex.state import HexHexState

__all__ = ["HexHexState"]
