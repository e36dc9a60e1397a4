import { randomBytes } from "node:crypto";
import pg from "pg";
import { startSandbox } from "#sandbox/sandbox.ts";
import { findContactableNumbers } from "../contactable-people.ts";
import { createTestDatabase } from "../database.ts";
import { adminEmail, password } from "../faro.ts";
import { type FaroProcess, freePort, startProcess, temporaryDir } from "../process.ts";
import { findWrite, type KillPoint } from "./kill-broadcast-steps.ts";
import { type Exchange, type PostgresProxy, startPostgresProxy } from "./postgres-proxy.ts";

type Actual = Record<
  "people" | "begun" | "delivered" | "sent" | "onTheWay" | "waiting" | "failed" | "unknown" | "notSent",
  number
>;
type Stored = Record<"checked" | "runs" | "steps" | "messages" | "told", number>;

export type BroadcastServer = {
  addBroadcast: () => Promise<{ id: string; name: string }>;
  /** Does what the broadcast needs from a user next; returns its state, or nothing while the process is down. */
  proceed: (id: string) => Promise<string | undefined>;
  /** Starts recording; the returned function stops it and returns the transactions. */
  record: () => () => readonly (readonly Exchange[])[];
  /** Kills the process at the point; returns whether that has happened. */
  setTrap: (point: KillPoint) => () => boolean;
  /** Kills the process after a while; returns whether that has happened. */
  killAfter: (ms: number) => () => boolean;
  waitForKill: () => Promise<void>;
  restart: () => Promise<void>;
  /** How often each number got a message of the broadcast, what is stored of it, and its report. */
  readResult: (
    id: string,
    name: string,
  ) => Promise<{ got: Map<string, number>; stored: Stored; actual: Actual }>;
  stop: () => Promise<void>;
};

/** The product as a process that can be killed at any statement, with people and an account at the simulated Twilio. */
export const startBroadcastServer = async (people: number): Promise<BroadcastServer> => {
  const [dir, connection, sandbox] = await Promise.all([
    temporaryDir(),
    createTestDatabase(),
    startSandbox({ port: 0 }),
  ]);
  const pool = new pg.Pool({ ...connection, max: 3 });
  const port = await freePort();
  const secretKey = randomBytes(32).toString("hex");
  let cookie = "";
  let process_: FaroProcess | undefined;
  let proxy: PostgresProxy | undefined;
  let recorded: Set<readonly Exchange[]> | undefined;
  let trap: { point: KillPoint; seen: Set<readonly Exchange[]> } | undefined;
  let killed = Promise.withResolvers<void>();
  let isKilled = false;
  const url = `http://127.0.0.1:${port}`;

  const kill = (): void => {
    if (isKilled) return;
    isKilled = true;
    trap = undefined;
    void process_?.stop("SIGKILL").then(() => killed.resolve());
  };
  const never = (): Promise<void> => new Promise(() => {});
  const meets = (moment: KillPoint["moment"], transaction: readonly Exchange[]): boolean => {
    if (!trap || trap.point.moment !== moment) return false;
    const { point, seen } = trap;
    const write = findWrite(transaction);
    if (write?.stage !== point.stage || write.label !== point.label) return false;
    seen.add(transaction);
    return seen.size >= point.occurrence;
  };
  const start = async (): Promise<void> => {
    isKilled = false;
    killed = Promise.withResolvers();
    proxy = await startPostgresProxy(connection as { host: string; port: number }, {
      before: (_, transaction) => {
        if (isKilled) return never();
        recorded?.add(transaction);
        if (!meets("before", transaction)) return undefined;
        kill();
        return never();
      },
      answered: (_, transaction) => {
        if (!isKilled && !meets("answered", transaction)) return undefined;
        kill();
        return never();
      },
    });
    process_ = await startProcess({
      dataDir: dir.path,
      env: {
        PORT: String(port),
        DATABASE_URL: `postgres://${connection.user}@127.0.0.1:${proxy.port}/${connection.database}`,
        FARO_ADMIN_EMAIL: adminEmail,
        FARO_ADMIN_PASSWORD: password,
        FARO_SECRET_KEY: secretKey,
        FARO_PUBLIC_URL: url,
        FARO_VENDOR_BASE: sandbox.url,
        FARO_SANDBOX: "0",
        FARO_EGRESS_ALLOW: "127.0.0.1",
        FARO_LOG: "fatal",
      },
    });
    if (process_.child.exitCode !== null) throw new Error(process_.printed());
  };
  /** Undefined where the process was killed before it answered. */
  const send = async (method: string, path: string, body?: unknown): Promise<any> => {
    const answer = await fetch(url + path, {
      method,
      headers: { "content-type": "application/json", cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (!answer) return undefined;
    cookie ||= answer.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    return answer.json().catch(() => undefined);
  };

  /** Sends of a killed process are asked about at the vendor only after minutes, which are skipped here. */
  const skipPauses = () =>
    pool.query(`
      UPDATE actions SET not_before = now(), executed_at = executed_at - interval '3 minutes'
       WHERE id IN (SELECT id FROM actions WHERE status = 'unknown' AND executed_at > now() - interval '3 minutes'
                     ORDER BY id FOR UPDATE SKIP LOCKED)`);

  await start();
  await send("POST", "/api/auth/login", { email: adminEmail, password });
  await send("POST", "/api/api-keys/twilio", {
    accountSid: "AC00000000000000000000000000000001",
    ...{ authToken: "sandbox", fromNumber: "+17875550100", messagesPerSecond: 5000 },
  });
  const { phone, timezone } = findContactableNumbers(Date.now());
  await pool.query(
    `WITH added AS (
       INSERT INTO people (first_name, phone, timezone)
       SELECT 'P' || n, $1 || lpad((100 + n)::text, 4, '0'), $2 FROM generate_series(1, $3::int) n RETURNING id)
     INSERT INTO conversations (person_id, channel, last_inbound_at) SELECT id, 'sms', now() FROM added`,
    [phone(0).slice(0, -4), timezone, people],
  );

  let broadcasts = 0;
  return {
    addBroadcast: async () => {
      const name = `Notice ${++broadcasts}`;
      for (;;) {
        const added = await send("POST", "/api/broadcasts", {
          ...{ name, purpose: "service", guard: false, audience: { everybody: true } },
          actions: [
            { type: "sms", template: `${name}: we are closed on Friday, {{first_name}}.` },
            { type: "add_tag", template: `notice-${broadcasts}` },
          ],
        });
        if (added?.id) return { id: added.id, name };
      }
    },
    proceed: async (id) => {
      await skipPauses();
      const broadcast = await send("GET", `/api/broadcasts/${id}`);
      if (broadcast?.state === "draft") await send("POST", `/api/broadcasts/${id}/check`);
      if (broadcast?.state === "checked") {
        const { send: now, wait } = broadcast.check;
        await send("POST", `/api/broadcasts/${id}/start`, { confirm: now + wait });
      }
      return broadcast?.state;
    },
    record: () => {
      const transactions = new Set<readonly Exchange[]>();
      recorded = transactions;
      return () => {
        recorded = undefined;
        return [...transactions];
      };
    },
    setTrap: (point) => {
      trap = { point, seen: new Set() };
      return () => isKilled;
    },
    killAfter: (ms) => {
      setTimeout(kill, ms);
      return () => isKilled;
    },
    waitForKill: () => killed.promise,
    restart: async () => {
      await killed.promise;
      await proxy?.close();
      // Nothing sends at this moment, so that every lease is of the killed process.
      await pool.query("UPDATE actions SET lease_until = now() WHERE status = 'dispatching'");
      await start();
    },
    readResult: async (id, name) => {
      const ledger = await fetch(`${sandbox.url}/sandbox/api/ledger?effects=1`);
      const effects = (await ledger.json()) as { effect: { to: string; actionId: string } }[];
      const { rows: messages } = await pool.query("SELECT id FROM actions WHERE rule_id = $1", [id]);
      const own = new Set(messages.map((message) => message.id as string));
      const got = new Map<string, number>();
      for (const { effect } of effects)
        if (own.has(effect.actionId)) got.set(effect.to, (got.get(effect.to) ?? 0) + 1);
      const { rows } = await pool.query(
        `SELECT (SELECT count(DISTINCT person_id)::int FROM broadcast_people WHERE broadcast_id = $1) AS checked,
                (SELECT count(*)::int FROM sequence_runs WHERE rule_id = $1 AND state = 'ended') AS runs,
                (SELECT count(*)::int FROM sequence_steps WHERE rule_id = $1 AND result = 'done') AS steps,
                (SELECT count(*)::int FROM timeline WHERE event_type = 'rule_fired' AND title = $2) AS told`,
        [id, name],
      );
      const { actual } = await send("GET", `/api/broadcasts/${id}`);
      const { people: all, begun, delivered, sent, onTheWay, waiting, failed, unknown, notSent } = actual;
      return {
        got,
        stored: { ...rows[0], messages: messages.length },
        actual: { people: all, begun, delivered, sent, onTheWay, waiting, failed, unknown, notSent },
      };
    },
    stop: async () => {
      await process_?.stop("SIGKILL");
      await proxy?.close();
      await sandbox.stop();
      await pool.end();
      await dir.remove();
    },
  };
};
