.PHONY: hosts

hosts: ## Connect Claude Code, Codex, Gemini CLI and opencode from npm, and talk to each against a stub of its model.
	$(CARGO) build -p soulfile-cli --locked
	@scripts/hosts/check.sh target/debug/soul
