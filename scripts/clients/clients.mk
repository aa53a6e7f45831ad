.PHONY: test-clients clients-operations clients-check

test-clients: web/node_modules/.package-lock.json ## Hold /v1 and the clients against the SDKs and frameworks they are made for, with a stub as the model.
	$(CARGO) build -p soulfile-cli --locked
	@scripts/clients/check.sh target/debug/soul

clients-operations: ## Write the clients' tables of operations from the gateway.
	SOUL_BLESS=1 $(CARGO) test -q -p soulfile-server --test it -- clients_file

# On the binary that is there: `make test` has just built it for the unit tests.
clients-check: web/node_modules/.package-lock.json
	@scripts/clients/own.sh $(or $(CARGO_TARGET_DIR),target)/debug/soul
