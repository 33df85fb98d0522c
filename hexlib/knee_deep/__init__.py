"""Knee Deep in Hexes: board, pieces, turn, war, and why a move is not allowed."""
