# The commands a developer needs. `make demo` and `make test` need nothing done before them.

SWIFT ?= swift
RELEASE = .build/release/siwa-audit
DEMO_INPUT = data/samples/demo/input
DEMO_OUTPUT = output/demo

.PHONY: help setup build demo test test-browser lint format bench clean

help:
	@echo "make demo    build, audit the sample export, say where the report is"
	@echo "make test    run all tests"
	@echo "make test-browser  open the pages in Chromium: scripts, requests, axe-core, the W3C's checker;"
	@echo "                   read what is for machines with programs of others"
	@echo "make lint    check the code's format"
	@echo "make build   build the release binary: $(RELEASE)"
	@echo "make bench   measure speed against DuckDB on a generated export"
	@echo "make clean   remove what was built"

setup:
	@packaging/setup.sh

build: setup
	$(SWIFT) build -c release --product siwa-audit

# The demo has findings, and finding them is its success.
demo: build
	@$(RELEASE) audit $(DEMO_INPUT) --output $(DEMO_OUTPUT) --exit-zero

test: setup
	$(SWIFT) test

test-browser: setup
	@packaging/setup-browser.sh
	$(SWIFT) build --product siwa-audit
	@.build/browser-tests/bin/python Tests/Browser/check.py .build/debug/siwa-audit
	@.build/browser-tests/bin/python Tests/Consumers/check.py .build/debug/siwa-audit

lint: setup
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Package.swift

format:
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Package.swift

bench: build
	@Tests/Benchmarks/run.sh

clean:
	rm -rf .build output/demo
