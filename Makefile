# make demo and make test do all set-up: they need Python >= 3.11, make and a C compiler.

PYTHON ?= python3
VENV ?= .venv
TESTS ?= tests
JOBS ?= auto
SEED ?= 0

BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
NATIVE := $(wildcard $(addprefix src/slowpath/,*/*.c */*.h */*/*.c */*/*.h))
STUBBED := $(subst /,.,$(patsubst src/%.pyi,%,$(wildcard $(addprefix src/slowpath/,*/*.pyi */*/*.pyi))))
EXAMPLE := examples/dedupe.py:dedupe
INPUT := list(range(N))

BENCHES := startup processes overhead fidelity solve paths regex text flip driven

.DEFAULT_GOAL := help
.PHONY: help demo install test lint pytest sanitize format bench $(BENCHES) known table1 study-slg study-whitesyn study-compslg calibrate clean

help:
	@echo "make demo       set up, find what makes an example slow, count it and show how its cost grows"
	@echo "make test       set up, then linters, types, import layers and all tests"
	@echo "make lint       only linters, types and import layers"
	@echo "make pytest     only the tests; TESTS=tests/unit/counting to choose, JOBS=0 for one process"
	@echo "make sanitize   the C extensions under AddressSanitizer: their tests, and fuzzing; SEED=0 where it begins"
	@echo "make format     format the source and apply the linter's safe fixes"
	@echo "make bench      the short tables of docs/benchmarks.md ($(BENCHES)); each is a target too"
	@echo "make known      what find makes of releases with known problems; hours"
	@echo "make table1     worst cases of large sizes beside other systems; half an hour"
	@echo "make study-slg  the tables of docs/studies/slg.md: load test suites; half an hour"
	@echo "make study-compslg  the tables of docs/studies/compslg.md: pipelines; an hour"
	@echo "make study-whitesyn  the tables of docs/studies/whitesyn.md: loops of many iterations; hours"
	@echo "make calibrate  measure the units of native work on this machine"
	@echo "make clean      remove everything that make creates"
	@echo "PYTHON=python3.12 chooses the interpreter, VENV=.venv-3.12 its environment."

demo: install
	$(BIN)/slowpath find $(EXAMPLE) --budget 20s --fail-on never
	$(BIN)/slowpath cost $(EXAMPLE) --input '$(INPUT)' --size 200
	$(BIN)/slowpath grow $(EXAMPLE) --input '$(INPUT)'

test: lint pytest

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/stubtest $(STUBBED)
	$(BIN)/lint-imports

pytest: install
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(TESTS)

# About a minute: 5 s of each fuzzer, and the tests. Needs the run-time library of gcc's AddressSanitizer.
sanitize: install
	$(BIN)/python -m tests.sanitize.run --seed $(SEED) --seconds 5

format: install
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(BENCHES)

$(BENCHES) calibrate: install
	$(BIN)/python benchmarks/$@.py

known: install
	$(BIN)/python benchmarks/known/run.py --seeds 0 1 2
	$(BIN)/python benchmarks/known/run.py --mended
	$(BIN)/python benchmarks/known/quiet.py
	$(BIN)/python benchmarks/known/regexes.py
	$(BIN)/python benchmarks/known/rivals.py

table1: install
	$(BIN)/python benchmarks/scale/table1.py

study-slg: install
	$(BIN)/python benchmarks/slg/response.py
	$(BIN)/python benchmarks/slg/memory.py
	$(BIN)/python benchmarks/slg/memory.py --only order --seconds 150
	$(BIN)/python benchmarks/slg/queries.py

study-compslg: install
	for size in 1000 5000 10000; do $(BIN)/python benchmarks/compslg/compare.py --size $$size --seconds 600 --whole 1200; done
	for name in phones names passwords; do $(BIN)/python benchmarks/compslg/compare.py --size 1000 --seconds 600 $$name; done
	for name in backup mail records; do $(BIN)/python benchmarks/compslg/compare.py --size 100 --seconds 600 $$name; done
	$(BIN)/python -m pip install --quiet xmlschema odfpy
	for size in 240 480 960; do $(BIN)/python benchmarks/compslg/compare.py --size $$size --seconds 600 xml; done

study-whitesyn: install
	$(BIN)/python benchmarks/whitesyn/loops.py
	$(BIN)/python benchmarks/whitesyn/loops.py --set redundant
	$(BIN)/python benchmarks/whitesyn/loops.py --set hidden
	$(BIN)/python benchmarks/whitesyn/bundle.py
	$(BIN)/python benchmarks/whitesyn/packages.py
	$(BIN)/python benchmarks/whitesyn/pynguin.py
	$(BIN)/python benchmarks/whitesyn/algorithms.py
	$(BIN)/python benchmarks/whitesyn/objects.py

install: $(INSTALLED)

# Rebuilt when the metadata, the build or the C source changes; Python source is used in place.
$(INSTALLED): pyproject.toml hatch_build.py $(NATIVE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "slowpath needs Python >= 3.11; '$(PYTHON)' is not. Try: make PYTHON=python3.12" >&2; exit 1; }
	@echo "installing into $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf .venv .venv-* build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage*
	rm -f src/slowpath/*/*.so src/slowpath/*/*/*.so
	find src $(wildcard tests benchmarks examples) -name __pycache__ -type d -prune -exec rm -rf {} +
