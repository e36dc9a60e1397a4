import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../process.ts";
import type { Result } from "./run/checker-process.ts";
import { seededBugs } from "./run/seeded-bugs.ts";

const seed = Number(process.env.FARO_SEED ?? 20_261_115);

test("90 seconds of every fault break no promise, and the checker sees each seeded bug", async () => {
  const args = [join(project, "test/chaos/run/run.ts"), "--seed", String(seed), "--minutes", "1.5"];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  const [code] = await once(child, "close");
  process.stdout.write(printed);
  const line = printed.split("\n").find((text) => text.startsWith("RESULT "));
  const result = JSON.parse(line?.slice("RESULT ".length) ?? "{}") as Result;
  expect(result).toMatchObject({ seed, violations: [], missedBugs: [] });
  expect(code).toBe(0);
  expect(seededBugs.length).toBeGreaterThanOrEqual(10);
  expect(Object.keys(result.faults).length).toBeGreaterThanOrEqual(5);
  expect(Math.min(result.events, result.messages, result.optOuts, result.effects)).toBeGreaterThan(0);
}, 1_800_000);
