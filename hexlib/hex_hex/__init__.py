"""HEX HEX NEXT: Hexes, cards and windows, rounds and Voice, and why a play is not allowed."""
