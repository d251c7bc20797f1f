# `make` sets everything up and runs the service with a demo club; see README.md.
# Needs make, Python 3.11 or newer and python3-venv. All else comes into .venv/.

# The system's Python where it will do: distributions build it with profile-guided optimisation, and tests take a sixth
# less time by it than by one that is built with the defaults (docs/contributing.md).
PYTHON ?= $(shell for python in /usr/bin/python3 python3; do \
  $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
  done; echo $$python)
BIN := .venv/bin
READY := .venv/.ready
RUNS := .venv/.runs
export UV_PYTHON_DOWNLOADS := never
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Compiled modules are kept, whatever the environment says: compiling them takes longer than `make`.
export PYTHONDONTWRITEBYTECODE :=

CHECKS := $(addprefix check-, types style layers rules holes migrations deployment document)
.PHONY: demo setup test test-slow test-browser test-all check $(CHECKS) audit faults bench mutants examples released pictures messages lock clean
.DEFAULT_GOAL := demo

# What running needs comes first: the packages of tests and checks are installed when these are asked for.
demo: $(RUNS)
	@exec $(BIN)/python -m config.run

setup: $(READY)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "roadhouse: needs Python 3.11 or newer as $(PYTHON); on Debian: apt install python3" \
	       "(another one: make PYTHON=python3.12)" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "roadhouse: needs the module venv; on Debian: apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --without-pip .venv

# pip is run from the wheel that Python brings: installing it takes twice as long as all that it does here.
WHEEL_OF_PIP = $$($(BIN)/python -c 'import ensurepip; from pathlib import Path; \
  folders = Path(getattr(ensurepip, "_WHEEL_PKG_DIR", None) or "."), Path(ensurepip.__file__).with_name("_bundled"); \
  print(*[wheel for folder in folders for wheel in folder.glob(f"pip-{ensurepip.version()}-*.whl")][:1])')
# The second core compiles the modules of the project, which the first start would do one by one.
COMPILE_MODULES = $(BIN)/python -m compileall -q config engine games ratings tournaments

# Compiling leaves holes in the memory of a process that all its copies keep: the first start would take 50 MB more.
# What is wrong with the settings is said by the start itself.
COMPILE_WHAT_STARTS = $(BIN)/python -c 'from config.running import project; project.load()' 2>/dev/null || true

# Stamps, written last: what was interrupted is done again. The old .venv is kept and put right.
.venv/.uv: requirements-uv.txt | $(BIN)/python
	@export PYTHONPATH="$(WHEEL_OF_PIP)"; $(BIN)/python -c 'import pip' 2>/dev/null || $(PYTHON) -m venv --clear .venv; \
	$(COMPILE_MODULES) & compiling=$$!; \
	echo "$(BIN)/python -m pip install -r requirements-uv.txt"; \
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-uv.txt; code=$$?; \
	wait $$compiling; exit $$code
	@touch $@

# Nothing is removed, so that packages of tests stay where they are installed.
$(RUNS): requirements.lock .venv/.uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	@$(COMPILE_WHAT_STARTS)
	@touch $@

$(READY): requirements-dev.lock .venv/.uv
	$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes requirements-dev.lock
	@touch $(RUNS) $@

# On every core, by pytest-xdist; WORKERS=0: in one process.
WORKERS ?= logical
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test: setup
	$(PYTEST) -m "not slow" $(ARGS)

# SLOW="not long": without what takes minutes of every core.
SLOW ?= slow
test-slow: setup
	$(PYTEST) -m "slow and not browser and ($(SLOW))" $(ARGS)

# Pages in chromium; skipped with a word where it is not installed. Only the files that have such
# tests are read.
test-browser: setup
	$(PYTEST) -m browser $$(grep -rl --include='test_*.py' in_a_browser tests) $(ARGS)

test-all: setup
	$(PYTEST) $(ARGS)

# Each by itself, on every core; what one says is printed when it ends.
check: setup
	@$(MAKE) --no-print-directory --jobs $$(nproc) --keep-going --output-sync=target $(CHECKS)

check-style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

check-types:
	$(BIN)/mypy .

check-layers:
	$(BIN)/lint-imports --no-logo

check-rules:
	$(BIN)/python -m tests.source_rules

check-holes:
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive config engine games ratings tournaments \
	  bench docs/pictures.py manage.py gunicorn.conf.py

check-migrations:
	$(BIN)/python manage.py makemigrations --check --dry-run

# The key serves this one command; a deployment has its own.
check-deployment:
	DEBUG=0 ALLOWED_HOSTS=check.example.org SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') \
	  $(BIN)/python -W error manage.py check --deploy --fail-level WARNING

check-document:
	$(BIN)/python manage.py spectacular --validate --fail-on-warn --file /dev/null

# Known holes of the packages that a server runs. Needs the network: for packages that its database
# does not answer for, and where it cannot be reached at all, the reason is printed.
audit: setup
	$(BIN)/pip-audit --progress-spinner off --disable-pip --require-hashes --requirement requirements.lock

# Small bugs in a copy of the code; prints those that no test finds. Options: `-m tests.mutants --help`.
MUTATE ?= engine tournaments/pairing tournaments/standings tournaments/trf ratings/systems ratings/replay
mutants: setup
	$(BIN)/python -m tests.mutants $(MUTATE) $(ARGS)

# Writes the examples of the OpenAPI document whose shape the service no longer has.
examples: setup
	-WRITE_EXAMPLES=1 $(BIN)/python -m pytest -q tests/api/document/test_examples.py -k service_answers

# At a release: the OpenAPI document of now is what later ones are compared with.
released: setup
	WRITE_RELEASED=1 $(BIN)/python -m pytest -q tests/api/document/test_breaking.py -k changelog

# Strikes a service of its own while a crowd plays, and writes the table of docs/reliability.md. Takes
# most of an hour; needs PostgreSQL and Redis. ARGS: names of strikes, or `--players 20 --rounds 2`.
faults: setup
	$(BIN)/python -m tests.faults --write $(ARGS)

bench: setup
	$(BIN)/python -m bench

# The pictures of README and docs, of the demo club; needs chromium.
pictures: setup
	$(BIN)/python -m docs.pictures

# Collects what is said into the catalogs and compiles them; run it again after translating.
# Needs gettext (xgettext, msgmerge, msgfmt), which nothing else here does.
messages: setup
	$(BIN)/python manage.py makemessages --locale he --locale ja --no-location --no-obsolete \
	  --ignore tests --ignore bench --ignore var
	for language in he ja; do (cd config/locale/$$language/LC_MESSAGES && \
	  msgfmt --check --output-file django.mo django.po) || exit 1; done

COMPILE = $(BIN)/uv pip compile --quiet --universal --no-header --no-emit-index-url \
	--no-emit-find-links --generate-hashes --python-version 3.11

lock: setup
	$(COMPILE) requirements-uv.in --output-file requirements-uv.txt
	$(COMPILE) requirements.in --output-file requirements.lock
	$(COMPILE) requirements-dev.in --output-file requirements-dev.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
