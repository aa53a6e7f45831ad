# `make run` and `make test` set everything up by themselves: Rust, Node and a C compiler are enough.
.DEFAULT_GOAL := help
SHELL := /bin/bash
CARGO ?= cargo
export CARGO_TERM_COLOR ?= auto

.PHONY: help run build test fmt lint unit docs clean tools

help: ## Say what there is to make.
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

run: build ## Build the release binary, take the tour, seed a demo, then open it in the web app and in a chat.
	@scripts/tour.sh target/release/soul demo

build: web ## Build the web app and the release binary.
	$(CARGO) build --release -p soulfile-cli --locked

test: tools fmt web-check lint unit clients-check web-e2e-run docs ## Everything that has to pass before a change lands.

tools:
	@scripts/need.sh git strace curl postgres

# The files of wire formats are declared by a macro, through which rustfmt does not look.
fmt:
	$(CARGO) fmt --all --check
	rustfmt --edition 2024 --check crates/models/src/chat/*.rs

lint:
	@scripts/figures.py --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

unit:
	$(CARGO) test --workspace --locked --no-fail-fast

# Module docs may point at private items: they are read beside the source.
docs:
	RUSTDOCFLAGS="-D warnings -A rustdoc::private-intra-doc-links" $(CARGO) doc --workspace --no-deps --locked

clean: ## Remove what was built and the demo.
	$(CARGO) clean
	rm -rf demo

-include web/web.mk
-include tools/proof/proof.mk
-include tools/fleet/fleet.mk
-include crates/server/server.mk
-include evals/evals.mk
-include scripts/mcp/mcp.mk
-include scripts/hosts/hosts.mk
-include scripts/clients/clients.mk
-include benches/bench.mk
-include crates/models/models.mk
-include scripts/model/model.mk
