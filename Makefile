# make demo    build riftcore in .venv and run its tour
# make test    build it, check style and types, run the tests
# make help    the others

PYTHON ?= python3
BIN := .venv/bin
SOURCES := pyproject.toml setup.py MANIFEST.in README.md LICENSE \
	$(shell find src -name '*.pyx' -o -name '*.pxd' -o -name '*.h' -o -name '*.py' -o -name '*.pyi' -o -name '*.json')
FIGURES := --benchmark-enable --benchmark-only --benchmark-columns=min,median,rounds

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test lint types pytest soak mutate bench signature figures inplace checked clean
.DEFAULT_GOAL := help

help:
	@echo "make demo       build riftcore in .venv and run its tour"
	@echo "make test       build it, check style and types, run the tests"
	@echo "make lint       check style only"
	@echo "make types      check types only"
	@echo "make soak       run the long random tests; stop and go on at any time"
	@echo "make mutate     count the faults in the core that the tests find; stop and go on at any time"
	@echo "make bench      measure; fails when a limit is broken"
	@echo "make figures    measure, and write the table and the picture of the docs"
	@echo "make signature  the number for the last line of a commit message"
	@echo "make inplace    compile into src/riftcore/, for work on the core"
	@echo "make checked    run the tests on a build with all checks on"
	@echo "make clean      remove everything that was built, .venv too"

demo: $(BIN)/riftcore.stamp
	@$(BIN)/riftcore demo

# tests/test_stubs.py checks the types.
test: lint pytest

lint: $(BIN)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(BIN)/test.stamp
	$(BIN)/mypy

pytest: $(BIN)/test.stamp
	$(BIN)/pytest -n auto

soak: $(BIN)/test.stamp
	$(BIN)/python tools/soak.py -n auto

mutate: $(BIN)/test.stamp
	$(BIN)/python tools/mutate.py

# All of it is run and shown, whichever part fails.
bench: $(BIN)/test.stamp
	@code=0; \
	$(BIN)/pytest $(FIGURES) benchmarks/bench_*.py || code=1; \
	$(BIN)/python benchmarks/check.py || code=1; \
	$(BIN)/python benchmarks/percentiles.py || code=1; \
	$(BIN)/python benchmarks/catalogue.py || code=1; \
	$(BIN)/python benchmarks/instructions.py || code=1; \
	$(BIN)/python benchmarks/growth.py || code=1; \
	exit $$code

figures: $(BIN)/test.stamp
	$(BIN)/python benchmarks/growth.py -o docs/growth.svg
	$(BIN)/python benchmarks/check.py --write README.md docs/performance.md
	$(BIN)/python benchmarks/percentiles.py --write README.md docs/performance.md

signature: $(BIN)/riftcore.stamp
	@$(BIN)/python benchmarks/signature.py

inplace: $(BIN)/test.stamp
	$(BIN)/python setup.py --quiet build_ext --inplace

checked: $(BIN)/test.stamp
	RIFTCORE_CHECKED=1 $(BIN)/python setup.py --quiet build_ext --inplace --force
	PYTHONPATH=src $(BIN)/python -m pytest -n auto; code=$$?; rm -f src/riftcore/*/*.so; exit $$code

clean:
	rm -rf .venv build dist *.egg-info src/*.egg-info src/riftcore/*/*.so .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .soak

# pip builds the wheel in an environment of its own, with the versions that pyproject.toml asks for.
$(BIN)/riftcore.stamp: $(BIN)/venv.stamp $(SOURCES)
	@echo "building riftcore (a minute or two the first time)"
	@rm -f dist/riftcore-*.whl
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .
	$(BIN)/pip install --quiet --force-reinstall --no-deps dist/riftcore-*.whl
	$(BIN)/pip install --quiet riftcore
	@touch $@

# riftcore itself is there: this brings what its tests need.
$(BIN)/test.stamp: $(BIN)/riftcore.stamp
	$(BIN)/pip install --quiet 'riftcore[test]'
	@touch $@

$(BIN)/venv.stamp: tools/venv.py
	@$(PYTHON) tools/venv.py
	@touch $@
