import { join } from "node:path";
import type pg from "pg";
import { readHeads } from "#server/audit/anchor.ts";
import { verifyAudit } from "#server/audit/verify.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { readCounters, recount } from "../../counters-recount.ts";
import type { Observations } from "./check.ts";
import { type LoadLine, logNames, type Setup } from "./protocol.ts";
import type { LedgerLine } from "./simulator-process.ts";
import { readLog } from "./synced-log.ts";

export type Logs = { load: LoadLine[]; ledger: LedgerLine[] };

export const readLogs = (folder: string): Logs => ({
  load: readLog(join(folder, logNames.load)),
  ledger: readLog(join(folder, logNames.ledger)),
});

/** Reads what a run left behind, in the transaction of the client. */
export const observe = async (client: pg.Client, setup: Setup, logs: Logs): Promise<Observations> => {
  const query = async <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
    (await client.query(sql, values)).rows as Row[];
  const audited = new Set(
    (
      await query<{ id: string }>(
        "SELECT entity_id AS id FROM audit_logs WHERE entity_type = 'suppression' AND details ->> 'kind' = 'opted_out'",
      )
    ).map(({ id }) => id),
  );
  return {
    ...readLoad(logs.load, audited),
    storedEvents: await query(
      "SELECT id, deduplication_key AS key, validation_status AS status FROM events WHERE endpoint_id = (SELECT id FROM endpoints WHERE name = 'Website')",
    ),
    actions: await query(
      `SELECT a.id, p.phone, a.status, (SELECT id FROM broadcasts b WHERE b.id = a.rule_id) AS "broadcastId",
              (SELECT r.status FROM delivery_receipts r WHERE r.action_id = a.id AND r.status IN ('failed', 'sent', 'delivered', 'read')
                ORDER BY array_position(ARRAY['failed', 'read', 'delivered', 'sent'], r.status) LIMIT 1) AS reported,
              EXISTS (SELECT FROM timeline t WHERE t.caused_by = a.id AND t.event_type = 'message_unknown') AS "isAnnouncedAsUnknown"
         FROM actions a LEFT JOIN people p ON p.id = a.person_id`,
    ),
    effects: logs.ledger,
    audit: await readAudit(client, setup),
    wrongCounts: await compareCounts(client),
    broadcast:
      (
        await query<NonNullable<Observations["broadcast"]>>(
          `SELECT id, (SELECT count(*)::int FROM broadcast_people WHERE broadcast_id = b.id) AS checked,
                  (SELECT count(*)::int FROM sequence_runs WHERE rule_id = b.id) AS begun,
                  (SELECT count(*)::int FROM sequence_runs WHERE rule_id = b.id AND state <> 'ended') AS unread
             FROM broadcasts b`,
        )
      )[0] ?? null,
  };
};

const readLoad = (lines: LoadLine[], audited: ReadonlySet<string>) => {
  const events = new Map<string, Observations["events"][number]>();
  const messages = new Map<string, Observations["messages"][number]>();
  const optOuts = new Map<string, Observations["optOuts"][number]>();
  for (const line of lines) {
    if (line.kind === "event") {
      const event = events.get(line.key) ?? { key: line.key, acknowledgedIds: [] };
      if (line.state === "acknowledged") event.acknowledgedIds.push(line.id);
      events.set(line.key, event);
    }
    if (line.kind === "message") {
      const acknowledgedId = line.state === "acknowledged" ? line.id : null;
      messages.set(line.key, { key: line.key, phone: line.phone, acknowledgedId });
    }
    if (line.kind === "opt-out") {
      const { personId, phone } = line;
      const acknowledgedAt = line.state === "acknowledged" ? line.at : null;
      optOuts.set(phone, { personId, phone, acknowledgedAt, isAudited: audited.has(personId) });
    }
  }
  return { events: [...events.values()], messages: [...messages.values()], optOuts: [...optOuts.values()] };
};

const readAudit = async (client: pg.Client, setup: Setup): Promise<Observations["audit"]> => {
  const keyring = await openKeyring(setup.dataDir, setup.secretKey);
  // A pool of one connection: what the transaction of this client sees is verified.
  const pool = client as unknown as pg.Pool;
  const verified = await verifyAudit(pool, keyring, await readHeads(setup.dataDir));
  return verified.ok ? { ok: true } : { ok: false, reason: `${verified.reason} at ${verified.seq}` };
};

const compareCounts = async (client: pg.Client): Promise<string[]> => {
  const toMap = (counts: Awaited<ReturnType<typeof readCounters>>) =>
    new Map(
      counts.map(({ metric, dimension, hour, count, amount }) => [
        `${metric} ${dimension} ${hour}`,
        `${count} ${amount}`,
      ]),
    );
  const [counted, recounted] = [toMap(await readCounters(client)), toMap(await recount(client))];
  return [...new Set([...counted.keys(), ...recounted.keys()])]
    .filter((key) => counted.get(key) !== recounted.get(key))
    .map((key) => `${key}: ${counted.get(key)} instead of ${recounted.get(key)}`);
};
