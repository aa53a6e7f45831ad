# `make evals`: quality, measured through the real binary. Data is not part of the repository:
# DATA names a folder of retrieval sets (one folder each: docs, cases, qrels as .jsonl or .jsonl.gz).
DATA ?= ../shared/data/retrieval
SETS ?= evals/language
EVAL_SYSTEM ?= all
BENCH_SIZES ?= 1000 10000 100000
SOUL = $(or $(CARGO_TARGET_DIR),target)/release/soul

.PHONY: evals evals-language evals-retrieval bench-recall

evals: build evals-language evals-retrieval ## Measure understanding and retrieval, beside the baselines.

evals-language:
	@if [ -d "$(SETS)" ]; then \
	  for file in $(SETS)/*.jsonl $(SETS)/*.jsonl.gz; do \
	    [ -e "$$file" ] || continue; \
	    name=$$(basename "$$file"); name=$${name%.gz}; name=$${name%.jsonl}; \
	    echo "== $$name"; $(SOUL) eval "$$name" --input "$$file" --score || exit 1; \
	  done; \
	else echo "no language sets in $(SETS): skipped (SETS=DIR names them)"; fi

evals-retrieval:
	@if [ -d "$(DATA)" ]; then \
	  for set in $(DATA)/*/; do \
	    at() { ls "$$set$$1.jsonl" "$$set$$1.jsonl.gz" 2>/dev/null | head -1; }; \
	    if [ -z "$$(at docs)" ] || [ -z "$$(at cases)" ] || [ -z "$$(at qrels)" ]; then \
	      echo "$$set lacks docs, cases or qrels: skipped"; continue; fi; \
	    $(SOUL) eval retrieval --name "$$(basename $$set)" --docs "$$(at docs)" --cases "$$(at cases)" \
	      --qrels "$$(at qrels)" --k 50 --system $(EVAL_SYSTEM) --figures || exit 1; \
	  done; \
	else echo "no retrieval sets in $(DATA): skipped (DATA=DIR names them)"; fi

bench-recall: build ## Time indexing and search on made-up notes.
	@$(SOUL) bench $(addprefix --entries ,$(BENCH_SIZES))
