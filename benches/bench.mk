# `make bench`: what things cost, side by side in one run; included by the root Makefile.
# Figures are ratios: the machine's mood is in both sides of each.

RELEASE = $(or $(CARGO_TARGET_DIR),target)/release

.PHONY: bench bench-message bench-command bench-context bench-remember bench-first-token bench-cold-recall

bench: bench-write bench-remember bench-message bench-context bench-command bench-recall ## Measure speed; each part is a target of its own.

bench-context: ## Time the assembly of a context, warm.
	$(CARGO) bench -p soulfile-context --bench assemble

bench-remember: ## Time remembering against a bare durable mutation.
	$(CARGO) run --release -q -p soulfile-engine --example bench_remember -- $(or $(CARGO_TARGET_DIR),target)/bench-remember

bench-first-token: ## Time what stands between a line and the model, at 10,000 memories.
	$(CARGO) run --release -q -p soulfile-agent --example first_token -- $(or $(CARGO_TARGET_DIR),target)/bench-first-token

bench-command: build ## Time the command's start and weigh it.
	@benches/command.sh $(RELEASE)/soul

bench-cold-recall: build ## Time `soul recall` in a process of its own beside `soul --version`.
	@benches/cold-recall.sh 10000 $(RELEASE)/soul
	@benches/cold-recall.sh 100000 $(RELEASE)/soul

bench-message: ## Time the reading of one message, step by step.
	$(CARGO) bench -p soulfile-understand --bench message
