# Two commands set Houseway up from nothing: `make run` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

# Hundreds of programs are started by the tests, and each would translate the whole package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test tests quick test-long soak test-versions lint bench browser counts docs dist lock sbom audit clean

run: $(VENV)/.installed
	$(BIN)/houseway serve

# Lint and types run beside the tests, in what the tests leave of two cores.
test: $(VENV)/.installed-dev browser
	@$(MAKE) --no-print-directory --jobs=2 lint tests

# Each process takes its share of the files in their order, so that what a file prepares is prepared once, and helps the
# others at the end. There are two more than cores, since tests of the service often wait for a browser or a database. All are
# as nice as can be, so that the processes of a house which leave the cores to its tables are not starved by the next test.
tests: $(VENV)/.installed-dev
	nice -n 19 $(BIN)/pytest -n $$(($$(nproc) + 2)) --dist worksteal

# While you work: lint, types and the fast tests, in under a minute.
SLOW := $(addprefix tests/test_,cli.py cli_price.py every_game.py families.py house_way.py kernels.py perft.py phh.py \
  pot_against_pokerkit.py special_ranks.py joker_counts.py documents.py distribution.py notebooks.py)
quick: $(VENV)/.installed-dev lint
	$(BIN)/pytest -n auto -p no:schemathesis tests/games tests/prove $(filter-out $(SLOW),$(wildcard tests/test_*.py))

# The oldest versions that pyproject.toml allows, and the newest there are, instead of those of the lock: each is installed
# into an empty environment, where every game is played, priced and served.
test-versions: $(VENV)/.installed-dev
	HOUSEWAY_RESOLUTION=lowest-direct $(BIN)/pytest tests/test_distribution.py
	HOUSEWAY_RESOLUTION=highest $(BIN)/pytest tests/test_distribution.py

# At night: the same rules and figures as `make test`, with far more rounds, hands and examples of each.
test-long: $(VENV)/.installed-dev test-versions
	$(BIN)/python -m houseway.pricing.counting.packing --recount
	HOUSEWAY_ROUNDS=20000000 $(BIN)/pytest tests/games/twenty_one/pontoon_21/test_simulation.py
	HOUSEWAY_ROUNDS=100000 $(BIN)/pytest -n auto tests/price/test_played_rounds.py tests/price/test_bank.py \
	  tests/price/test_wheels.py tests/test_player_dealer_rounds.py
	HOUSEWAY_HANDS=200000 $(BIN)/pytest -n auto tests/test_house_way.py tests/games/pai_gow/lucky_pai_gow/test_price.py
	HOUSEWAY_FUZZ=5000 $(BIN)/pytest -n auto tests/test_fuzz.py
	$(BIN)/pytest -n auto --hypothesis-profile=long tests/test_every_game.py tests/test_ask.py tests/test_ledger.py

# An hour, or HOUSEWAY_SOAK minutes, of a house in use: memory, open files and answer times must be level, and the log clean.
soak: $(VENV)/.installed-dev
	$(BIN)/python -m tests.soak

# The pages are tested in a real Chromium, Debian's own, without what shows it on a screen, which takes half of its time where a
# release has it so; PostgreSQL comes with the test dependencies.
INSTALL := $(SUDO) apt-get install -y -qq
browser:
	@command -v chromium-headless-shell >/dev/null || \
	  (echo "installing chromium for the browser tests" && $(SUDO) apt-get update -qq && \
	  ($(INSTALL) chromium-headless-shell >/dev/null || command -v chromium >/dev/null || $(INSTALL) chromium >/dev/null))

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check src tests bench tools
	$(BIN)/ruff format --check src tests bench tools
	$(BIN)/mypy
	$(BIN)/lint-imports

# The counts that come with the package, after an edit of what they are made by: some minutes for those that it concerns.
counts: $(VENV)/.installed-dev
	$(BIN)/python -m houseway.pricing.counting.packing

bench: $(VENV)/.installed-dev
	$(BIN)/python -m bench

# The documentation site, in build/site; prices never counted on this machine are counted first.
docs: $(VENV)/.installed-dev
	$(BIN)/python docs/make_site.py

# The wheel and the sdist. To publish them: $(BIN)/uv publish dist/houseway-*
dist: $(VENV)/.installed-dev
	rm -f dist/houseway-*
	$(BIN)/python -m hatchling build --directory dist

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# Every package comes in the version of the lock and is held to its hash; Houseway itself is installed from this folder.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
HERE := $(PIP) --no-deps --no-build-isolation --editable .

$(VENV)/.installed: pyproject.toml requirements/run.txt | $(VENV)/bin/python
	$(PIP) --require-hashes --requirement requirements/run.txt
	$(HERE)
	touch $@

$(VENV)/.installed-dev: pyproject.toml requirements/dev.txt | $(VENV)/bin/python
	$(PIP) --require-hashes --requirement requirements/dev.txt
	$(HERE)
	touch $@ $(VENV)/.installed

# What pyproject.toml allows, resolved once for every platform; all that is already pinned stays, unless LOCK=--upgrade.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --no-annotate --custom-compile-command "make lock" $(LOCK) pyproject.toml -

lock: $(VENV)/.installed-dev
	$(BUILT_WITH) | $(COMPILE) --output-file requirements/run.txt
	$(BUILT_WITH) | $(COMPILE) --constraints requirements/run.txt --extra dev --output-file requirements/dev.txt
	echo pip-audit | $(subst pyproject.toml ,,$(COMPILE)) --output-file requirements/audit.txt
	echo openapi-python-client | $(subst pyproject.toml ,,$(COMPILE)) --output-file requirements/generator.txt

BUILT_WITH = $(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'])"

# What a house is made of, as a CycloneDX list: every package of the lock with its version and hashes.
sbom: $(VENV)/.installed-dev
	mkdir -p dist
	$(BIN)/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible --output-format JSON \
	  --output-file dist/sbom.json requirements/run.txt

# Whether an advisory is known for any package of the locks, or of what looks for them. It asks a public service, so it needs
# a network; the tool has an environment of its own, since a house does not need it.
AUDIT := $(VENV)-audit
AUDITED := run dev audit generator
audit: $(AUDIT)/.installed
	$(AUDIT)/bin/pip-audit --disable-pip --require-hashes --strict --progress-spinner off \
	  $(foreach lock,$(AUDITED),--requirement requirements/$(lock).txt)

$(AUDIT)/.installed: requirements/audit.txt
	$(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/audit.txt
	touch $@

clean:
	rm -rf $(AUDIT) $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
