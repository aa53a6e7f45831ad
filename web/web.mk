# The web app: its dependencies, its checks, its build and its tests in a browser; included by the root Makefile.

WEB_TARGET ?= $(or $(CARGO_TARGET_DIR),target)

.PHONY: web web-check web-e2e

# Not `npm ci`: it refuses a lock file without the builds for other platforms, which not every registry holds.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm install --no-save --no-audit --no-fund

web: web/node_modules/.package-lock.json ## Build the web app into web/dist, from where the binary takes it.
	cd web && npm run --silent build && npm run --silent size

web-check: web
	cd web && npm run --silent check && npm run --silent test

# Drives the real binary with Chromium; the unit tests have built both by then.
web-e2e: web
	@scripts/need.sh chromium
	$(CARGO) build -p soulfile-cli --locked
	cd web && SOUL=$(abspath $(WEB_TARGET))/debug/soul npm run --silent e2e
