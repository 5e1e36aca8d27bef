# Needs Python 3.11 or later, a C compiler and make. PYTHON chooses the interpreter.
PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet
SETTINGS = pyproject.toml setup.py solver/_version.py
KERNEL = $(wildcard solver/*.pyx solver/*.pxd)
# Also named in pyproject.toml; here so that a rebuild need not fetch them again.
BUILD_TOOLS = "setuptools>=77" "cython>=3.1"

.PHONY: run test bench debug-test clean

run: $(VENV)/built
	$(BIN)/hanabi-solve deal --seed 42 --players 3

test: $(VENV)/test-tools $(VENV)/built
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cython-lint solver  # it calls pycodestyle by name
	$(BIN)/python -m pytest -n 2

bench: $(VENV)/built
	$(BIN)/python -m benchmarks

# The same sources, compiled with bounds checks and C assertions, in a tree of their own: the
# compiled files of the two kinds would overwrite each other.
DEBUG_TREE = build/debug

debug-test: $(VENV)/test-tools
	rm -rf $(DEBUG_TREE)
	mkdir -p $(DEBUG_TREE)
	cp -Rp $(wildcard solver cli tests benchmarks docs README.md setup.py pyproject.toml) $(DEBUG_TREE)
	rm -f $(DEBUG_TREE)/solver/*.so
	cd $(DEBUG_TREE) && HANABI_SOLVE_DEBUG=1 $(CURDIR)/$(BIN)/python setup.py --quiet build_ext --inplace
	cd $(DEBUG_TREE) && $(CURDIR)/$(BIN)/python -m pytest -n 2 tests

# Python files are used where they are; only these need a new build.
$(VENV)/built: $(VENV)/installed $(KERNEL)
	$(BIN)/python setup.py --quiet build_ext --inplace
	touch $@

$(VENV)/installed: $(VENV)/made $(SETTINGS)
	$(PIP) install --no-build-isolation --editable .
	touch $@

$(VENV)/test-tools: $(VENV)/installed
	$(PIP) install --no-build-isolation --editable ".[test]"
	touch $@

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Python 3.11 or later is needed, $(PYTHON) is not;' \
			'name another one: make PYTHON=python3.12' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install $(BUILD_TOOLS)
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -f solver/*.so
	find solver cli tests benchmarks -name __pycache__ -prune -exec rm -rf {} +
