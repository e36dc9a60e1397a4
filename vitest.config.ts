import { defineConfig } from "vitest/config";

const own = {
  globalSetup: "./test/setup/postgres.ts",
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A busy machine is no failure: one second, the default, is little for a browser to draw in.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    // Much of a test is waiting: for a process to start, for a browser, for a clock.
    maxWorkers: 4,
    projects: [
      {
        test: {
          ...own,
          name: "code",
          include: ["src/**/*.test.ts", "test/*.test.ts", "test/sandbox/*.test.ts"],
        },
      },
      // Each journey starts the whole product and a browser.
      { test: { ...own, name: "journeys", include: ["test/journeys/**/*.test.ts"] } },
      // Kills the product while it works.
      { test: { ...own, name: "chaos", include: ["test/chaos/**/*.test.ts"] } },
    ],
  },
});
