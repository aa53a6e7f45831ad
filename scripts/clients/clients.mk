.PHONY: test-clients

test-clients: ## Hold /v1 against the openai, anthropic and Vercel AI SDKs and Claude Code, with a stub as the model.
	$(CARGO) build -p soulfile-cli --locked
	@scripts/clients/check.sh target/debug/soul
