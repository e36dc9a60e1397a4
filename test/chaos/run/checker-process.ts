import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { findViolations, type Violation } from "./check.ts";
import { observe, readLogs } from "./observe.ts";
import { logNames, type Setup } from "./protocol.ts";
import { seededBugs } from "./seeded-bugs.ts";
import { readLog } from "./synced-log.ts";

/** Judges a run from its logs and its database, and then itself: with each seeded bug it must find a violation. */
export type Result = {
  seed: number;
  seconds: number;
  faults: Record<string, number>;
  events: number;
  messages: number;
  optOuts: number;
  effects: number;
  violations: Violation[];
  /** Bugs of which the checker saw nothing. */
  missedBugs: string[];
};

const setup = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Setup;
const logs = readLogs(setup.folder);
const client = new pg.Client(setup.connection);
await client.connect();
const observations = await observe(client, setup, logs);
const missedBugs: string[] = [];
for (const { name, violates, apply } of seededBugs) {
  await client.query("BEGIN");
  // Without the triggers, which would reject some of it.
  await client.query("SET LOCAL session_replication_role = replica");
  const changed = await apply(client, logs);
  const found = findViolations(await observe(client, setup, changed));
  if (!found.some(({ invariant }) => invariant === violates)) missedBugs.push(name);
  await client.query("ROLLBACK");
}
await client.end();
const faults: Record<string, number> = {};
for (const { kind } of readLog<{ kind: string }>(join(setup.folder, logNames.faults)))
  faults[kind] = (faults[kind] ?? 0) + 1;
const result: Result = {
  seed: setup.seed,
  seconds: setup.seconds,
  faults,
  events: observations.events.filter(({ acknowledgedIds }) => acknowledgedIds.length > 0).length,
  messages: observations.messages.filter(({ acknowledgedId }) => acknowledgedId !== null).length,
  optOuts: observations.optOuts.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length,
  effects: observations.effects.length,
  violations: findViolations(observations),
  missedBugs,
};
writeFileSync(join(setup.folder, "result.json"), `${JSON.stringify(result, undefined, 2)}\n`);
