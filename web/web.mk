# The web app: its dependencies, its checks, its build and its tests in a browser; included by the root Makefile.

WEB_TARGET ?= $(or $(CARGO_TARGET_DIR),target)

.PHONY: web web-check web-e2e web-e2e-run web-pictures

# Not `npm ci`: it refuses a lock file without the builds for other platforms, which not every registry holds.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm install --no-save --no-audit --no-fund

web: web/node_modules/.package-lock.json ## Build the web app into web/dist, from where the binary takes it.
	cd web && npm run --silent build && npm run --silent size

web-check: web
	cd web && npm run --silent check && npm run --silent test

web-e2e: web ## Build the binary and drive it with Chromium.
	$(CARGO) build -p soulfile-cli --locked
	@$(MAKE) --no-print-directory web-e2e-run

# On the binary that is there: `make test` has just built it for the unit tests, which need it too.
web-e2e-run:
	@scripts/need.sh chromium
	cd web && SOUL=$(abspath $(WEB_TARGET))/debug/soul npm run --silent e2e

# What README and guide show: pages of the app on a seeded demo, and a minute in a terminal, from the binary that is there.
web-pictures: ## Make the pictures and the recording of README and guide again.
	@scripts/need.sh chromium
	cd web && node scripts/pictures.mjs $(abspath $(WEB_TARGET))/release/soul ../docs/guide/images
	scripts/recording.py $(WEB_TARGET)/release/soul docs/guide/images/terminal.svg
