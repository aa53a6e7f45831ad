# The proofs of the fleet and its figures; included by the root Makefile. PostgreSQL is Debian's, the S3 interface PyPI's moto.

FLEET_TARGET ?= $(or $(CARGO_TARGET_DIR),target)
FLEET_OPERATIONS ?= 100000
FLEET_PROOF = $(FLEET_TARGET)/release/soul-fleet-proof
FLEET_SOUL = $(FLEET_TARGET)/release/soul

.PHONY: test-fleet fleet-build fleet-nemesis fleet-sabotage fleet-bench

test-fleet: fleet-nemesis fleet-sabotage fleet-bench ## Kill, freeze and cut off gateways of a fleet while they write; check the history; print the figures.

fleet-build:
	@scripts/need.sh git postgres moto_server
	$(CARGO) build --release -p soulfile-cli -p soulfile-fleet-proof --locked

fleet-nemesis: fleet-build
	$(FLEET_PROOF) nemesis --soul $(FLEET_SOUL) --operations $(FLEET_OPERATIONS)
	$(FLEET_PROOF) nemesis --soul $(FLEET_SOUL) --operations 5000 --seed 2 --s3

# A build from which safeguards can be taken away; it is copied before the ordinary one replaces it.
fleet-sabotage: fleet-build
	$(CARGO) build --release -p soulfile-cli --features sabotage --locked
	cp $(FLEET_SOUL) $(FLEET_SOUL)-sabotage
	$(CARGO) build --release -p soulfile-cli --locked
	$(FLEET_PROOF) sabotage --soul $(FLEET_SOUL)-sabotage

fleet-bench: fleet-build
	$(FLEET_PROOF) bench --soul $(FLEET_SOUL)
