# Two commands set Houseway up from nothing: `make run` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: run test lint bench browser clean

run: $(VENV)/.installed
	$(BIN)/houseway serve

test: $(VENV)/.installed-dev browser lint
	$(BIN)/pytest -n auto

# The pages are tested in a real Chromium, Debian's own; PostgreSQL comes with the test dependencies.
browser:
	@command -v chromium >/dev/null || \
	  (echo "installing chromium for the browser tests" && $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq chromium >/dev/null)

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-dev
	$(BIN)/python -m bench

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.installed-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
