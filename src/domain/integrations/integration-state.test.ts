import { expect, test } from "vitest";
import { integrationState } from "./integration-state.ts";

test.each([
  ["a live connection", { mode: "live", lastRequestOk: true }, "live"],
  ["one without requests", { mode: "live", lastRequestOk: null }, "live"],
  ["the simulator", { mode: "sandbox", lastRequestOk: true }, "sandbox"],
  ["nothing saved, and no simulator", { mode: "none", lastRequestOk: null }, "none"],
  ["a refused newest request", { mode: "live", lastRequestOk: false }, "attention"],
  ["a running sync", { mode: "live", sync: "running", lastRequestOk: true }, "live"],
  ["a paused sync", { mode: "sandbox", sync: "paused", lastRequestOk: true }, "sandbox"],
  ["a failed sync", { mode: "live", sync: "failed", lastRequestOk: true }, "attention"],
  ["a failed sync without requests", { mode: "none", sync: "failed", lastRequestOk: null }, "attention"],
] as const)("%s", (_, facts, state) => {
  expect(integrationState(facts)).toBe(state);
});
