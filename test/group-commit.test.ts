import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { newId } from "#server/db/id.ts";
import { promised } from "#server/pipeline/ingest/webhook/go-on.ts";
import { createIntake, type Intake } from "#server/pipeline/ingest/webhook/group-commit.ts";
import type { Arrival, Kept } from "#server/store/ingestion/unread-events.ts";
import { createTestDatabase } from "./database.ts";

let connection: pg.ClientConfig;
let onlooker: pg.Client;
let endpointId: string;
let intake: Intake;
beforeAll(async () => {
  connection = { ...(await createTestDatabase()), application_name: "intake" };
  onlooker = new pg.Client({ ...connection, application_name: "onlooker" });
  await onlooker.connect();
  const made = "INSERT INTO endpoints (name, type) VALUES ('Intake', 'webhook') RETURNING id";
  endpointId = (await onlooker.query<{ id: string }>(made)).rows[0]?.id ?? "";
});
afterEach(() => intake.close());
afterAll(() => onlooker.end());

const arrival = (more: Partial<Arrival> = {}): Arrival => ({
  id: newId(),
  endpointId,
  raw: '{"name":"Ñandú 😀"}',
  eventType: "form",
  deduplicationKey: null,
  status: "received",
  problems: null,
  ...more,
});
const take = (one: Arrival): Promise<Kept> => promised((told) => intake.take(one, told));
const kept = async (ids: string[]): Promise<string[]> => {
  const found = "SELECT id FROM events WHERE id = ANY($1::uuid[]) ORDER BY id";
  return (await onlooker.query<{ id: string }>(found, [ids])).rows.map(({ id }) => id);
};
const cutOff = () =>
  onlooker.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'intake'");

test("stores events with and without a deduplication key in one batch, and returns the first id for a duplicate", async () => {
  intake = createIntake(connection, () => {});
  const first = arrival({ deduplicationKey: "a" });
  await take(first);
  const plain = Array.from({ length: 40 }, () => arrival());
  const others = [arrival({ deduplicationKey: "a" }), arrival({ deduplicationKey: "b" })];
  const told = await Promise.all([...plain, ...others].map(take));
  expect(told.slice(0, 40)).toEqual(plain.map(({ id }) => ({ id, isNew: true })));
  expect(told.slice(40)).toEqual([
    { id: first.id, isNew: false },
    { id: others[1]?.id, isNew: true },
  ]);
  const { rows } = await onlooker.query("SELECT raw_data FROM events WHERE id = $1", [plain[7]?.id]);
  expect(rows).toEqual([{ raw_data: { name: "Ñandú 😀" } }]);
});

test("an event that the database rejects fails alone", async () => {
  intake = createIntake(connection, () => {});
  const bad = arrival({ raw: "{" });
  const many = [
    ...Array.from({ length: 200 }, () => arrival()),
    bad,
    arrival(),
    arrival({ raw: '{"n":1e999999}' }),
  ];
  const told = await Promise.allSettled(many.map(take));
  const isBad = ({ raw }: Arrival) => raw === "{" || raw.includes("e999999");
  expect(told.map(({ status }) => status)).toEqual(
    many.map((one) => (isBad(one) ? "rejected" : "fulfilled")),
  );
  const good = many.filter((one) => !isBad(one)).map(({ id }) => id);
  expect(await kept(many.map(({ id }) => id))).toEqual(good);
  expect(await take(arrival())).toMatchObject({ isNew: true });
});

test("each event gets one answer when connections break, and only stored events are acknowledged", async () => {
  intake = createIntake(connection, () => {});
  const told = new Map<string, boolean[]>();
  const sent: string[] = [];
  const waiting: Promise<void>[] = [];
  for (let round = 0; round < 30; round++) {
    const before = told.size;
    for (let at = 0; at < 20; at++) {
      const one = arrival();
      sent.push(one.id);
      const tell = (isKept: boolean) => told.set(one.id, [...(told.get(one.id) ?? []), isKept]);
      waiting.push(
        take(one).then(
          () => void tell(true),
          () => void tell(false),
        ),
      );
    }
    if (round % 5 === 2) await cutOff();
    await vi.waitFor(() => expect(told.size).toBeGreaterThan(before), { timeout: 20_000, interval: 1 });
  }
  await Promise.all(waiting);
  expect(told.size).toBe(sent.length);
  expect([...told.values()].every((answers) => answers.length === 1)).toBe(true);
  const there = new Set(await kept(sent));
  const saidKept = sent.filter((id) => told.get(id)?.[0]);
  expect(saidKept.filter((id) => !there.has(id))).toEqual([]);
  expect(saidKept.length).toBeGreaterThan(300);
  expect(await take(arrival())).toMatchObject({ isNew: true });
});

test("events fail while the database is unreachable and succeed afterwards", async () => {
  const elsewhere = { ...connection, port: 1, host: "127.0.0.1" };
  intake = createIntake(elsewhere, () => {});
  const told = await Promise.allSettled([arrival(), arrival(), arrival({ deduplicationKey: "c" })].map(take));
  expect(told.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  Object.assign(elsewhere, connection);
  expect(await take(arrival())).toMatchObject({ isNew: true });
});

/** A proxy before the database: `bad` handles the first connections, all others are forwarded. */
const inFront = async (many: number, bad: (socket: Socket) => void) => {
  const { host = "", port = 5432 } = connection;
  let connections = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on("error", () => {}));
    connections += 1;
    if (connections <= many) return bad(socket);
    const behind = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    open.add(behind.on("error", () => {}));
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = { ...connection, host: "127.0.0.1", port: (server.address() as AddressInfo).port };
  const close = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { at, connections: () => connections, close };
};
const message = (kind: string, body: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(body, "latin1")]);
};

test("reconnects when a new connection closes immediately", async () => {
  const goodbye = "SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0";
  const hello = [message("R", "\0\0\0\0"), message("Z", "I"), message("E", goodbye)];
  const front = await inFront(1, (socket) => socket.once("data", () => socket.end(Buffer.concat(hello))));
  intake = createIntake(front.at, () => {});
  await Promise.allSettled([take(arrival())]);
  expect(await take(arrival())).toMatchObject({ isNew: true });
  expect(front.connections()).toBe(2);
  await intake.close();
  front.close();
});

test("events that wait for an unresponsive server fail together", async () => {
  const front = await inFront(2, () => {});
  intake = createIntake({ ...front.at, connectionTimeoutMillis: 200 }, () => {});
  const told = await Promise.allSettled(Array.from({ length: 20 }, () => take(arrival())));
  expect(told.map(({ status }) => status)).toEqual(told.map(() => "rejected"));
  // The first event connects alone; the others are batched meanwhile and share the second connection.
  expect(front.connections()).toBe(2);
  expect(await take(arrival())).toMatchObject({ isNew: true });
  await intake.close();
  front.close();
});

test("closing waits for the running batch", async () => {
  intake = createIntake(connection, () => {});
  const many = Array.from({ length: 30 }, () => arrival());
  const told = Promise.all(many.map(take));
  await intake.close();
  expect(await kept(many.map(({ id }) => id))).toHaveLength(30);
  await told;
});
