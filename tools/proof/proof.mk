# The proofs and the write bench; included by the root Makefile.

PROOF_TARGET ?= $(or $(CARGO_TARGET_DIR),target)
PROOF = $(PROOF_TARGET)/release/soul-proof
# Where the proofs work. A kill needs no real disk, and the power cuts bring their own.
PROOF_DIR ?= $(if $(wildcard /dev/shm/.),/dev/shm,$(or $(TMPDIR),/tmp))
PROOF_SABOTAGES = no-journal-sync no-lock no-displaced-check no-replay no-hand-edit-check no-undo-chain no-object-check no-degraded-reads stale-index no-keep no-seal-check

.PHONY: proof-build proof-quick proof proof-sabotage bench-write

proof-build:
	cargo build --release -p soulfile-proof

proof-quick: proof-build
	$(PROOF) quick --dir $(PROOF_DIR)

proof: proof-build
	$(PROOF) full --dir $(PROOF_DIR)
	$(MAKE) proof-sabotage

# One build per removed safeguard; each is copied before the next replaces it.
proof-sabotage:
	mkdir -p $(PROOF_TARGET)/sabotage
	for safeguard in $(PROOF_SABOTAGES); do \
		cargo build --release -p soulfile-proof --features sabotage-$$safeguard && \
		cp $(PROOF) $(PROOF_TARGET)/sabotage/soul-proof-$$safeguard || exit 1; \
	done
	cargo build --release -p soulfile-proof
	$(PROOF) sabotage $(PROOF_TARGET)/sabotage --dir $(PROOF_DIR)

# On a real disk: a bench of syncs in memory says nothing.
bench-write: proof-build
	$(PROOF) bench --dir $(PROOF_TARGET)

.PHONY: proof-obey
proof-obey: ## Let a model that obeys every text loose on the program, over MCP and in conversations; print what came of it.
	cargo build --release -p soulfile-proof -p soulfile-cli
	$(PROOF) obey --dir $(PROOF_DIR)
	$(PROOF) obey-chat --dir $(PROOF_DIR)
