# Needs only Python 3.11 or newer, git and make. Everything is installed into .venv.

PYTHON ?= python3
BIN := .venv/bin
PLAYABLE := .venv/.playable
INSTALLED := .venv/.installed
# What `make play` hands on: make play ARGS="--port 8080 --no-browser"
ARGS ?=
# Modules are kept in compiled form, whatever the environment says: tests start Python some hundred times.
export PYTHONDONTWRITEBYTECODE :=
# Tests share the cores, those of a group in one process (tests/conftest.py).
PYTEST := $(BIN)/pytest --quiet -n auto --dist loadgroup --no-loadscope-reorder
# A page test that fails runs once more, alone, and must pass then (docs/decisions/0013-failed-page-tests-run-again.md).
AGAIN := ===== PAGE TESTS FAILED, as told above. They run once more now, alone. Only those that pass are forgiven. =====
ONCE_MORE := --quiet -x -rpf --last-failed --last-failed-no-failures none

.PHONY: test same test-rules parts check page page-check play tour bench compiled clean install
.DEFAULT_GOAL := test

install: $(INSTALLED)

# Enough to play.
$(PLAYABLE): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "debellis needs Python 3.11 or newer; this is " + sys.version.split()[0] + " (try make PYTHON=python3.11)")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

# And what one needs to work on it.
$(INSTALLED): pyproject.toml $(PLAYABLE)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

# The table in the browser, against the computer or a friend.
play: $(PLAYABLE) page
	@$(BIN)/debellis play $(ARGS)

# The page, built into the package if its sources changed.
page: $(PLAYABLE)
	@$(BIN)/python tools/page.py build

# Style, types, layers, and the page's types of what goes over the wire.
check: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict src
	$(BIN)/lint-imports
	$(BIN)/python tools/wire.py --check

# The same of the page, with its tests.
page-check: $(INSTALLED)
	@$(BIN)/python tools/page.py check
	@$(BIN)/python tools/page.py test

# Everything that must hold before a change is merged, with real processes, Chromium and PostgreSQL.
# The casebook is run by tests/casebook.
test: page parts
	@$(MAKE) --no-print-directory -j2 check page-check
	$(PYTEST) --ignore tests/page
	$(PYTEST) -n 2 tests/page || { echo; echo "$(AGAIN)"; $(BIN)/pytest $(ONCE_MORE) tests/page; }

# The rules alone: no browser, no server, no page.
test-rules: check
	$(PYTEST) --ignore tests/page --ignore tests/server

# Chromium and PostgreSQL, found or installed.
parts: $(INSTALLED)
	@$(BIN)/python tests/real_parts.py

# A short illustrated tour: rulings in the terminal, drawings in ./tour.
tour: $(PLAYABLE)
	$(BIN)/debellis tour

# What a change of structure must not change: rulings, battles, environments.
# Written before the change with `make same ARGS=--write`, compared after it with `make same`.
same: $(INSTALLED)
	@$(BIN)/python tools/same.py $(ARGS)

bench: $(INSTALLED)
	@for script in $(sort $(filter-out benchmarks/__init__.py benchmarks/pairing.py,$(wildcard benchmarks/*.py))); do \
		echo "== $$script"; $(BIN)/python $$script || exit 1; \
	done

# The same package with its geometry as native code, in build/compiled (needs a C compiler).
compiled: $(INSTALLED)
	$(BIN)/python tools/compile.py

clean:
	rm -rf .venv tour build dist web/node_modules src/debellis/server/page
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
