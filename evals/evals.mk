# `make evals`: quality, measured through the real binary. Data is not part of the repository:
# DATA names a folder of retrieval sets (one folder each: docs, cases, qrels as .jsonl or .jsonl.gz).
DATA ?= ../shared/data/retrieval
TALK ?= ../shared/data/naturalistic
SETS ?= evals/language
EVAL_SYSTEM ?= all
LIFE_SEED ?= 1
LIFE_OUT ?=
BENCH_SIZES ?= 1000 10000 100000
PEER_SIZES ?= 1000 10000
PEERS ?= soulfile qmd basic-memory server-memory
SOUL = $(or $(CARGO_TARGET_DIR),target)/release/soul

.PHONY: evals evals-talk evals-language evals-retrieval eval-life bench-recall bench-peers

evals: build evals-language evals-retrieval eval-life ## Measure understanding, retrieval and reflection, beside the baselines.

evals-language:
	@if [ -d "$(SETS)" ]; then \
	  for file in $(SETS)/*.jsonl $(SETS)/*.jsonl.gz; do \
	    [ -e "$$file" ] || continue; \
	    name=$$(basename "$$file"); name=$${name%.gz}; name=$${name%.jsonl}; \
	    echo "== $$name"; $(SOUL) eval "$${name%%.*}" --input "$$file" --score || exit 1; \
	  done; \
	else echo "no language sets in $(SETS): skipped (SETS=DIR names them)"; fi

evals-retrieval:
	@if [ -d "$(DATA)" ]; then \
	  for set in $(DATA)/*/; do \
	    at() { ls "$$set$$1.jsonl" "$$set$$1.jsonl.gz" 2>/dev/null | head -1; }; \
	    if [ -z "$$(at docs)" ] || [ -z "$$(at cases)" ] || [ -z "$$(at qrels)" ]; then \
	      echo "$$set lacks docs, cases or qrels: skipped"; continue; fi; \
	    $(SOUL) eval retrieval --name "$$(basename $$set)" --docs "$$(at docs)" --cases "$$(at cases)" \
	      --qrels "$$(at qrels)" --k 50 --system $(EVAL_SYSTEM) --figures --abstention || exit 1; \
	  done; \
	else echo "no retrieval sets in $(DATA): skipped (DATA=DIR names them)"; fi

evals-talk: build ## Type people's talk into the binary and ask about it, beside BM25 over the raw messages.
	@if [ -d "$(TALK)" ]; then python3 evals/talk/run.py --soul "$(abspath $(SOUL))" --data "$(TALK)" $(TALK_FLAGS); \
	else echo "no talk in $(TALK): skipped (TALK=DIR names it)"; fi

eval-life: build ## Live through a made-up year and hold what is known against the truth.
	@$(CARGO) build --release -p soulfile-life --locked
	@$(dir $(SOUL))soul-life --seed $(LIFE_SEED) eval --soul $(SOUL) $(if $(LIFE_OUT),--out $(LIFE_OUT))

bench-recall: build ## Time indexing and search on made-up notes, then beside other memories.
	@$(SOUL) bench $(addprefix --entries ,$(BENCH_SIZES))
	@$(MAKE) --no-print-directory bench-peers

bench-peers: ## Time search beside other memories, installed from their registries (PEERS names them).
	@if command -v python3 >/dev/null; then \
	  python3 benches/peers/run.py --soul "$(abspath $(SOUL))" --sizes $(PEER_SIZES) --only $(PEERS) --data "$(DATA)" $(PEER_FLAGS); \
	else echo "python3 is not installed: the comparison with peers is skipped"; fi
