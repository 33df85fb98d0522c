"""HexyGame: map, cards, phases, stack and priority, combat, and why a play is not allowed."""

# The state comes first: its doors lead into modules that need its classes, whichever of them is imported.
from hexlib.hexygame import state as _state  # noqa: F401
