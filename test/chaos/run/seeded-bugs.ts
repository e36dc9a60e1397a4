import type pg from "pg";
import type { Invariant } from "./check.ts";
import type { Logs } from "./observe.ts";

/** A bug as it would show after the run: what it would leave in the database and at the vendor. */
export type SeededBug = {
  name: string;
  violates: Invariant;
  /** Changes the rows, in a transaction that is rolled back, and the logs. */
  apply: (client: pg.Client, logs: Logs) => Promise<Logs>;
};

const one = async <Row>(client: pg.Client, sql: string, ...values: unknown[]): Promise<Row> => {
  const { rows } = await client.query(sql, values);
  if (rows.length !== 1) throw new Error(`The run left no row for this bug: ${sql}`);
  return rows[0] as Row;
};

const acknowledged = (logs: Logs, kind: "event" | "message"): string => {
  for (const line of logs.load) if (line.kind === kind && line.state === "acknowledged") return line.id;
  throw new Error(`The run acknowledged no ${kind}`);
};

const firstOptOut = ({ load }: Logs) => {
  for (const line of load) if (line.kind === "opt-out" && line.state === "acknowledged") return line;
  throw new Error("Nobody opted out in this run");
};

const withEffect = (logs: Logs, actionId: string, to: string, at: number): Logs => ({
  ...logs,
  ledger: [...logs.ledger, { id: -1, actionId, to, at }],
});

/** A message of the run that took effect and was reported as delivered. */
const findDelivered = (client: pg.Client) =>
  one<{ id: string }>(
    client,
    `SELECT id FROM actions a WHERE status IN ('delivered', 'read')
        AND EXISTS (SELECT FROM delivery_receipts WHERE action_id = a.id AND status = 'delivered') LIMIT 1`,
  );

export const seededBugs: readonly SeededBug[] = [
  {
    name: "an event is acknowledged before its commit",
    violates: "acknowledged event is stored",
    apply: async (client, logs) => {
      await client.query("DELETE FROM events WHERE id = $1", [acknowledged(logs, "event")]);
      return logs;
    },
  },
  {
    name: "duplicates are looked for with SELECT, then inserted",
    violates: "event is stored once",
    apply: async (client, logs) => {
      const { rows } = await client.query(
        "SELECT indexrelid::regclass AS name FROM pg_index WHERE indisunique AND pg_get_indexdef(indexrelid) LIKE '%deduplication_key%'",
      );
      for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
      const key = await one<{ key: string }>(
        client,
        "SELECT deduplication_key AS key FROM events WHERE id = $1",
        acknowledged(logs, "event"),
      );
      await client.query(
        `UPDATE events SET deduplication_key = $1
          WHERE id = (SELECT id FROM events WHERE deduplication_key <> $1 ORDER BY id DESC LIMIT 1)`,
        [key.key],
      );
      return logs;
    },
  },
  {
    name: "a send of unknown outcome is repeated",
    violates: "message takes effect once",
    apply: async (_, logs) => {
      const [first] = logs.ledger;
      if (!first) throw new Error("Nothing took effect in this run");
      return { ...logs, ledger: [...logs.ledger, { ...first, id: -1 }] };
    },
  },
  {
    name: "the gate is asked outside the transaction of the claim",
    violates: "no effect after an opt-out",
    apply: async (client, logs) => {
      const { personId, phone, at } = firstOptOut(logs);
      const { id } = await one<{ id: string }>(
        client,
        "UPDATE actions SET status = 'sent' WHERE id = (SELECT id FROM actions WHERE person_id = $1 LIMIT 1) RETURNING id",
        personId,
      );
      return withEffect(logs, id, phone, at + 5);
    },
  },
  {
    name: "a lease has no fence: a stopped worker overwrites the outcome",
    violates: "state agrees with the effect",
    apply: async (client, logs) => {
      const { id } = await findDelivered(client);
      await client.query("DELETE FROM delivery_receipts WHERE action_id = $1", [id]);
      await client.query("UPDATE actions SET status = 'failed' WHERE id = $1", [id]);
      return logs;
    },
  },
  {
    name: "the last receipt wins",
    violates: "state does not go back",
    apply: async (client, logs) => {
      const { id } = await findDelivered(client);
      await client.query("UPDATE actions SET status = 'sent' WHERE id = $1", [id]);
      return logs;
    },
  },
  {
    name: "the audit entry is written outside the transaction",
    violates: "change is in the audit",
    apply: async (client, logs) => {
      await client.query("DELETE FROM audit_logs WHERE entity_type = 'suppression' AND entity_id = $1", [
        firstOptOut(logs).personId,
      ]);
      return logs;
    },
  },
  {
    name: "an entry of the audit is changed",
    violates: "audit is intact",
    apply: async (client, logs) => {
      await client.query(
        "UPDATE audit_logs SET entity_id = 'another' WHERE seq = (SELECT min(seq) + 1 FROM audit_logs)",
      );
      return logs;
    },
  },
  {
    name: "an opt-out holds for the person instead of the address",
    violates: "no effect after an opt-out",
    apply: async (client, logs) => {
      const { personId, phone, at } = firstOptOut(logs);
      const { id } = await one<{ id: string }>(
        client,
        "SELECT id FROM actions WHERE status IN ('sent', 'delivered', 'read') AND person_id <> $1 LIMIT 1",
        personId,
      );
      const ledger = logs.ledger.map((line) =>
        line.actionId === id ? { ...line, to: phone, at: at + 60_000 } : line,
      );
      return { ...logs, ledger };
    },
  },
  {
    name: "a message is taken from its queue before it is sent",
    violates: "state agrees with the effect",
    apply: async (client, logs) => {
      const { id } = await findDelivered(client);
      return { ...logs, ledger: logs.ledger.filter(({ actionId }) => actionId !== id) };
    },
  },
  {
    name: "an acknowledged message is lost",
    violates: "acknowledged message exists",
    apply: async (client, logs) => {
      await client.query("DELETE FROM actions WHERE id = $1", [acknowledged(logs, "message")]);
      return logs;
    },
  },
  {
    name: "a page of a broadcast begins twice",
    violates: "broadcast reaches nobody twice",
    apply: async (client, logs) => {
      await client.query(
        `UPDATE actions SET rule_id = (SELECT id FROM broadcasts)
          WHERE id = (SELECT a.id FROM actions a JOIN actions b ON b.person_id = a.person_id AND b.id <> a.id
                       WHERE b.rule_id = (SELECT id FROM broadcasts) LIMIT 1)`,
      );
      return logs;
    },
  },
  {
    name: "a counter is increased outside the transaction",
    violates: "counts add up",
    apply: async (client, logs) => {
      await client.query(
        "UPDATE counters SET count = count + 1 WHERE ctid = (SELECT ctid FROM counters WHERE metric = 'events' LIMIT 1)",
      );
      return logs;
    },
  },
];
