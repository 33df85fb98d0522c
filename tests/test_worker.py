"""The page's Python, run here without a browser: in a process of its own, because it takes the place of IPython."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tools.books import ROOT

RECORD = ROOT / "book" / "knee-deep-in-hexes" / "examples" / "war" / "step-by-step.toml"
SCRIPT = """
import json, sys
from hexpage import worker
said = []
worker.attach(lambda kind, content, metadata, buffers: said.append((kind, json.loads(content)["comm_id"])), print)
out = []
for kind, request in json.load(sys.stdin):
    count = len(said)
    answer = worker.handle(kind, json.dumps(request), [])
    model = json.loads(answer)["result"]["model"] if answer else None
    controller = worker._players[model].controller if model else None
    out.append({
        "model": model,
        "opened": sum(k == "comm_open" for k, _ in said[count:]),
        "closed": sum(k == "comm_close" for k, _ in said[count:]),
        "at": controller.at if controller else None,
        "mode": controller.mode if controller else None,
    })
print(json.dumps(out))
"""


def asked(*requests: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    out: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return out


def request(**more: Any) -> dict[str, Any]:
    text = RECORD.read_text("utf-8")
    return {"record": text, "branch": None, "step": 0, "seat": None, "broken": [], "playing": True, **more}


def test_a_board_made_early_is_taken_at_any_step() -> None:
    early, taken, second = asked(("rehearse", request()), ("play", request(step=3)), ("play", request(step=3)))
    assert early["opened"] > 20
    assert taken["opened"] < early["opened"] / 4
    assert taken["closed"] == 0
    assert (taken["at"], taken["mode"]) == (3, "play")
    assert second["model"] != taken["model"]
    assert second["opened"] > 20


def test_a_board_made_early_for_something_else_is_closed() -> None:
    early, other = asked(("rehearse", request()), ("play", request(theme="dark")))
    assert other["opened"] > 20
    assert other["closed"] > 20
    assert early["closed"] == 0


def test_a_wrong_record_is_told_when_the_reader_asks() -> None:
    early, good = asked(("rehearse", request(record="format = 1")), ("play", request()))
    assert early["model"] is None
    assert good["mode"] == "play"
