import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { isDeep } from "./test/deep.ts";
import { LongestFirst } from "./test/setup/longest-first.ts";

// Workers keep compiled modules for one another, as the product does for its next start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, ".cache/node");

// More workers than cores, because tests wait for processes and browsers.
const maxWorkers = 4;
const defaults = {
  // Test files share the loaded modules of their worker, which saves a third of the CPU time.
  isolate: false,
  // Many times what they take: other work on the machine can slow everything down for minutes.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 180_000 } },
};
const onPostgres = {
  ...defaults,
  // One PostgreSQL per run; each test file clones a migrated template database.
  globalSetup: "./test/setup/postgres.ts",
  setupFiles: process.env.FARO_RECORD_COVERAGE === "1" ? ["./test/setup/record-coverage.ts"] : [],
  // Node.js runs the product's code as it is, so Vite need not transform it for each project.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ["--import", join(import.meta.dirname, "test/setup/load-faster.ts")],
};

/** Tests outside the folders of journeys and chaos that have more cases in `npm run test:deep`. */
const withMoreCases = [
  "test/unit/gate.test.ts",
  "test/unit/merge-consents.test.ts",
  "test/broadcast-faults.test.ts",
  "test/sequence-faults.test.ts",
  "test/demo.test.ts",
  "test/refusals.test.ts",
  "test/migrations.test.ts",
  "test/audience.test.ts",
  "test/inbox-auto-reply.test.ts",
  "test/jobs.test.ts",
  "test/outgoing-webhooks.test.ts",
  "test/people-sync.test.ts",
  "test/public-data.test.ts",
  "test/record-scope.test.ts",
  "test/work-integrations.test.ts",
  "test/second-factor.test.ts",
];
/**
 * Tests that only `npm run test:deep` runs: the product and its commands as processes of their own, and the database
 * server that it brings, on damaged and strange machines; the figures of the demo, also at the turn of a day; every
 * vendor of contacts; what fails during calls; and how imports end or are repeated.
 */
const deepTests = [
  "test/demo-midnight.test.ts",
  "test/demo-workspace.test.ts",
  "test/outage.test.ts",
  "test/people-vendors.test.ts",
  "test/voice-faults.test.ts",
  "test/start.test.ts",
  "test/import-endings.test.ts",
  "test/import-again.test.ts",
  "test/commands.test.ts",
  "test/embedded-postgres.test.ts",
  "test/upgrades.test.ts",
  "src/server/db/embedded/binaries.test.ts",
];
/**
 * Journeys that only `npm run test:deep` makes: every message of the interface, the start of a fresh clone, and screens
 * that an operator rarely opens, whose parts have component tests.
 */
const deepJourneys = [
  "toasts",
  "first-start",
  "api-tokens",
  "approvals",
  "brain",
  "endpoint-lists",
  "endpoints",
  "import",
  "installed-app",
  "knowledge",
  "lead-forms",
  "longest-values",
  "people-sync",
  "people-views",
  "person-fields",
  "person-page",
  "person-profile",
  "phone-settings",
  "reports",
  "second-factor",
  "team",
  "voice-call",
  "webhooks",
  "work-integrations",
].map((name) => `test/journeys/${name}.test.ts`);
/** Kills that only `npm run test:deep` makes; `npm test` kills the product while it records and sends. */
const deepChaos = ["kill-broadcast", "kill-call", "kill-import", "kill-sync", "run"].map(
  (name) => `test/chaos/${name}.test.ts`,
);

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Without PostgreSQL, browser or build: all tests next to the code, and those in a folder of test/.
      {
        test: {
          ...defaults,
          name: "unit",
          include: ["src/**/*.test.ts", "test/*/**/*.test.ts"],
          exclude: ["test/{journeys,chaos}/**", ...deepTests],
        },
      },
      // Screens without server and browser, on a fake of the API.
      {
        extends: "./vite.config.ts",
        root: import.meta.dirname,
        test: {
          ...defaults,
          name: "components",
          include: ["src/web/**/*.test.tsx", "test/web/**/*.test.tsx"],
          environment: "happy-dom",
          setupFiles: "./test/web/setup.ts",
          // It extends another file, which does not have the number of workers that projects of a group share.
          maxWorkers,
        },
      },
      // Files directly in test/: the product or its parts on a real PostgreSQL.
      {
        test: {
          ...onPostgres,
          name: "integration",
          include: ["test/*.test.ts"],
          exclude: deepTests,
          // These wait most, for timers, retries and simulated calls. Another number of workers needs another group.
          maxWorkers: 6,
          sequence: { groupOrder: 1 },
        },
      },
      // The whole product in a browser. A test of many steps takes half a minute on a busy machine.
      {
        test: {
          ...onPostgres,
          name: "journeys",
          include: ["test/journeys/**/*.test.ts"],
          exclude: isDeep ? [] : deepJourneys,
          testTimeout: 900_000,
        },
      },
      // Kills processes of the product while they work. At length, they need a machine that is not full of browsers.
      {
        test: {
          ...onPostgres,
          name: "chaos",
          include: ["test/chaos/**/*.test.ts", ...(isDeep ? [...withMoreCases, ...deepTests] : [])],
          exclude: isDeep ? [] : deepChaos,
          ...(isDeep ? { maxWorkers: 2, sequence: { groupOrder: 2 } } : {}),
        },
      },
    ],
  },
});
