# SPDX-License-Identifier: Apache-2.0 OR MIT
# A thin layer over the CMake presets. `make` builds build/hashlane and shows it at work; see README.md.
PREFIX ?= /usr/local
JOBS ?= $(shell n=$$(nproc 2>/dev/null || echo 2); [ $$n -gt 8 ] && echo 8 || echo $$n)
TESTS ?=
BENCH ?=
MINUTES ?= 5
DRIVERS ?=
PACKAGES ?=
# SETUP=no: install no packages; what is missing is named
SETUP ?=
export SETUP

.PHONY: all setup build demo test test-all integrations test-integrations test-integrations-full prove bench coverage fuzz install clean evidence single-header docs js packages

all: build
	tools/demo.sh

setup:
	@tools/setup.sh build

build: setup
	cmake --preset release
	cmake --build build -j $(JOBS)

demo: all

# TESTS='--only cli,c', '--match kat_', '--large' ...: see tests/README.md. `test-all` runs what `test` leaves out.
test: build
	@tools/setup.sh test
	python3 tests/run.py --jobs $(JOBS) $(TESTS)

test-all: build
	@tools/setup.sh test-all
	python3 tests/run.py --level test-all --jobs $(JOBS) $(TESTS)

# What other programs load: build/integrations/NAME/. Each folder of integrations/ has a page.
integrations: build
	@tools/setup.sh integrations
	integrations/duckdb/headers.py build/integrations/duckdb/include || echo 'integrations/duckdb is left out'
	cmake --preset integrations
	cmake --build --preset integrations -j $(JOBS)

# The npm package, build/js/hashlane and build/js/hashlane-VERSION.tgz, and the web page, build/js/hashlane.html
js:
	@tools/setup.sh test-integrations
	faces/js/build.py --jobs $(JOBS)

# Wheels, .debs, a static tarball, the crate, the npm package and the single header, in build/packages/artefacts:
# docs/PACKAGES.md. PACKAGES=--quick, '--only debs,crate' ...
packages:
	@tools/setup.sh packages
	packaging/packages.py $(PACKAGES)

# With the programs that Hashlane is used by and tested against; the second also runs what takes longest.
test-integrations: build
	@tools/setup.sh test-integrations
	python3 tests/run.py --level test-integrations --jobs $(JOBS) $(TESTS)

test-integrations-full: build
	@tools/setup.sh test-integrations-full
	python3 tests/run.py --level test-integrations --full --jobs $(JOBS) $(TESTS)

# For all inputs, what the kernels compute is what the standards say: tests/proofs/README.md
prove:
	@tools/setup.sh test-all
	python3 tests/proofs/proofs.py --jobs $(JOBS)

# Runs what docs/SOUNDNESS.md claims and writes evidence.json. EVIDENCE=--quick, '--only proofs', --gather (from the logs
# of `make test`) ...
evidence: build
	@tools/setup.sh test-all
	python3 tests/evidence.py $(EVIDENCE)

# BENCH='--only kt128', '--quick', '--target avx2' ...: see bench/README.md
bench:
	@tools/setup.sh bench
	cmake --preset bench
	cmake --build build/bench -j $(JOBS)
	rm -f build/bench/results.json
	build/bench/hashlane_bench --json build/bench/results.json $(BENCH)
	if [ -f build/bench/results.json ]; then bench/plot.py build/bench/results.json && bench/built.py --budgets; fi

# lines and branches of include/ that the C++ test programs run
coverage:
	@tools/setup.sh test-all
	tests/coverage.py --jobs $(JOBS)

# MINUTES are shared by the drivers; DRIVERS='hash tree' ...: some of them; FUZZ=--record writes docs/FUZZING.md
fuzz:
	@tools/setup.sh test-all
	fuzz/fuzz.py --minutes $(MINUTES) --jobs $(JOBS) $(FUZZ) $(DRIVERS)

install: build
	DESTDIR='$(DESTDIR)' cmake --install build --prefix '$(PREFIX)'

# build/single-header/hashlane.hpp is the whole library in one file, hashlane_sha2.hpp a family: docs/WAYS_IN.md
single-header:
	@python3 tools/single_header.py

# The guides, the references of C++, C, Python and Rust, the measurements and the evidence, in build/docs/html
docs:
	@tools/setup.sh docs
	@python3 docs/site/build.py

clean:
	rm -rf build
