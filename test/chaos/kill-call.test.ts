import { randomBytes } from "node:crypto";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { allowHolidaySends, findContactableNumbers } from "../contactable-people.ts";
import { createTestDatabase, databaseUrl } from "../database.ts";
import { enqueueJob } from "../enqueue-job.ts";
import type { Answer } from "../faro.ts";
import { type FaroProcess, freePort, startProcess, temporaryDir } from "../process.ts";
import { welcomeScript } from "../voice-calls.ts";
import { answeredSid, type Dialogue, fastCalls, framesOf, openDialogue, until } from "../voice-dialogue.ts";
import { linkSockets } from "./socket-pair.ts";

const admin = { email: "admin@example.com", password: "correct horse battery" };
const publicUrl = "https://faro.example.com";

let dir: Awaited<ReturnType<typeof temporaryDir>>;
let pool: pg.Pool;
let sandbox: Sandbox;
let balancer: Balancer;
let processes: FaroProcess[] = [];
let send: (method: string, path: string, body?: unknown) => Promise<Answer>;

type Balancer = {
  port: number;
  /** The process that gets new connections. */
  target: number;
  /** Connections whose bytes contain one of these are cut. */
  blocked: string[];
  close: () => Promise<void>;
};

/** One public address in front of the processes, for requests and sockets alike. */
const startBalancer = async (): Promise<Balancer> => {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(running.target, "127.0.0.1");
    linkSockets(client, target, sockets);
    client.on("data", (chunk: Buffer) => {
      if (running.blocked.some((text) => chunk.includes(text))) client.destroy();
      else target.write(chunk);
    });
    target.on("data", (chunk: Buffer) => client.write(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const running: Balancer = {
    port: (server.address() as AddressInfo).port,
    target: 0,
    blocked: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return running;
};

const control = (change: object): Promise<Response> =>
  fetch(`${sandbox.url}/_control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });

beforeAll(async () => {
  dir = await temporaryDir();
  const connection = await createTestDatabase();
  pool = new pg.Pool({ ...connection, max: 2 });
  sandbox = await startSandbox({ port: 0 });
  balancer = await startBalancer();
  await control({ ...fastCalls, origins: { [publicUrl]: `http://127.0.0.1:${balancer.port}` } });
  const start = async (): Promise<FaroProcess & { port: number }> => {
    const own = await freePort();
    const started = await startProcess({
      dataDir: dir.path,
      env: {
        PORT: String(own),
        DATABASE_URL: databaseUrl(connection),
        FARO_PUBLIC_URL: publicUrl,
        FARO_SECRET_KEY: secretKey,
        FARO_ADMIN_EMAIL: admin.email,
        FARO_ADMIN_PASSWORD: admin.password,
        FARO_VENDOR_BASE: sandbox.url,
        FARO_EGRESS_ALLOW: "127.0.0.1",
        FARO_SANDBOX: "0",
        FARO_LOG: "fatal",
      },
    });
    if (started.child.exitCode !== null) throw new Error(started.printed());
    return { ...started, port: own };
  };
  const secretKey = randomBytes(32).toString("hex");
  const first = await start();
  const second = await start();
  processes = [first, second];
  balancer.target = first.port;
  let cookie = "";
  send = async (method, path, body) => {
    const answer = await fetch(second.url + path, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    cookie ||= answer.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
  };
  await send("POST", "/api/auth/login", admin);
  await allowHolidaySends(send);
  const saved = await send("POST", "/api/api-keys/twilio", {
    accountSid: "AC00000000000000000000000000000001",
    authToken: "sandbox",
    fromNumber: "+17875550100",
  });
  expect(saved.status).toBe(200);
  await send("POST", "/api/knowledge", {
    kind: "question",
    language: "es",
    title: "¿Cuánto cuesta una batería?",
    body: "Una batería cuesta entre $9,800 y $11,400 instalada, según el techo.",
  });
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop("SIGKILL")));
  await balancer?.close();
  await sandbox?.stop();
  await pool?.end();
  await dir?.remove();
});

const { phone, timezone } = findContactableNumbers(Date.now());

const dial = async (n: number, scriptId: string): Promise<{ call: Dialogue; personId: string }> => {
  const input = { firstName: "Luz", phone: phone(n), timezone, consents: { call: true } };
  const { id: personId } = (await send("POST", "/api/people", input)).body;
  await pool.query("UPDATE people SET language = 'es' WHERE id = $1", [personId]);
  await pool.query(
    `INSERT INTO consent_records (person_id, channel, state, written, method, proof)
     VALUES ($1, 'call', 'granted', true, 'form', '{"form": "test"}')`,
    [personId],
  );
  const { body } = await send("POST", `/api/people/${personId}/call`, { scriptId });
  const sid = await answeredSid(pool, body.actionId);
  return { call: openDialogue({ sandboxUrl: sandbox.url, send }, body.actionId, sid), personId };
};

const isCompleted = async (id: string): Promise<boolean> =>
  (await pool.query("SELECT 1 FROM timeline WHERE caused_by = $1 AND event_type = 'call_completed'", [id]))
    .rowCount === 1;

test("a process killed during calls: one goes on in another process, the other gets a complete record", async () => {
  const script = (
    await send("POST", "/api/scripts", {
      ...welcomeScript,
      content: "Usted nos preguntó por energía solar. ¿Tiene un momento?",
    })
  ).body.id as string;
  const { call: kept, personId } = await dial(1, script);
  const { call: lost, personId: lostPerson } = await dial(2, script);
  await Promise.all([kept.hears(/momento/), lost.hears(/momento/)]);
  await Promise.all([kept.say("¿Cuánto cuesta una batería?"), lost.say("¿Cuánto cuesta una batería?")]);
  await Promise.all([kept.hears(/¿La casa es suya\?/), lost.hears(/¿La casa es suya\?/)]);
  await until("the answers are stored", async () => {
    const { rowCount } = await pool.query("SELECT 1 FROM agent_turns WHERE call_id = ANY($1)", [
      [kept.id, lost.id],
    ]);
    return rowCount === 2;
  });
  const token = (await lost.sessions())[0]?.url.split("/").at(-1) ?? "";
  const [killed, other] = processes;
  balancer.blocked = [token, lost.id];
  balancer.target = Number(new URL(other?.url ?? "").port);
  killed?.child.kill("SIGKILL");

  // The other process knows which question was open.
  await kept.hears(/se cortó la línea/);
  await kept.say("Sí, es mía.");
  await kept.hears(/./);
  await kept.say("Muchas gracias, adiós.");
  await until("the work after the call is done", () => isCompleted(kept.id));
  const record = (await send("GET", `/api/calls/${kept.id}`)).body;
  expect(record).toMatchObject({
    status: "completed",
    endReason: "goodbye",
    facts: [{ key: "own", value: "yes" }],
  });
  expect(
    record.turns
      .filter(({ speaker }: { speaker: string }) => speaker === "customer")
      .map(({ text }: { text: string }) => text),
  ).toEqual(["¿Cuánto cuesta una batería?", "Sí, es mía.", "Muchas gracias, adiós."]);
  const spoken = framesOf(await kept.sessions(), "received").flatMap(({ token: said }) => said?.trim() || []);
  expect(spoken).toEqual([...new Set(spoken)]);
  const notices = record.turns.filter(({ marks }: { marks: string[] }) => marks.includes("disclosure"));
  expect(notices).toHaveLength(1);

  // The reports about the other call reached nobody.
  await until("the vendor has ended the other call", async () => (await lost.sessions())[0]?.outcome);
  balancer.blocked = [];
  expect(await isCompleted(lost.id)).toBe(false);
  await pool.query("UPDATE calls SET created_at = created_at - interval '5 minutes' WHERE id = $1", [
    lost.id,
  ]);
  await pool.query(
    "UPDATE call_turns SET created_at = created_at - interval '5 minutes' WHERE call_id = $1",
    [lost.id],
  );
  await enqueueJob(pool, "close-lost-calls");
  await until("the record of the lost call is complete", () => isCompleted(lost.id));
  const closed = (await send("GET", `/api/calls/${lost.id}`)).body;
  expect(closed).toMatchObject({ status: "completed", endReason: "connection_lost" });
  expect(closed.summary).toBeTruthy();
  expect(closed.turns.map(({ speaker }: { speaker: string }) => speaker)).toEqual([
    "agent",
    "agent",
    "customer",
    "agent",
  ]);

  // Nobody was called again, and nothing else was sent.
  const { rows } = await pool.query("SELECT id FROM actions WHERE person_id = ANY($1)", [
    [personId, lostPerson],
  ]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([kept.id, lost.id].toSorted());
  const ledger = (await (
    await fetch(`${sandbox.url}/sandbox/api/ledger?connector=twilio&effects=1`)
  ).json()) as {
    effect: { actionId: string };
  }[];
  expect(ledger.map(({ effect }) => effect.actionId).toSorted()).toEqual([kept.id, lost.id].toSorted());
});
