# The proofs and the write bench; included by the root Makefile.

PROOF_TARGET ?= $(or $(CARGO_TARGET_DIR),target)
PROOF = $(PROOF_TARGET)/release/soul-proof
# Where the proofs work. A kill needs no real disk, and the power cuts bring their own.
PROOF_DIR ?= $(if $(wildcard /dev/shm/.),/dev/shm,$(or $(TMPDIR),/tmp))

.PHONY: proof-build proof-quick proof proof-sabotage bench-write

proof-build:
	cargo build --release -p soulfile-proof -p soulfile-cli

proof-quick: proof-build
	$(PROOF) quick --dir $(PROOF_DIR)

proof: proof-build
	$(PROOF) full --dir $(PROOF_DIR)
	$(MAKE) proof-sabotage

# A build from which safeguards can be taken away one by one; it is copied before the ordinary one replaces it.
proof-sabotage:
	cargo build --release -p soulfile-proof --features sabotage
	cp $(PROOF) $(PROOF)-sabotage
	cargo build --release -p soulfile-proof
	$(PROOF)-sabotage sabotage --dir $(PROOF_DIR)

# On a real disk: a bench of syncs in memory says nothing.
bench-write: proof-build
	$(PROOF) bench --dir $(PROOF_TARGET)

.PHONY: proof-obey
proof-obey: ## Let a model that obeys every text loose on the program, over MCP and in conversations; print what came of it.
	cargo build --release -p soulfile-proof -p soulfile-cli
	$(PROOF) obey --dir $(PROOF_DIR)
	$(PROOF) obey-chat --every-way --dir $(PROOF_DIR)
