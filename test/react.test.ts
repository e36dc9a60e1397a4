import { afterAll, beforeAll, expect, test } from "vitest";
import { startingScorer } from "#domain/scoring/scorer.ts";
import { systemClock } from "#server/clock.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { createLog } from "#server/log.ts";
import { reactNext } from "#server/pipeline/react/react.ts";
import { enqueueReactions } from "#server/store/automation/reaction-queue.ts";
import { readAudienceReferences } from "#server/store/people/audience-context.ts";
import { createWrite } from "#server/store/write.ts";
import { noTracing } from "#server/tracing.ts";
import { createTestDatabase } from "./database.ts";

let database: Database;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(), () => {});
});
afterAll(() => database.close());

test("a reaction that always fails is set aside with an audit entry, and the others are processed", async () => {
  const { rows: people } = await database.pool.query<{ id: string }>(
    "INSERT INTO people (first_name) VALUES ('Ana'), ('Eva') RETURNING id",
  );
  const eventId = newId();
  const reactionTo = (personId: string) => ({ personId, type: "form_submitted", causedBy: eventId });
  await database.db.transaction((tx) =>
    enqueueReactions(tx, [
      reactionTo(people[0]?.id ?? ""),
      reactionTo("not a person's id"),
      reactionTo(people[1]?.id ?? ""),
    ]),
  );
  const context = {
    write: createWrite(database.db, { insert: async () => {} }),
    clock: systemClock,
    log: createLog("silent"),
    tracing: noTracing,
    rules: async () => [],
    askingRules: async () => [],
    audienceReferences: () => readAudienceReferences(database.db),
    scorer: async () => startingScorer,
    day: async () => ({ timezone: "America/Puerto_Rico", midnight: new Date() }),
  };
  expect(await reactNext(context)).toEqual({ done: 3, hasMore: true });
  expect(await reactNext(context)).toEqual({ done: 0, hasMore: false });
  const scored = await database.pool.query("SELECT person_id AS id FROM ai_profiles ORDER BY 1");
  expect(scored.rows).toEqual(people.toSorted((a, b) => a.id.localeCompare(b.id)));
  const audited = await database.pool.query(
    "SELECT event_type, entity_id, status FROM audit_logs WHERE event_type = 'failed_action'",
  );
  expect(audited.rows).toEqual([{ event_type: "failed_action", entity_id: eventId, status: "failure" }]);
});
