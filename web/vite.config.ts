import react from "@vitejs/plugin-react";
import type { ProxyOptions } from "vite";
import { defineConfig } from "vitest/config";

// While developing, pages come from Vite and the API from a running gateway, which sees its own name and no foreign page.
const proxy: Record<string, ProxyOptions> = {
  "/api": {
    target: process.env.GATEWAY ?? "http://127.0.0.1:8377",
    changeOrigin: true,
    configure: (server) => server.on("proxyReq", (request) => request.removeHeader("origin")),
  },
};

// The app is served by the gateway under a policy without inline scripts and styles, so nothing may be inlined.
export default defineConfig({
  plugins: [react()],
  build: { assetsInlineLimit: 0, target: "es2022", modulePreload: { polyfill: false } },
  server: { proxy },
  preview: { proxy },
  test: { environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"] },
});
