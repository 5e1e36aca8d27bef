# Needs Python 3.11 or later, a C compiler and make. PYTHON chooses the interpreter.
PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet
PYTEST = $(BIN)/python -m pytest -n 2
SETTINGS = pyproject.toml setup.py solver/_version.py
KERNEL = $(shell find solver -name '*.pyx' -o -name '*.pxd' -o -name '*.h')
# Also named in pyproject.toml; here so that a rebuild need not fetch them again.
BUILD_TOOLS = "setuptools>=77" "cython>=3.1"
STEP = @echo '==>'
# Prints lists of pyproject.toml: "dependencies", or an extra.
NEEDS = import sys, tomllib; \
	project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	print(*(need for name in sys.argv[1:] for need in (project | project["optional-dependencies"])[name]), sep="\n")

# The types of the page are checked by a program of node. CI insists on it, and on a browser.
INSIST = $(HANABI_SOLVE_INSIST)$(filter true,$(CI))
HAS_NPM = command -v npm > /dev/null
LEFT_OUT = $(HAS_NPM) || echo 'left out: the types of the page, as npm was not found; install Node.js and npm'

.PHONY: run check test test-long fuzz lint page-types wheel sdist bench debug-test sanitize-test checked-build clean

run: $(VENV)/built
	$(STEP) 'a deal: $(BIN)/hanabi-solve deal --seed 42 --players 3'
	@$(BIN)/hanabi-solve deal --seed 42 --players 3

# The inner loop: linters, types and a cross-section of the tests.
check: lint
	$(STEP) 'a cross-section of the tests (half a minute)'
	@$(PYTEST) --size check
	@$(LEFT_OUT)

test: lint
	$(STEP) 'tests (six minutes)'
	@$(PYTEST)
	@$(LEFT_OUT)

# Beyond `make test`: thousands of random deals more.
test-long: $(VENV)/test-tools $(VENV)/built
	$(STEP) 'long tests'
	@$(PYTEST) --size long

# Attacks at random: docs/reliability.md. Each prints the name that repeats it.
FUZZ_MINUTES = 1
fuzz: $(VENV)/test-tools $(VENV)/built
	@$(BIN)/python -m tests.fuzz --minutes $(FUZZ_MINUTES)

lint: $(VENV)/test-tools $(VENV)/built
	$(STEP) 'linters'
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cython-lint solver  # it calls pycodestyle by name
	$(STEP) 'types'
	@$(BIN)/mypy
	@if $(HAS_NPM) || [ -n '$(INSIST)' ]; then $(MAKE) --no-print-directory page-types; else $(LEFT_OUT); fi

page-types: $(VENV)/page-tools
	$(STEP) 'types of the page'
	@$(VENV)/page-tools/node_modules/.bin/tsc --project web/jsconfig.json

bench: $(VENV)/built
	@$(BIN)/python -m benchmarks

# Packages as a stranger gets them, each tried in an environment of its own.
wheel: $(VENV)/package-tools
	@.ci/package wheel

sdist: $(VENV)/package-tools
	@.ci/package sdist

# The same sources in a tree of their own, because the compiled files of the kinds would overwrite
# each other: with bounds checks and C assertions, and with the sanitizers besides (gcc).
CHECKED = build/checked
KERNEL_TESTS = tests/analysis/test_moves.py tests/chances tests/game/test_shuffle.py tests/kernel tests/search/test_blocks.py \
	tests/search/test_search.py

debug-test: CHECKS = HANABI_SOLVE_DEBUG=1
debug-test: $(VENV)/test-tools
	@$(MAKE) --no-print-directory checked-build CHECKS="$(CHECKS)"
	$(STEP) 'tests of the kernel with its checks'
	@cd $(CHECKED) && $(CURDIR)/$(PYTEST) $(KERNEL_TESTS)

# Python itself leaks on purpose, and only the kernel is under test.
sanitize-test: CHECKS = HANABI_SOLVE_SANITIZE=1
sanitize-test: $(VENV)/test-tools
	@$(MAKE) --no-print-directory checked-build CHECKS="$(CHECKS)"
	$(STEP) 'tests of the kernel with the sanitizers'
	@cd $(CHECKED) && LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" \
		ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
		$(CURDIR)/$(BIN)/python -m pytest -p no:xdist --deals 600 $(KERNEL_TESTS)

checked-build:
	$(STEP) 'compiling the kernel with its checks (half a minute)'
	@rm -rf $(CHECKED)
	@mkdir -p $(CHECKED)
	@cp -Rp solver cli web tests benchmarks docs setup.py pyproject.toml README.md $(CHECKED)
	@find $(CHECKED)/solver -name '*.so' -delete
	@cd $(CHECKED) && $(CHECKS) $(CURDIR)/$(BIN)/python setup.py --quiet build_ext --inplace

# Python files are used where they are; only these need a new build.
$(VENV)/built: $(VENV)/installed $(KERNEL)
	@if find $(KERNEL) -newer $(VENV)/installed | grep -q .; then \
		echo '==> compiling the kernel (half a minute)'; \
		$(BIN)/python setup.py --quiet build_ext --inplace; fi
	@touch $@

$(VENV)/installed: $(VENV)/needs $(SETTINGS)
	$(STEP) 'compiling the kernel (half a minute)'
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

# One by one, because pip would compile the kernel again with every extra.
$(VENV)/needs: $(VENV)/made pyproject.toml
	$(STEP) 'installing what the program needs (a minute)'
	@$(BIN)/python -c '$(NEEDS)' dependencies plot web > $@.txt
	@$(PIP) install --requirement $@.txt
	@touch $@

$(VENV)/test-tools: $(VENV)/needs
	$(STEP) 'installing what the tests need (a minute)'
	@$(BIN)/python -c '$(NEEDS)' test > $@.txt
	@$(PIP) install --requirement $@.txt
	@touch $@

$(VENV)/package-tools: $(VENV)/needs
	$(STEP) 'installing what makes packages'
	@$(BIN)/python -c '$(NEEDS)' package > $@.txt
	@$(PIP) install --requirement $@.txt
	@touch $@

$(VENV)/page-tools: $(VENV)/made web/package.json web/package-lock.json
	@$(HAS_NPM) || { echo 'npm was not found: install Node.js and npm, which check the page' >&2; exit 1; }
	$(STEP) 'installing what checks the types of the page'
	@rm -rf $@
	@mkdir $@
	@cp web/package.json web/package-lock.json $@
	@npm ci --prefix $@ --no-audit --no-fund --loglevel error > $@/log 2>&1 || { cat $@/log >&2; rm -rf $@; exit 1; }
	@touch $@

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Python 3.11 or later is needed, $(PYTHON) is not;' \
			'name another one: make PYTHON=python3.12' >&2; exit 1; }
	$(STEP) 'making $(VENV)'
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install $(BUILD_TOOLS)
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find solver -name '*.so' -delete
	find solver cli web tests benchmarks -name __pycache__ -prune -exec rm -rf {} +
