# Needs only Python 3.11 or newer, git and make. Everything is installed into .venv.

PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

.PHONY: test check play bench compiled clean install
.DEFAULT_GOAL := test

install: $(INSTALLED)

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "debellis needs Python 3.11 or newer; this is " + sys.version.split()[0] + " (try make PYTHON=python3.11)")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

# Style, types and layers.
check: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict src
	$(BIN)/lint-imports

# Everything that must hold before a change is merged.
test: check
	$(BIN)/pytest --quiet -n auto
	$(BIN)/debellis case run cases

# A short illustrated tour: rulings in the terminal, drawings in ./tour.
play: $(INSTALLED)
	$(BIN)/debellis tour

bench: $(INSTALLED)
	@for script in $(sort $(filter-out benchmarks/__init__.py,$(wildcard benchmarks/*.py))); do \
		echo "== $$script"; $(BIN)/python $$script || exit 1; \
	done

# The same package with its geometry as native code, in build/compiled (needs a C compiler).
compiled: $(INSTALLED)
	$(BIN)/python tools/compile.py

clean:
	rm -rf .venv tour build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
