"""Tests of Knee Deep in Hexes: expectations come from the rulebook, not from the engine."""
