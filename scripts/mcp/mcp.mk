# MCP against the official test programs, and its bench; included by the root Makefile.
MCP_TARGET ?= $(or $(CARGO_TARGET_DIR),target)
MCP_ENTRIES ?= 10000

.PHONY: test-mcp bench-mcp

test-mcp: build ## Run the official MCP test programs against the binary, over both transports.
	@scripts/mcp/test.sh $(MCP_TARGET)/release/soul $(MCP_TARGET)/mcp-tools

bench-mcp: build ## Time a fresh `soul mcp` until it is ready, at 10,000 memories.
	@$(MCP_TARGET)/release/soul bench --entries $(MCP_ENTRIES) --searches 40
