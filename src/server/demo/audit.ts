import { sql } from "drizzle-orm";
import { type AuditRow, createAuditRow, type NewAuditEntry, system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import type { Calendar } from "./calendar.ts";
import { figures } from "./figures.ts";

const batchSize = 1000;

type AuditPerson = { id: string; name: string };
type TodayCounts = { data_changes: number; others: number };

const regions = ["Puerto Rico", "Florida", "New York", "Texas", "California", "Connecticut", "Washington"];

const refreshes: readonly ((person: AuditPerson, n: number) => Omit<NewAuditEntry, "eventType">)[] = [
  ({ id, name }) => ({
    entityType: "person",
    entityId: id,
    description: `Applied the consent policy to ${name}`,
  }),
  ({ id, name }) => ({
    entityType: "person",
    entityId: id,
    description: `Reset the contact limit of ${name}`,
  }),
  ({ id, name }) => ({
    entityType: "person",
    entityId: id,
    description: `Checked ${name} against the do-not-call list`,
  }),
  (_, n) => ({
    entityType: "settings",
    entityId: "quiet_hours",
    description: `Refreshed the quiet hours of ${regions[n % regions.length]}`,
  }),
];
const changes: readonly ((person: AuditPerson) => Omit<NewAuditEntry, "eventType">)[] = [
  ({ id, name }) => ({ entityType: "person", entityId: id, description: `Changed ${name}` }),
  ({ id, name }) => ({ entityType: "person", entityId: id, description: `Added ${name}` }),
  ({ id, name }) => ({
    entityType: "person",
    entityId: id,
    description: `Added the tag “battery” to ${name}`,
  }),
  ({ id, name }) => ({
    entityType: "person",
    entityId: id,
    description: `Set the stage contacted for ${name}`,
  }),
];
const failures: readonly ((person: AuditPerson) => Omit<NewAuditEntry, "eventType">)[] = [
  ({ id, name }) => ({
    entityType: "person",
    entityId: id,
    description: `An SMS to ${name} was not delivered`,
  }),
  () => ({
    entityType: "endpoint",
    entityId: "partner",
    description: "Partner referral API refused the API key (401)",
  }),
  ({ id, name }) => ({ entityType: "person", entityId: id, description: `A call to ${name} was not placed` }),
];

/** Appends the entries of one day. Entries that already exist today count towards the figures. */
export const appendDemoAudit = async (tx: Tx, calendar: Calendar, userId: string | null): Promise<void> => {
  const midnight = new Date(calendar.days[0] ?? calendar.now).toISOString();
  const { rows: counted } = await tx.execute<TodayCounts>(sql`
    SELECT count(*) FILTER (WHERE event_type = 'data_change')::int AS data_changes,
           count(*) FILTER (WHERE event_type = 'settings_update')::int AS others
      FROM audit_logs WHERE created_at >= ${midnight}::timestamptz`);
  const { rows: people } = await tx.execute<AuditPerson>(sql`
    SELECT id, first_name || ' ' || last_name AS name FROM demo_people ORDER BY touched_at DESC LIMIT 400`);
  const { data_changes: existingChanges = 0, others = 0 } = counted[0] ?? {};
  const { all, dataChanges, failures: failed } = figures.audit;
  const kinds = shuffled([
    ...Array<NewAuditEntry["eventType"]>(failed).fill("failed_action"),
    // One data change is left for the load itself.
    ...Array<NewAuditEntry["eventType"]>(Math.max(0, dataChanges - existingChanges - 1)).fill("data_change"),
    ...Array<NewAuditEntry["eventType"]>(Math.max(0, all - dataChanges - failed - others)).fill(
      "settings_update",
    ),
  ]);
  const from = calendar.days[0] ?? calendar.newest;
  const rows: AuditRow[] = kinds.map((eventType, n) => {
    const at = new Date(from + Math.floor(((calendar.newest - from) * n) / kinds.length));
    const person = people[(n * 37) % people.length] ?? { id: "", name: "" };
    const entries = {
      failed_action: failures,
      data_change: changes,
      settings_update: refreshes,
      sign_in: changes,
    };
    const entry = entries[eventType][n % entries[eventType].length]?.(person, n);
    if (!entry) throw new Error("the demo has no audit entry of this type");
    const actor = eventType === "data_change" && userId ? { ...system, userId } : system;
    const status = eventType === "failed_action" ? "failure" : "success";
    return createAuditRow({ ...entry, eventType, status }, actor, at);
  });
  const loaded: NewAuditEntry = {
    eventType: "data_change",
    entityType: "workspace",
    entityId: "demo",
    description: "Loaded the sample data of the demo workspace",
  };
  rows.push(createAuditRow(loaded, system, new Date(calendar.newest)));
  for (let start = 0; start < rows.length; start += batchSize) {
    await tx.execute(
      sql`SELECT audit_append(${JSON.stringify(rows.slice(start, start + batchSize))}::jsonb)`,
    );
  }
};

/** Deterministic, so that every load has the same order. */
const shuffled = <T>(list: T[]): T[] =>
  list
    .map((value, index) => ({ value, key: (index * 7919) % 104_729 }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
