"""Seconds a notebook takes under nbval, against a notebook that imports ipycanvas and stops."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parent.parent

_BARE = """{
 "cells": [{"cell_type": "code", "execution_count": 1, "id": "one", "metadata": {}, "outputs": [],
  "source": ["import ipycanvas"]}],
 "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
 "nbformat": 4, "nbformat_minor": 5
}
"""


def _seconds(notebook: Path) -> float:
    begin = perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "--nbval", "-p", "no:cacheprovider", str(notebook)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{notebook}: nbval fails\n{done.stdout[-2000:]}")
    return perf_counter() - begin


def run() -> None:
    """Print seconds and ratio for each notebook of the book."""
    notebooks = sorted(p for p in (ROOT / "book").rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.ipynb"
        bare.write_text(_BARE, encoding="utf-8")
        base = median(_seconds(bare) for _ in range(3))
        print(f"A notebook under nbval, wall-clock seconds (a kernel that imports ipycanvas and stops: {base:.2f})")
        for notebook in notebooks:
            value = median(_seconds(notebook) for _ in range(3))
            print(f"  {notebook.stem:40} {value:6.2f}   {value / base:5.2f} x")
