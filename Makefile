# balance: everything a person does here starts with one of these words.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
GAMES  ?=

# The tests start hundreds of processes, a demo one for every game: without bytecode on disk each compiles all it imports.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help demo test browser style types suite fast nightly lint check baseline bench docs site clean

help: ## print what every word does
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "make: $(PYTHON) is not there: install Python 3.11 or newer"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: Python 3.11 or newer is needed"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip || true # an old one takes twice as long

$(VENV)/installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable '.[dev]'
	@touch $(VENV)/installed $@

# How long it takes is measured on two cores with nothing compiled and pip's downloads at hand; README.md says the same.
demo: $(VENV)/installed ## install, play every game, write reports/index.html (four minutes)
	@$(BIN)/balance demo

ifdef GAME
test: fast
else
test: ## install what the tests need and run them; GAME=heroes: what an edit of that game needs
	@$(MAKE) --no-print-directory --jobs=2 browser style
	@$(MAKE) --no-print-directory --jobs=2 types suite
endif

browser: # while packages are installed: what this cannot do, `suite` tells
	@sh tests/browser.sh 2>/dev/null || true

style: $(VENV)/installed-dev # what takes a second
	$(BIN)/python -m ruff check balance tests benchmarks docs examples
	$(BIN)/python -m ruff format --check balance tests benchmarks docs examples
	$(BIN)/typos

types: $(VENV)/installed-dev # what uses one core, while the tests begin
	$(BIN)/python -m mypy

suite: $(VENV)/installed-dev
	@if sh tests/browser.sh; then $(PYTEST) -m 'not nightly'; else $(PYTEST) -m 'not nightly and not browser' && { sh tests/browser.sh || true; }; fi

fast: $(VENV)/installed-dev ## the tests that need neither a browser nor patience (three minutes), of all games or of one (GAME=heroes)
	$(PYTEST) $(if $(GAME),--game $(GAME)) -m "not nightly and not slow and not browser"

nightly: $(VENV)/installed-dev browser ## every test: all ways of compiling, hostile files, many random games; and `make check` (for the night)
	$(PYTEST) -n 4 --hypothesis-profile=nightly # dealt otherwise than by day: other processes compile other games
	$(BIN)/balance check

lint: style types ## style and types, also as Windows would have them
	$(BIN)/python -m mypy --platform win32

check: $(VENV)/installed ## play again and compare with reports/baseline/ and targets.toml
	$(BIN)/balance check $(GAMES)

baseline: $(VENV)/installed ## make new reference figures
	$(BIN)/balance baseline $(GAMES)

bench: $(VENV)/installed-dev ## speed and memory, side by side with plain Python
	$(BIN)/python benchmarks/speed.py fairy
	$(BIN)/python benchmarks/speed.py heroes
	$(BIN)/python benchmarks/speed.py fairy_school
	$(BIN)/python benchmarks/speed.py alfheim
	$(BIN)/python benchmarks/speed.py fairy_conundrum

docs: $(VENV)/installed-dev ## write the pages of docs/reference/ anew from the code, and what the notebook shows
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/notebook.py examples/notebook.ipynb

site: $(VENV)/installed ## build the documentation as a site: build/docs/site/index.html; a broken link fails
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable '.[docs]'
	$(BIN)/python docs/website.py build/docs
	$(BIN)/zensical build --clean --strict --config-file build/docs/zensical.toml

clean: ## remove what was made, reports apart: runs, caches, the environment
	rm -rf $(VENV) runs .pytest_cache .hypothesis .mypy_cache .ruff_cache build dist
