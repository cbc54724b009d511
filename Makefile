# What can be done here; `make` alone lists it. Needs nothing but make and Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python

.DEFAULT_GOAL := help
.PHONY: help play demo run test test-browser test-wheel test-processes lint format bench arena puzzles diagrams constraints clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.has-playground ## play in the browser: a simulated Discord, no token needed
	@$(RUN) -m bot playground

demo: $(VENV)/.has-playground ## play in the browser, on a server with dozens of matches behind it
	@$(RUN) -m bot playground --demo --database demo.db

run: $(VENV)/.has-postgres $(VENV)/.has-scripts ## start the bot on Discord (DISCORD_TOKEN in the environment or in .env)
	@$(RUN) -m bot run

# Most of the time until the first test would be spent on compiling the tests, each time and in each process.
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/.has-test ## run all tests but those in the browser
	@$(RUN) -m pytest -n auto --dist worksteal -m "not browser" --ignore=tests/browser

test-browser: $(VENV)/.has-browser ## play in headless Chromium, which must be installed
	@$(RUN) -m pytest -m browser

test-wheel: $(VENV)/.has-postgres ## build a wheel, and use it from another folder
	@$(RUN) -m tests.wheel

test-processes: $(VENV)/.has-test ## four processes on one PostgreSQL (which must be installed), killed and brought back
	@$(RUN) -m tests.processes

lint: $(VENV)/.has-dev ## check style, format, types and the direction of imports
	@$(RUN) -m ruff check
	@$(RUN) -m ruff format --check
	@$(RUN) -m pyright
	@$(VENV)/bin/lint-imports

format: $(VENV)/.has-dev ## put the code in the form that lint asks for
	@$(RUN) -m ruff check --fix
	@$(RUN) -m ruff format

bench: $(VENV)/.has-bench ## measure the speed of the rules, the pictures and the matches
	@$(RUN) -m tests.bench

arena: $(VENV)/.has-test ## play the computer players off against each other; takes hours (see docs/opponents.md)
	@$(RUN) -m tests.bench.arena

puzzles: $(VENV)/.has-test ## find more puzzles in games of the computer players, and prove them; takes hours
	@nice -n 19 $(RUN) -m tests.bench.puzzles

diagrams: $(VENV)/.has-test ## paint the pictures of the rule pages again
	@$(RUN) -m render.diagrams rules

constraints: $(VENV)/.is-made ## renew constraints.txt with the newest versions that pyproject.toml allows
	@$(RUN) -m pip install --quiet --disable-pip-version-check uv
	@$(RUN) -m uv pip compile --quiet --universal --upgrade --python-version 3.11 --all-extras \
		--no-annotate --no-header --no-emit-package furlong --output-file constraints.txt pyproject.toml

clean: ## remove what was installed and cached here (never a database)
	rm -rf $(VENV) build *.egg-info .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp for each set of optional dependencies; installed again only when what it depends on has changed.
$(VENV)/.has-%: pyproject.toml constraints.txt $(VENV)/.is-made
	@echo "Installing what \"$*\" needs into $(VENV) …"
	@$(RUN) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[$*]"
	@touch $@

$(VENV)/.is-made:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null || \
		{ echo "Furlong needs Python 3.11 or newer: install it, or name it: make $(MAKECMDGOALS) PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@
