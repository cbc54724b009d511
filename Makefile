# Everything you need for development; `make` alone lists the targets. Requires only make and Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python

.DEFAULT_GOAL := help
.PHONY: help play demo run test test-sweeps check test-browser test-wheel test-wire test-processes lint format mutants bench bench-ratios arena train puzzles transcripts messages context translations diagrams constraints lock clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.has-playground ## play in the browser, with a simulated Discord and no token
	@$(RUN) -m bot playground

demo: $(VENV)/.has-playground ## play in the browser, on a server with dozens of matches
	@$(RUN) -m bot playground --demo --database demo.db

run: $(VENV)/.has-postgres $(VENV)/.has-scripts ## start the bot on Discord (DISCORD_TOKEN in the environment or in .env)
	@$(RUN) -m bot run

# Without bytecode, each process would compile everything anew, which takes most of the time until the first test, and
# more than half of the start of a playground.
test test-sweeps check test-browser test-wire test-processes: export PYTHONDONTWRITEBYTECODE =

test: $(VENV)/.has-test ## run all tests except the sweeps and those in the browser and over sockets
	@echo "These tests take a few minutes on two quiet cores; make check answers in half a minute."
	@$(RUN) -m pytest -n auto --dist worksteal -m "not browser and not sweep" --ignore=tests/browser --ignore=tests/wire

test-sweeps: export FURLONG_RANDOM_GAMES ?= 100
test-sweeps: $(VENV)/.has-test ## try everything: all screens and languages, forged presses, every stage, many random games
	@$(RUN) -m pytest -n auto --dist worksteal -m "sweep or random" --ignore=tests/browser --ignore=tests/wire

check: $(VENV)/.has-test $(VENV)/.has-dev ## a first answer within half a minute: style, imports, the model, the texts, and a match in chat
	@$(RUN) -m ruff check --quiet
	@$(RUN) -m ruff format --check --quiet
	@$(VENV)/bin/lint-imports >/dev/null
	@$(RUN) -m pytest -q -n auto --dist worksteal tests/bot/model tests/bot/texts tests/bot/chat/test_match.py tests/test_names.py tests/test_docs.py

test-browser: $(VENV)/.has-browser ## play in headless Chromium, which must be installed
	@$(RUN) -m pytest tests/browser

test-wheel: $(VENV)/.has-postgres ## build a wheel as the image does, and use it from another folder
	@$(RUN) -m tests.wheel

test-wire: $(VENV)/.has-test ## the bot as a process of its own, against a simulated Discord over real sockets
	@$(RUN) -m pytest tests/wire -n auto --dist loadfile

test-processes: $(VENV)/.has-test ## four processes on one PostgreSQL (which must be installed), killed and restarted
	@$(RUN) -m tests.processes

mutants: $(VENV)/.has-bench ## sow small faults and report which no test notices: make mutants SEED=7 COUNT=100; an hour
	@nice $(RUN) -m tools.mutants $(if $(SEED),--seed $(SEED)) $(if $(COUNT),--count $(COUNT)) $(SOWN)

lint: $(VENV)/.has-dev ## check style, format, types and the direction of imports
	@$(RUN) -m ruff check
	@$(RUN) -m ruff format --check
	@$(RUN) -m pyright
	@$(VENV)/bin/lint-imports

format: $(VENV)/.has-dev ## format the code as lint requires
	@$(RUN) -m ruff check --fix
	@$(RUN) -m ruff format

bench: $(VENV)/.has-bench ## measure the speed of the rules, the pictures and the bot: make bench PARTS="turns asking" STRICT=yes
	@$(RUN) -m tests.bench $(if $(STRICT),--strict) $(PARTS)

bench-ratios: $(VENV)/.has-bench ## fail if a turn, or an answer among very many matches, costs too much beside a yardstick
	@$(RUN) -m tests.bench --strict-ratios turns asking

arena: $(VENV)/.has-test ## let the computer players play each other, or Lynx that of a commit: make arena AGAINST=HEAD~9
	@$(RUN) -m tools.arena $(if $(AGAINST),--against $(AGAINST))

train: $(VENV)/.has-test ## learn the weights of an evaluation from self-play: make train GAME=furl (or farlander-3); takes hours
	@nice -n 19 $(RUN) -m tools.training $(GAME)

puzzles: $(VENV)/.has-test ## find and prove more puzzles in games of the computer players; takes hours
	@nice -n 19 $(RUN) -m tools.puzzles

transcripts: $(VENV)/.has-test ## write the kept texts of tests anew: transcripts, tables, what is typed, sheets of pictures; read and look at what has changed before you keep it
	@$(RUN) -m pytest -q tests/bot/transcripts tests/bot/screens/test_offers.py tests/rules/test_typed.py tests/render/test_kept.py --rewrite

messages: $(VENV)/.has-test ## collect the messages and merge them into the translations
	@$(RUN) -m tools.messages

context: $(VENV)/.has-test ## retell the kept transcripts in a language, and list where each message is said: make context LANGUAGE=pl
	@$(RUN) -m tools.context $(LANGUAGE)

# Only what holds in every language: others of its checks know neither ICU's plurals nor commands with translated options, or
# expect English signs and capitals.
translations: $(VENV)/.has-lint ## check the translations with the Translate Toolkit, as Weblate does
	@mkdir -p build
	@for file in bot/texts/locales/*/LC_MESSAGES/furlong.po; do \
		$(VENV)/bin/pofilter --progress=none $(addprefix --test=,$(POFILTER)) --input=$$file --output=build/faults.po; \
		if [ -s build/faults.po ]; then cat build/faults.po; exit 1; fi; \
	done

POFILTER := blank compendiumconflicts credits doublespacing emails endwhitespace escapes filepaths functions hassuggestion \
	isfuzzy isreview newlines options startwhitespace tabs untranslated urls variables

diagrams: $(VENV)/.has-test ## repaint the pictures of the rule pages
	@$(RUN) -m tools.diagrams rules

COMPILE := $(RUN) -m uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-header --no-emit-package furlong-bot
BUILD_REQUIREMENTS := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")

constraints: $(VENV)/.has-uv ## update constraints.txt to the newest versions that pyproject.toml allows, and lock.txt
	@$(COMPILE) --upgrade --all-extras --output-file constraints.txt pyproject.toml
	@$(MAKE) --no-print-directory lock

lock: $(VENV)/.has-uv ## update lock.txt, the hashes of what images and hosts install, to the versions in constraints.txt
	@$(RUN) -c '$(BUILD_REQUIREMENTS)' | $(COMPILE) --upgrade --constraint constraints.txt --generate-hashes \
		--extra metrics --extra postgres --extra programs --extra push --extra scripts --extra cjk --output-file lock.txt pyproject.toml -

$(VENV)/.has-uv: $(VENV)/.is-made
	@$(RUN) -m pip install --quiet --disable-pip-version-check uv
	@touch $@

clean: ## delete everything installed or cached here (never a database)
	rm -rf $(VENV) build *.egg-info .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp file for each extra, so that it is installed again only after a change.
$(VENV)/.has-%: pyproject.toml constraints.txt $(VENV)/.is-made
	@echo "Installing what \"$*\" needs into $(VENV) …"
	@$(RUN) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[$*]"
	@touch $@

$(VENV)/.is-made:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null || \
		{ echo "Furlong needs Python 3.11 or newer: install it, or name it: make $(MAKECMDGOALS) PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@
