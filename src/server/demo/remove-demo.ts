import { sql } from "drizzle-orm";
import type { Actor } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import { allowErasing } from "#server/store/people/erase-people.ts";
import { markTrialPeople } from "#server/store/workspace/first-steps.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { restartAuditChain } from "./audit-chain.ts";
import { lockDemoFlag, removeDemoThings, setDemoFlag } from "./demo-mode.ts";
import { demoIds } from "./demo-rows.ts";
import { removeDemoKnowledge } from "./knowledge.ts";
import { removeDemoSettings, removeDemoTemplates } from "./workspace.ts";

/**
 * Deletes what the demo made and what belongs to it, and starts a new audit chain. What people added themselves stays,
 * with a demo endpoint that received events of people who stay. Returns false without changes when there is no demo: a
 * second click must not delete real data.
 */
export const removeDemo = async (
  tx: Tx,
  keyring: Keyring,
  actor: Actor,
  { now, onProgress }: { now: Date; onProgress: (share: number) => void },
): Promise<boolean> => {
  if (!(await lockDemoFlag(tx))) return false;
  await tx.execute(sql`SET LOCAL statement_timeout = 0`);
  await markTrialPeople(tx);
  await removeInsertOnlyRows(tx);
  await removePeople(tx, onProgress);
  await tx.execute(sql`DELETE FROM lead_forms WHERE endpoint_id IN ${demoIds("endpoints")}`);
  await removeEndpoints(tx);
  // With their models: what was learned from the sample data says nothing of real people.
  await tx.execute(sql`DELETE FROM score_trainings`);
  // All of them tell of the sample data: also those that came later, such as of a message that became due.
  await tx.execute(sql`DELETE FROM notifications`);
  for (const table of ["rules", "scripts", "batches"] as const)
    await tx.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE id IN ${demoIds(table)}`);
  await removeDemoKnowledge(tx);
  await removeDemoTemplates(tx);
  // After what may name them.
  await removeDemoThings(tx);
  await removeDemoSettings(tx);
  await tx.execute(sql`DELETE FROM demo_rows`);
  await setDemoFlag(tx, false);
  // Last, because the lock of the audit chain is held until the commit.
  await restartAuditChain(tx, keyring, actor, now);
  return true;
};

const removeInsertOnlyRows = async (tx: Tx): Promise<void> => {
  const demoActions = sql`(SELECT id FROM actions WHERE person_id IN ${demoIds("people")})`;
  const demoEvents = sql`(SELECT id FROM events WHERE person_id IN ${demoIds("people")})`;
  await allowErasing(tx);
  await tx.execute(sql`DELETE FROM consent_records WHERE person_id IN ${demoIds("people")}`);
  // Opt-outs of real people are never deleted, not even by an erasure.
  await tx.execute(sql`ALTER TABLE suppressions DISABLE TRIGGER suppressions_insert_only`);
  await tx.execute(
    sql`DELETE FROM suppressions WHERE caused_by IN ${demoEvents} OR caused_by IN ${demoActions}`,
  );
  await tx.execute(sql`ALTER TABLE suppressions ENABLE TRIGGER suppressions_insert_only`);
  await tx.execute(sql`DELETE FROM delivery_receipts WHERE action_id IN ${demoActions}`);
};

/** Events and people, which take about as long as this many of the tables before them. */
const lastTables = 20;

/** Table by table: a cascade would run the statement triggers of each table once per person. */
const removePeople = async (tx: Tx, onProgress: (share: number) => void): Promise<void> => {
  const ofPeople = [
    "usage",
    "timeline",
    "person_requests",
    "unanswered_questions",
    "calls",
    "actions",
    "rule_runs",
    "conversations",
    "reviews",
    "ai_profiles",
    "person_summaries",
    "person_locations",
    "location_queue",
    "message_readings",
    "score_snapshots",
    "messages",
    "episodes",
    "thread_reads",
    "threads",
    "notes",
    "tasks",
    "drafts",
    "approvals",
    "reply_suggestions",
    "outgoing_files",
    "person_addresses",
    "form_submissions",
    "batch_rows",
    "webhook_events",
    "sync_changes",
    "integration_work",
    "chat_threads",
    "external_tasks",
  ] as const;
  for (const [index, table] of ofPeople.entries()) {
    onProgress(index / (ofPeople.length + lastTables));
    await tx.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE person_id IN ${demoIds("people")}`);
  }
  onProgress(ofPeople.length / (ofPeople.length + lastTables));
  await tx.execute(sql`
    DELETE FROM events WHERE endpoint_id IN ${demoIds("endpoints")}
       AND (person_id IS NULL OR person_id IN ${demoIds("people")})`);
  await tx.execute(sql`
    UPDATE events SET person_id = NULL WHERE person_id IN ${demoIds("people")}`);
  await tx.execute(sql`DELETE FROM people WHERE id IN ${demoIds("people")}`);
};

const removeEndpoints = async (tx: Tx): Promise<void> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    DELETE FROM endpoints WHERE id IN ${demoIds("endpoints")}
       AND NOT EXISTS (SELECT 1 FROM events WHERE endpoint_id = endpoints.id) RETURNING id`);
  const services = rows.map(({ id }) => `endpoint:${id}`);
  await tx.execute(sql`DELETE FROM api_keys WHERE service = ANY(${sql.param(services)}::text[])`);
};
