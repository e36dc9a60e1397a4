import { sql } from "drizzle-orm";
import { createAuditRow, type NewAuditEntry, system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import { appendAuditRows } from "./audit-chain.ts";
import type { Calendar } from "./calendar.ts";
import { failingEndpoint, failingForMs, failuresInARow, pullError } from "./endpoints.ts";
import { figures } from "./figures.ts";

type Change = {
  kind: string;
  at: number;
  personId: string;
  eventId: string | null;
  name: string;
  from: string;
  to: string;
};

/** Marks the entries that the demo made: they go with it. */
export const demoMark = { demo: true } as const;

const toEntry = ({ kind, personId, eventId, name, from, to }: Change): NewAuditEntry => {
  if (kind === "added" || kind === "changed") {
    const [added, changed] = kind === "added" ? [[personId], []] : [[], [personId]];
    return {
      eventType: "data_change",
      entityType: "event",
      entityId: eventId ?? "",
      description: `Recorded 1 events: ${added.length} people added, ${changed.length} changed`,
      metadata: { added, changed },
    };
  }
  if (kind === "opted_out")
    return {
      eventType: "data_change",
      entityType: "suppression",
      entityId: personId,
      description: "A person opted out of all channels",
      metadata: { source: "reply", people: [personId] },
    };
  return {
    eventType: "data_change",
    entityType: "person",
    entityId: personId,
    description: `Changed ${name}`,
    metadata: { before: { status: from }, after: { status: to } },
  };
};

/** What the recorder, the team and the replies changed in people. */
const readChanges = async (tx: Tx): Promise<Change[]> => {
  const { rows } = await tx.execute<Change>(sql`
    SELECT kind, (extract(epoch FROM changes.at) * 1000)::float8 AS at, id AS "personId", event_id AS "eventId",
           first_name || ' ' || last_name AS name, old_status AS "from", new_status AS "to"
      FROM (
        SELECT CASE kind WHEN 'creation' THEN 'added' ELSE 'changed' END AS kind, at, person, event_id, '' AS old_status, '' AS new_status FROM demo_sources
        UNION ALL
        SELECT 'staged', qualified_at, n, NULL, 'new', 'qualified' FROM demo_people WHERE qualified_at IS NOT NULL
        UNION ALL
        SELECT 'staged', contacted_at, n, NULL, 'qualified', 'contacted' FROM demo_people WHERE contacted_at IS NOT NULL
        UNION ALL
        SELECT 'staged', converted_at, n, NULL, 'contacted', 'converted' FROM demo_people WHERE type = 'lead' AND converted_at IS NOT NULL
        UNION ALL
        SELECT 'opted_out', e.at, e.person, e.id, '', '' FROM demo_events e JOIN demo_actions a ON a.n = e.action AND a.opts_out WHERE e.kind = 'reply'
      ) changes JOIN demo_people ON demo_people.n = changes.person
     ORDER BY changes.at, demo_people.n`);
  return rows;
};

const readFailures = async (
  tx: Tx,
  { days, newest }: Calendar,
): Promise<{ entry: NewAuditEntry; at: number }[]> => {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`SELECT id, name FROM demo_endpoints`);
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? "";
  const midnight = days[0] ?? newest;
  const refused = Array.from({ length: figures.failures - 1 }, (_, index) => ({
    at: midnight + ((newest - midnight) * (index + 1)) / figures.failures,
    entry: {
      eventType: "failed_action" as const,
      entityType: "endpoint" as const,
      entityId: idOf("Outage alerts"),
      description: "Refused a request to Outage alerts: signature wrong",
      metadata: { reason: "signature_wrong" },
      status: "failure" as const,
    },
  }));
  const failing = {
    at: Math.max(midnight, newest - failingForMs),
    entry: {
      eventType: "failed_action" as const,
      entityType: "endpoint" as const,
      entityId: idOf(failingEndpoint),
      description: `${failingEndpoint} could not be read ${failuresInARow} times in a row: ${pullError}`,
      metadata: { failures: failuresInARow },
      status: "failure" as const,
    },
  };
  return [...refused, failing];
};

/** Appends the entries of the whole history, marked, and the load itself. */
export const appendDemoAudit = async (tx: Tx, calendar: Calendar, userId: string | null): Promise<void> => {
  const changes = (await readChanges(tx)).map((change) => ({
    at: change.at,
    entry: toEntry(change),
    actor: change.kind === "staged" ? { ...system, userId } : system,
  }));
  const failures = (await readFailures(tx, calendar)).map((failure) => ({ ...failure, actor: system }));
  const loaded: NewAuditEntry = {
    eventType: "data_change",
    entityType: "workspace",
    entityId: "demo",
    description: "Loaded the sample data of the demo workspace",
  };
  const rows = [...changes, ...failures]
    .sort((a, b) => a.at - b.at)
    .concat({ at: calendar.newest, entry: loaded, actor: system })
    .map(({ at, entry, actor }) =>
      createAuditRow({ ...entry, metadata: { ...entry.metadata, ...demoMark } }, actor, new Date(at)),
    );
  await appendAuditRows(tx, rows);
};
