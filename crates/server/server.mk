# The gateway against schemathesis, under load, and in long races; included by the root Makefile.

SERVER_TARGET ?= $(or $(CARGO_TARGET_DIR),target)

.PHONY: test-api web-types bench-load proof-etag

test-api: ## Let schemathesis attack the running gateway (from PyPI, in a virtual environment).
	$(CARGO) build -p soulfile-cli
	SCHEMATHESIS_VENV=$(SERVER_TARGET)/schemathesis scripts/test-api.sh $(SERVER_TARGET)/debug/soul $(EXAMPLES)

web-types: web/node_modules/.package-lock.json ## Write the OpenAPI document and the web app's types from the gateway.
	SOUL_BLESS=1 $(CARGO) test -q -p soulfile-server --test it -- openapi_file
	cd web && npm run --silent types

bench-load: ## Put load on the gateway, beside a server that only says hello; print rates, percentiles, memory.
	$(CARGO) build --release -p soulfile-cli
	$(CARGO) run --release -p soulfile-server --example load -- $(SERVER_TARGET)/release/soul

# 10,000 pairs of writers with the same ETag: exactly one winner each.
proof-etag:
	$(CARGO) test --release -p soulfile-server --test it -- --ignored one_winner

proof: proof-etag
