# Each target does its own set-up: Python 3.11 or newer, git and make are all it takes.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
EXAMPLE = examples/plan/official-example

FUZZ_SECONDS ?= 300
FUZZ_TARGETS ?= blocks evaluator json_reader yaml_reader suppressions sarif

# LOCKED=1: exactly the files that requirements-dev.txt names by their hashes, and a build with what it has.
DEVELOPING = $(if $(LOCKED),--require-hashes -r requirements-dev.txt,'.[dev]')
FOR_TESTS = --no-deps --force-reinstall $(if $(LOCKED),--no-build-isolation)

.PHONY: demo test fix examples bench fuzz lock bounds mutants dist clean

# The main job, on the examples: where connections really go, and what excludes what.
demo: $(VENV)/.installed
	$(BIN)/spillover plan $(EXAMPLE) --scenario $(EXAMPLE)/scenario.yaml
	@echo
	$(BIN)/spillover lint examples/subsetting-with-zonal-affinity/flagged || test $$? -eq 1

# Lint, types and all tests; the tests run against the built wheel.
test: $(VENV)/.developing
	$(BIN)/python -m pip install --quiet $(FOR_TESTS) .
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto --cov --cov-report=term

# What a machine can mend by itself.
fix: $(VENV)/.developing
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Expected outputs and rule pages, written anew.
examples: $(VENV)/.developing
	$(BIN)/python -m pip install --quiet $(FOR_TESTS) .
	$(BIN)/python tools/generate.py

# Whole processes against named peers, which it installs; writes benchmarks/README.md. QUICK=1: a part of it.
bench: $(VENV)/.installed
	$(BIN)/python benchmarks/run.py $(if $(QUICK),--quick)

# Each target of tools/fuzz for so many seconds; what breaks one is kept in build/fuzz and fails the run.
fuzz: $(VENV)/.developing
	$(BIN)/python -m pip install --quiet '.[fuzz]'
	mkdir -p build/fuzz
	cd build/fuzz && for target in $(FUZZ_TARGETS); do \
		$(abspath $(BIN))/python $(CURDIR)/tools/fuzz/run.py $$target $(FUZZ_SECONDS) || exit 1; done

# What developers use, each file by its hash, for every system and Python.
lock: $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet 'uv>=0.5'
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --upgrade --quiet \
		--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
		--custom-compile-command 'make lock' --output-file requirements-dev.txt

# All tests with the lowest versions that pyproject.toml allows of what a run needs.
bounds: $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet 'uv>=0.5'
	mkdir -p build
	$(BIN)/uv pip compile pyproject.toml --resolution lowest-direct --quiet --no-emit-index-url \
		--no-emit-find-links --no-annotate --no-header --output-file build/lowest.txt
	$(PYTHON) -m venv --clear build/lowest
	build/lowest/bin/python -m pip install --quiet --constraint build/lowest.txt '.[dev]'
	build/lowest/bin/pytest -n auto -q

# What no test notices of thousands of small changes to the core: half an hour. MUTANTS="plan/zonal": of one module.
mutants:
	mkdir -p build
	$(PYTHON) -m venv build/mutants
	build/mutants/bin/python -m pip install --quiet '.[dev,mutation]'
	build/mutants/bin/python -m pip uninstall --quiet --yes spillover
	build/mutants/bin/python tools/mutation.py $(MUTANTS)

# The wheel, the source distribution, their hashes and a bill of materials; built twice, and only if both agree.
dist:
	mkdir -p build
	$(PYTHON) -m venv --clear build/release
	build/release/bin/python -m pip install --quiet '.[release]'
	build/release/bin/python tools/release.py

clean:
	rm -rf $(VENV) build dist .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; say which with make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml $(shell find linter rules -name '*.py' -o -name '*.json' -o -name '*.css' -o -name '*.js') | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@touch $@

$(VENV)/.developing: pyproject.toml requirements-dev.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(DEVELOPING)
	@touch $@
