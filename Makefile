# make book    build the book and serve it at http://127.0.0.1:8000 (make book PORT=8001 elsewhere)
# make html    build it into _build/html, without serving
# make test    everything that must hold: style, types, tests, notebooks, browser
# make check   replay every record of the book and name what differs; break every rule and see that a record notices
# make notebooks  write the book's notebooks anew from its records
# make lab     JupyterLab on the book's notebooks
# make bench   speed against the peers, and the page's own times
# make wheel   the distribution, with the prebuilt page runtime inside
# make clean   remove what was made
#
# Needs Python 3.11 or newer with pip, and make. Node comes from PyPI. Nothing is installed outside this folder.

PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
STAMPS := .make
RUN := $(BIN)/python

CODE := $(shell find hexlib widgets/hexwidgets widgets/hexpage -type f \( -name '*.py' -o -name '*.toml' -o -name '*.js' -o -name '*.mjs' -o -name '*.css' -o -name '*.json' \) -not -path '*/runtime/*' 2>/dev/null)
PAGES := $(shell find book -type f -not -path '*/.ipynb_checkpoints/*' 2>/dev/null)
NOTEBOOKS = $(shell find book -name '*.ipynb' -not -path '*/.ipynb_checkpoints/*' 2>/dev/null)

.PHONY: book html test style types tests check notebooks lab bench wheel clean env runtime browser
.DEFAULT_GOAL := book

book: html
	@$(RUN) -m hexpage.serve _build/html --port $(PORT)

html: $(STAMPS)/html
	@echo "The book is in _build/html"

test: style types tests

env: $(STAMPS)/env
runtime: $(STAMPS)/runtime
browser: $(STAMPS)/browser

# A Debian without python3-venv has no ensurepip: the outer pip then installs into the new environment.
$(STAMPS)/env: requirements.lock pyproject.toml
	@mkdir -p $(STAMPS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; say which: make PYTHON=python3.11"; exit 1; }
	@test -x $(RUN) || { echo "Making the virtual environment .venv"; $(PYTHON) -m venv .venv >/dev/null 2>&1 || $(PYTHON) -m venv --clear --without-pip .venv; }
	@echo "Installing the packages of requirements.lock (a few minutes the first time)"
	@if $(RUN) -m pip --version >/dev/null 2>&1; then pip="$(RUN) -m pip"; else pip="$(PYTHON) -m pip --python $(RUN)"; fi; \
	  $$pip install --disable-pip-version-check --progress-bar off --no-deps -r requirements.lock | grep --line-buffered -E '^(Collecting|Processing|Installing|ERROR)' | cut -c1-100 || exit 1; \
	  $$pip install --disable-pip-version-check -q --no-deps --no-build-isolation -e . && $$pip check
	@touch $@

$(STAMPS)/runtime: $(STAMPS)/env package-lock.json $(CODE)
	@$(RUN) -m hexpage.build
	@touch $@

$(STAMPS)/html: $(STAMPS)/runtime _config.yml _toc.yml $(PAGES)
	@$(RUN) tools/reference.py book/reference
	@echo "Building the book (jupyter-book)"
	@$(BIN)/jupyter-book build . --warningiserror --keep-going -q
	@touch $@

style: $(STAMPS)/env
	@echo "ruff"; $(BIN)/ruff check .

types: $(STAMPS)/env
	@echo "mypy --strict"; $(BIN)/mypy

tests: $(STAMPS)/html $(STAMPS)/browser
	$(BIN)/pytest tests $(if $(NOTEBOOKS),--nbval $(NOTEBOOKS)) $(PYTEST)

check: $(STAMPS)/env
	@$(RUN) -m hexlib check book
	@$(RUN) tools/mutation.py

notebooks: $(STAMPS)/env
	@$(RUN) tools/make_notebooks.py

lab: $(STAMPS)/env
	$(BIN)/jupyter lab --notebook-dir=book --port=8888

# The peers (python-chess, Catanatron) live in an environment of their own, so that nothing of theirs reaches the book.
bench: $(STAMPS)/html $(STAMPS)/browser $(STAMPS)/peers
	@$(RUN) -m bench --peers .venv-bench/bin/python $(BENCH)

$(STAMPS)/peers: $(STAMPS)/env bench/requirements.lock
	@test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench >/dev/null 2>&1 || $(PYTHON) -m venv --clear --without-pip .venv-bench
	@echo "Installing the peers of the benchmark"
	@if .venv-bench/bin/python -m pip --version >/dev/null 2>&1; then pip=".venv-bench/bin/python -m pip"; else pip="$(PYTHON) -m pip --python .venv-bench/bin/python"; fi; \
	  $$pip install --disable-pip-version-check -q --no-deps -r bench/requirements.lock
	@touch $@

wheel: $(STAMPS)/runtime
	$(RUN) -m build --wheel --no-isolation

# Debian's chromium where it is installed, otherwise Playwright's own; the tests say clearly when there is neither.
$(STAMPS)/browser: $(STAMPS)/env
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  { echo "No Chromium here: trying Playwright's own"; $(BIN)/playwright install chromium || true; }
	@touch $@

clean:
	rm -rf _build build dist $(STAMPS) node_modules .venv .venv-bench widgets/hexpage/runtime .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
