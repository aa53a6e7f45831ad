# The proofs of the fleet and its figures; included by the root Makefile. PostgreSQL is Debian's, the S3 interface PyPI's moto.

FLEET_TARGET ?= $(or $(CARGO_TARGET_DIR),target)
FLEET_OPERATIONS ?= 100000
FLEET_PROOF = $(FLEET_TARGET)/release/soul-fleet-proof
FLEET_SOUL = $(FLEET_TARGET)/release/soul

.PHONY: test-fleet fleet-build fleet-suite fleet-nemesis fleet-sabotage fleet-bench

test-fleet: fleet-suite fleet-nemesis fleet-sabotage fleet-bench ## Kill, freeze and cut off gateways of a fleet while they write; check the history; print the figures.

fleet-build:
	@scripts/need.sh git postgres moto_server
	$(CARGO) build --release -p soulfile-cli -p soulfile-fleet-proof --locked

# Tests in which another git moves the branch, or history begins anew: the fleet refuses what builds on that, by design.
FLEET_SUITE_LEAVES_OUT = \
	adopt::a_linked_work_tree_is_used_like_a_repository \
	adopt::an_existing_repository_is_used_as_it_is \
	audit::a_cut_tail_is_told_after_the_next_write_too_until_it_is_accepted \
	audit::another_branch_is_a_cut_until_head_is_back \
	damage::a_gutted_object_store_is_set_aside_and_history_starts_anew \
	damage::an_index_that_leads_out_of_its_pack_is_not_followed \
	first_format::an_entry_of_the_old_format_after_a_new_one_is_none \
	first_format::an_old_trail_verifies_before_and_after_the_first_new_entry \
	outrun::a_commit_of_a_version_that_was_followed_a_moment_ago_takes_nothing_away \
	outrun::what_a_commit_takes_away_because_the_git_index_was_behind_comes_back \
	outrun::what_a_merge_wrote_over_a_moment_ago_comes_back_beside_it

# The tests of the engine and of what is above and below it, each workspace with its journal in PostgreSQL and replayed at the end.
fleet-suite:
	@scripts/need.sh git postgres
	SOUL_TEST_JOURNAL=postgres $(CARGO) test --locked --no-fail-fast -p soulfile-workspace -p soulfile-engine -p soulfile-agent -p soulfile-server \
	  --lib --tests -- $(addprefix --skip ,$(FLEET_SUITE_LEAVES_OUT))

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
