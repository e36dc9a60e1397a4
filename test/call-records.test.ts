import { afterAll, beforeAll, expect, test } from "vitest";
import { startFlow } from "#domain/agent/flow.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { createLog } from "#server/log.ts";
import { saveCallOwner } from "#server/store/voice/agent-calls.ts";
import type { AnswerTrace } from "#server/store/voice/agent-turns.ts";
import { createWrite } from "#server/store/write.ts";
import { type CallRecords, createCallRecords } from "#server/voice/call-records.ts";
import { createCallStore } from "#server/voice/call-store.ts";
import { createTestDatabase } from "./database.ts";

let database: Database;
let records: CallRecords;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(), () => {});
  records = createCallRecords(createWrite(database.db, { insert: async () => {} }));
});
afterAll(() => database.close());

const query = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows;

const addCall = async (): Promise<string> => {
  const id = newId();
  await query(
    "INSERT INTO calls (id, type, phone_number, status) VALUES ($1, 'inbound', '+17875550123', 'in_progress')",
    id,
  );
  return id;
};

const line = (key: string, text: string) => ({
  key,
  speaker: "customer" as const,
  text,
  atMs: 0,
  durationMs: null,
  language: "en",
  isInterrupted: false,
  marks: [],
});

const recordOf = (callId: string) => ({
  callId,
  lines: [line("customer 1", `Hello from ${callId}`)],
  turns: [],
  progress: undefined,
  changes: [],
});

const trace: AnswerTrace = {
  epoch: 1,
  decidedBy: "model",
  policy: null,
  vendor: "openai",
  model: "gpt-6-luna",
  promptVersion: "v1",
  times: { firstPieceMs: 12.5 },
  toolCalls: [{ name: "look_up", result: "found", ms: 3 }],
  passages: ["a", "b"],
  grounding: "documented",
  failedChecks: [],
  planned: "Yes, we do.",
  cost: 0.0015,
  result: "said",
};

test("records of calls that come together are stored in one transaction", async () => {
  const calls = await Promise.all(Array.from({ length: 20 }, addCall));
  await Promise.all(calls.map((id) => records.save(recordOf(id), { isUrgent: false })));
  const stored = await query(
    "SELECT call_id, text, xmin::text AS transaction FROM call_turns WHERE call_id = ANY($1) ORDER BY call_id",
    calls,
  );
  expect(stored.map(({ text }) => text)).toEqual(calls.toSorted().map((id) => `Hello from ${id}`));
  expect(new Set(stored.map(({ transaction }) => transaction)).size).toBe(1);
});

test("a record that cannot be stored does not keep others from being stored", async () => {
  const [first, last] = [await addCall(), await addCall()];
  const erased = newId();
  const saved = await Promise.allSettled(
    [first, erased, last].map((id) => records.save(recordOf(id), { isUrgent: false })),
  );
  expect(saved.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await query("SELECT 1 FROM call_turns WHERE call_id = ANY($1)", [first, erased, last])).toHaveLength(
    2,
  );
});

test("a call stores its newest line, its answers, and what it remembers beside what was there", async () => {
  const id = await addCall();
  await query(
    `UPDATE calls SET metadata = '{"origin": "https://faro.example", "partial": "Do you"}', facts = '{"roof": {"value": "flat"}}'
      WHERE id = $1`,
    id,
  );
  const store = createCallStore(records, createLog("silent"), { id, personId: null });
  const memory = { flow: startFlow, unknownInARow: 1, abuseCount: 0, epoch: 1 };
  store.setPartial("Do you");
  store.setPartial(null);
  store.saveLine(line("agent 1", "Yes,"));
  store.saveLine(line("agent 1", "Yes, we do."));
  store.saveTurn(trace);
  store.saveMemory(memory, { own: { value: "yes", quote: "it is mine", atMs: 5 } });
  store.add(({ tx }) => saveCallOwner(tx, id, "operator"));
  await store.settled();
  // A repetition after a failure of unknown outcome changes nothing.
  store.saveTurn({ ...trace, planned: "No." });
  await store.settled();
  expect(await query("SELECT key, text FROM call_turns WHERE call_id = $1", id)).toEqual([
    { key: "agent 1", text: "Yes, we do." },
  ]);
  expect(
    await query(
      `SELECT decided_by, vendor, times, tool_calls, passages, failed_checks, planned, cost::float8, result
         FROM agent_turns WHERE call_id = $1`,
      id,
    ),
  ).toEqual([
    {
      decided_by: "model",
      vendor: "openai",
      times: trace.times,
      tool_calls: trace.toolCalls,
      passages: ["a", "b"],
      failed_checks: [],
      planned: "Yes, we do.",
      cost: 0.0015,
      result: "said",
    },
  ]);
  expect(await query("SELECT metadata, facts, owner FROM calls WHERE id = $1", id)).toEqual([
    {
      metadata: { origin: "https://faro.example", agent: memory },
      facts: { roof: { value: "flat" }, own: { value: "yes", quote: "it is mine", atMs: 5 } },
      owner: "operator",
    },
  ]);
});
