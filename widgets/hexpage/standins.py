"""Stand-ins for packages that the browser's Python does not have.

ipywidgets imports four names of IPython, and ipycanvas imports numpy and Pillow at the top. Neither needs them for what
a board does: without a shell the names of IPython are unused, and plain drawing commands touch only ``np.frombuffer``,
``np.uint8`` and ``isinstance(x, np.ndarray)``. Not usable with the stand-ins: batch calls with arrays, image data.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import types
from typing import Any

__all__ = ["import_ipycanvas", "provide_ipython"]


def provide_ipython() -> bool:
    """Put the names of IPython that ipywidgets imports in place. True when they were missing."""
    if "IPython" in sys.modules or importlib.util.find_spec("IPython") is not None:
        return False
    top = types.ModuleType("IPython")
    core = types.ModuleType("IPython.core")
    shell = types.ModuleType("IPython.core.interactiveshell")
    display = types.ModuleType("IPython.display")
    top.__path__, core.__path__ = [], []

    def nothing(*args: Any, **kwargs: Any) -> None:
        """There is no shell and no output area."""

    parts: dict[types.ModuleType, dict[str, Any]] = {
        top: {"get_ipython": nothing, "display": display, "core": core},
        core: {"interactiveshell": shell},
        shell: {"InteractiveShell": type("InteractiveShell", (), {})},
        display: {"display": nothing, "clear_output": nothing},
    }
    for module, names in parts.items():
        vars(module).update(names)
        sys.modules[module.__name__] = module
    return True


class _NoArray:
    """Nothing is an instance of this."""


class _Bytes:
    """What ipycanvas reads of a one-dimensional array of bytes."""

    def __init__(self, data: bytes | bytearray | memoryview) -> None:
        self.data = data
        self.shape = (len(data),)


def import_ipycanvas() -> bool:
    """Import ipycanvas where numpy and Pillow may be missing. True when stand-ins were needed.

    They are taken out of ``sys.modules`` again after the import, so that nothing else takes them for the real ones.
    """
    if "ipycanvas" in sys.modules or importlib.util.find_spec("numpy") is not None:
        return False
    numpy, pil, image = (types.ModuleType(name) for name in ("numpy", "PIL", "PIL.Image"))
    vars(numpy).update(ndarray=_NoArray, uint8="uint8", frombuffer=lambda data, dtype=None: _Bytes(data))
    vars(pil).update(Image=image)
    standins = {m.__name__: m for m in (numpy, pil, image) if m.__name__ not in sys.modules}
    sys.modules.update(standins)
    try:
        importlib.import_module("ipycanvas")
        utils = importlib.import_module("ipycanvas.utils")
    finally:
        for name in standins:
            sys.modules.pop(name, None)

    def array_to_binary(array: _Bytes) -> tuple[dict[str, Any], memoryview]:
        return {"shape": array.shape, "dtype": "uint8"}, memoryview(array.data)

    vars(utils)["array_to_binary"] = array_to_binary
    canvas = importlib.import_module("ipycanvas.canvas")
    if hasattr(canvas, "array_to_binary"):
        vars(canvas)["array_to_binary"] = array_to_binary
    return True
