import { defineConfig } from "vitest/config";

// One browser and one gateway per file, one file at a time: the tests share the machine with a build.
export default defineConfig({
  test: {
    environment: "node",
    include: ["e2e/**/*.e2e.ts"],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
