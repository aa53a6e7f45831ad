# The proofs of the fleet and its figures; included by the root Makefile. PostgreSQL is Debian's, the S3 interface PyPI's moto.

FLEET_TARGET ?= $(or $(CARGO_TARGET_DIR),target)
FLEET_OPERATIONS ?= 100000
FLEET_BUILD ?= release

.PHONY: test-fleet fleet-build

fleet-build:
	@scripts/need.sh git postgres moto_server
	cargo build $(if $(filter release,$(FLEET_BUILD)),--release) -p soulfile-cli -p soulfile-fleet-proof --locked

test-fleet: fleet-build ## Kill, freeze and cut off gateways of a fleet while they write; check the history; print the figures.
	$(FLEET_TARGET)/$(FLEET_BUILD)/soul-fleet-proof nemesis --soul $(FLEET_TARGET)/$(FLEET_BUILD)/soul --operations $(FLEET_OPERATIONS)
	$(FLEET_TARGET)/$(FLEET_BUILD)/soul-fleet-proof nemesis --soul $(FLEET_TARGET)/$(FLEET_BUILD)/soul --operations 5000 --seed 2 --s3
	$(FLEET_TARGET)/$(FLEET_BUILD)/soul-fleet-proof bench --soul $(FLEET_TARGET)/$(FLEET_BUILD)/soul
	cargo build $(if $(filter release,$(FLEET_BUILD)),--release) -p soulfile-cli --features sabotage --locked --target-dir $(FLEET_TARGET)/sabotage
	$(FLEET_TARGET)/$(FLEET_BUILD)/soul-fleet-proof sabotage --soul $(FLEET_TARGET)/sabotage/$(FLEET_BUILD)/soul
