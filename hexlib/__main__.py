"""The command line: ``python -m hexlib check FILE|FOLDER…`` and ``python -m hexlib show FILE [--step N]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from hexlib.lesson import frames
from hexlib.record import Record, RecordError, load


def _files(paths: Iterable[Path]) -> list[Path]:
    """The records among the paths: files as they are, and every ``.toml`` in a folder, save hidden and built ones."""
    out: list[Path] = []
    for path in paths:
        if path.is_dir():
            out.extend(
                sorted(
                    file
                    for file in path.rglob("*.toml")
                    if not any(part.startswith((".", "_")) for part in file.relative_to(path).parts)
                )
            )
        else:
            out.append(path)
    return out


def _load(path: Path) -> Record | str:
    """The record, or what is wrong with the file."""
    try:
        return load(path)
    except RecordError as error:
        return str(error)
    except OSError as error:
        return f"{path}: {error.strerror or error}"


def _check(paths: Sequence[Path]) -> int:
    files = _files(paths)
    if not files:
        print(f"No records in {', '.join(map(str, paths))}", file=sys.stderr)
        return 2
    lines = steps = differ = 0
    for file in files:
        record = _load(file)
        if isinstance(record, str):
            differ += 1
            print(record)
            continue
        report = record.check()
        lines += report.lines
        steps += report.steps
        if not report:
            differ += 1
            print(report)
    if differ:
        print(f"{differ} of {_count(len(files), 'record')} {'differs' if differ == 1 else 'differ'}")
        return 1
    print(f"{_count(len(files), 'record')}, {_count(lines, 'line')}, {_count(steps, 'step')}: all hold")
    return 0


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _show(path: Path, branch: str | None, step: int | None) -> int:
    record = _load(path)
    if isinstance(record, str):
        print(record, file=sys.stderr)
        return 1
    try:
        shown = frames(record, branch)
        moments = list(record.replay(branch))
    except KeyError as error:
        print(error.args[0], file=sys.stderr)
        return 2
    if step is not None and not 1 <= step <= len(shown):
        print(f"{path} has steps 1 to {len(shown)}, not {step}", file=sys.stderr)
        return 2
    print(record.title)
    for frame, moment in zip(shown, moments, strict=True):
        if step is None or frame.number == step:
            print(f"\nStep {frame.number}" + (f": {frame.action}" if frame.action else ""))
            for text in (frame.say, *frame.events, frame.headline, *map(str, frame.differences)):
                if text:
                    print(text)
            if frame.rules:
                print(f"[{', '.join(frame.rules)}]")
            if step is not None or frame.number == len(shown):
                print(moment.state)
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code is 0 if all holds, 1 if something differs, 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="python -m hexlib", description="Rulebooks that can be played.")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="replay records and say what differs from what they expect")
    check.add_argument("paths", nargs="+", type=Path, metavar="FILE|FOLDER")
    show = commands.add_parser("show", help="tell a record step by step, with the board as text")
    show.add_argument("file", type=Path)
    show.add_argument("--branch", help="a branch instead of the main line")
    show.add_argument("--step", type=int, metavar="N", help="only this step, from 1; otherwise the last one's board")
    options = parser.parse_args(arguments)
    if options.command == "check":
        return _check(options.paths)
    return _show(options.file, options.branch, options.step)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # the reader of our output went away: `| head`
        sys.exit(1)
