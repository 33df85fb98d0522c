"""The Python side of a live page: runs once in the page's worker and joins ipywidgets' comms to the page.

``js/worker.js`` calls :func:`attach` and :func:`handle`. A request is data (JSON), never code. Messages that imports
send before the page is attached (they may be part of a memory snapshot) wait in a queue.
"""

from __future__ import annotations

import json
import logging
import random
import traceback
from collections.abc import Callable, Sequence
from typing import Any

import comm
from comm.base_comm import BaseComm, CommManager

from hexpage import standins

__all__ = ["attach", "handle", "warm"]

OPTIONS = {"theme": "theme", "width": "width", "close": "close", "rule_link": "link"}
"""Arguments of ``hexwidgets.play`` that a request may carry, and their names there."""

Message = tuple[str, str, str, list[bytes]]

_queue: list[Message] = []
_post: Callable[[str, str, str, Any], None] | None = None
_tell: Callable[[str], None] | None = None
_players: dict[str, Any] = {}
_manager = CommManager()


def _send(message: Message) -> None:
    if _post is None:
        _queue.append(message)
        return
    kind, content, metadata, buffers = message
    _post(kind, content, metadata, _to_js(buffers))


def _as_it_is(buffers: list[bytes]) -> Any:
    return buffers


try:
    from pyodide.ffi import to_js as _to_js
except ImportError:  # outside the browser, in tests
    _to_js = _as_it_is


class PageComm(BaseComm):
    """A comm whose other end is the page."""

    def publish_msg(
        self,
        msg_type: str,
        data: Any = None,
        metadata: Any = None,
        buffers: Sequence[Any] | None = None,
        **keys: Any,
    ) -> None:
        """Send one message to the page."""
        content = {"data": data or {}, "comm_id": self.comm_id, **keys}
        parts = [b.tobytes() if hasattr(b, "tobytes") else bytes(b) for b in buffers or ()]
        _send((msg_type, json.dumps(content), json.dumps(metadata or {}), parts))


class _ToPage(logging.Handler):
    """Warnings and errors of widget callbacks reach the reader: ipywidgets only logs them."""

    def emit(self, record: logging.LogRecord) -> None:
        if _tell is not None:
            _tell(record.getMessage())


def _join() -> None:
    vars(comm).update(create_comm=PageComm, get_comm_manager=lambda: _manager)
    standins.provide_ipython()
    standins.import_ipycanvas()
    handler = _ToPage(logging.WARNING)
    for name in ("traitlets", "hexwidgets"):
        logging.getLogger(name).addHandler(handler)


_join()

import hexwidgets  # noqa: E402  (needs the stand-ins)

import hexlib  # noqa: E402


def warm() -> None:
    """Do once, while the snapshot is made, what would be slow the first time: fill tables, import late modules."""
    from hexpage import warmup

    start = len(_queue)
    warmup.run(_play, _leave)
    _forget_trials(start)


def _rehearse(request: dict[str, Any]) -> None:
    """Open a board unseen while the reader is still reading: the browser then has compiled what a real one needs."""
    global _post
    post, _post = _post, None
    try:
        _leave(_play(request))
    except Exception as error:
        print(_readable(error))  # the reader sees it when the board is really opened
    finally:
        _forget_trials(0)
        _post = post
        for message in _queue:
            _send(message)
        _queue.clear()


def _forget_trials(start: int) -> None:
    """Drop what trial boards said since ``start``; what lives on (icons, shared styles) must reach the page."""
    closed = {_comm_id(m) for m in _queue if m[0] == "comm_close"}
    later = _queue[start:]
    _queue[start:] = [m for m in later if m[0] != "comm_msg" or json.loads(m[1])["data"].get("method") != "custom"]
    _queue[:] = [m for m in _queue if _comm_id(m) not in closed]


def _comm_id(message: Message) -> str:
    return str(json.loads(message[1])["comm_id"])


def attach(post: Callable[[str, str, str, Any], None], tell: Callable[[str], None]) -> None:
    """Join the page: ``post`` takes messages of comms, ``tell`` a line about something that went wrong."""
    global _post, _tell
    _post, _tell = post, tell
    random.seed()  # the snapshot has everybody's generator in the same state
    for message in _queue:
        _send(message)
    _queue.clear()


def handle(kind: str, content: str, buffers: Sequence[Any]) -> str | None:
    """Answer one message of the page; for ``play`` a JSON text with ``result`` or ``error``."""
    data = json.loads(content)
    if kind == "play":
        try:
            return json.dumps({"result": {"model": _play(data)}})
        except Exception as error:
            return json.dumps({"error": _readable(error)})
    if kind == "rehearse":
        _rehearse(data)
        return None
    if kind == "leave":
        _leave(str(data["model"]))
        return None
    getattr(_manager, kind)(None, None, {"content": data, "metadata": {}, "buffers": [memoryview(b) for b in buffers]})
    return None


def _play(request: dict[str, Any]) -> str:
    if "table" in request:
        return _table(request)
    if "deck" in request:
        return _deck(request)
    options = {name: request[key] for name, key in OPTIONS.items() if request.get(key)}
    player = hexwidgets.play(
        hexlib.loads(str(request["record"])),
        branch=request.get("branch"),
        step=int(request.get("step", 0)),
        seat=request.get("seat"),
        broken=tuple(map(str, request.get("broken", ()))),
        theme_switch=False,
        **options,
    )
    if request.get("playing"):
        player.controller.play_on()
    model = str(player.model_id)
    _players[model] = player
    return model


def _table(request: dict[str, Any]) -> str:
    """A whole game: a new one, or the one that the page has kept as a text."""
    asked = request["table"]
    options = {name: request[key] for name, key in OPTIONS.items() if request.get(key) and name != "close"}
    table = hexwidgets.table(
        str(asked["game"]),
        [str(kind) for kind in asked.get("seats", ())] or None,
        options={str(k): str(v) for k, v in asked.get("options", {}).items()},
        open=bool(asked.get("open")),
        every_window=bool(asked.get("every_window")),
        start=not request.get("form"),
        text=str(request.get("text") or ""),
        theme_switch=False,
        **options,
    )
    model = str(table.model_id)
    _players[model] = table
    return model


def _deck(request: dict[str, Any]) -> str:
    """A deck builder, with the deck that the page has kept as a text."""
    asked = request["deck"]
    builder = hexwidgets.build_deck(
        tuple(map(str, asked["companions"])),
        str(asked["variant"]),
        text=str(request.get("text") or ""),
        theme=str(request.get("theme") or "light"),
    )
    model = str(builder.model_id)
    _players[model] = builder
    return model


def _leave(model: str) -> None:
    player = _players.pop(model, None)
    if player is not None:
        _close(player)


def _close(widget: Any) -> None:
    """Close a widget with all that belongs to it alone; ipywidgets itself never frees them."""
    traits = widget.traits()
    for name in ("children", "_canvases"):
        for child in getattr(widget, name) if name in traits else ():
            _close(child)
    for name in ("layout", "style"):
        part = getattr(widget, name) if name in traits else None
        if part is not None and hasattr(part, "comm"):
            part.close()
    widget.close()


def _readable(error: Exception) -> str:
    """One line for the reader; the traceback goes to the browser's console."""
    print("".join(traceback.format_exception(error)))
    if isinstance(error, (ValueError, KeyError, LookupError)) and error.args:
        return str(error.args[0])
    return f"{type(error).__name__}: {error}"
