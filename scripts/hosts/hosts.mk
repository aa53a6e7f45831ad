.PHONY: hosts

hosts: ## Connect Claude Code, Codex, Gemini CLI, opencode and OpenClaw from npm, and talk to each against a stub of its model.
	$(CARGO) build -p soulfile-cli --locked
	@scripts/hosts/check.sh target/debug/soul
	@scripts/hosts/openclaw.sh target/debug/soul
