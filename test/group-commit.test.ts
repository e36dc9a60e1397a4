import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createGroupCommit, type GroupCommit } from "#server/pipeline/ingest/webhook/group-commit.ts";
import { type NewEvent, newEvent, type StoredEvent } from "#server/store/ingestion/events.ts";
import { createTestDatabase } from "./database.ts";

let connection: pg.ClientConfig;
let observer: pg.Client;
let endpointId: string;
let groupCommit: GroupCommit;
beforeAll(async () => {
  connection = { ...(await createTestDatabase()), application_name: "group-commit" };
  observer = new pg.Client({ ...connection, application_name: "observer" });
  await observer.connect();
  const made = "INSERT INTO endpoints (name, type) VALUES ('Group commit', 'webhook') RETURNING id";
  endpointId = (await observer.query<{ id: string }>(made)).rows[0]?.id ?? "";
});
afterEach(() => groupCommit.close());
afterAll(() => observer.end());

const eventWith = (fields: Partial<NewEvent> = {}): NewEvent =>
  newEvent({ endpointId, raw: '{"name":"Ñandú 😀"}', eventType: "form", ...fields });
const store = (event: NewEvent): Promise<StoredEvent> => groupCommit.store(event);
const findStored = async (ids: string[]): Promise<string[]> => {
  const found = "SELECT id FROM events WHERE id = ANY($1::uuid[]) ORDER BY id";
  return (await observer.query<{ id: string }>(found, [ids])).rows.map(({ id }) => id);
};
const terminateConnections = () =>
  observer.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'group-commit'",
  );

test("stores events with and without a deduplication key in one batch, and returns the first id for a duplicate", async () => {
  groupCommit = createGroupCommit(connection, () => {});
  const first = eventWith({ deduplicationKey: "a" });
  await store(first);
  const plain = Array.from({ length: 40 }, () => eventWith());
  const others = [eventWith({ deduplicationKey: "a" }), eventWith({ deduplicationKey: "b" })];
  const answers = await Promise.all([...plain, ...others].map(store));
  expect(answers.slice(0, 40)).toEqual(plain.map(({ id }) => ({ id, isNew: true })));
  expect(answers.slice(40)).toEqual([
    { id: first.id, isNew: false },
    { id: others[1]?.id, isNew: true },
  ]);
  const { rows } = await observer.query("SELECT raw_data FROM events WHERE id = $1", [plain[7]?.id]);
  expect(rows).toEqual([{ raw_data: { name: "Ñandú 😀" } }]);
});

test("an event that the database rejects fails alone", async () => {
  groupCommit = createGroupCommit(connection, () => {});
  const bad = eventWith({ raw: "{" });
  const many = [
    ...Array.from({ length: 200 }, () => eventWith()),
    bad,
    eventWith(),
    eventWith({ raw: '{"n":1e999999}' }),
  ];
  const answers = await Promise.allSettled(many.map(store));
  const isBad = ({ raw }: NewEvent) => raw === "{" || raw.includes("e999999");
  expect(answers.map(({ status }) => status)).toEqual(
    many.map((one) => (isBad(one) ? "rejected" : "fulfilled")),
  );
  const good = many.filter((one) => !isBad(one)).map(({ id }) => id);
  expect(await findStored(many.map(({ id }) => id))).toEqual(good);
  expect(await store(eventWith())).toMatchObject({ isNew: true });
});

test("each event gets one answer when connections break, and only stored events are acknowledged", async () => {
  groupCommit = createGroupCommit(connection, () => {});
  const answers = new Map<string, boolean[]>();
  const sent: string[] = [];
  const waiting: Promise<void>[] = [];
  for (let round = 0; round < 30; round++) {
    const before = answers.size;
    for (let at = 0; at < 20; at++) {
      const one = eventWith();
      sent.push(one.id);
      const record = (isStored: boolean) => answers.set(one.id, [...(answers.get(one.id) ?? []), isStored]);
      waiting.push(
        store(one).then(
          () => void record(true),
          () => void record(false),
        ),
      );
    }
    if (round % 5 === 2) await terminateConnections();
    await vi.waitFor(() => expect(answers.size).toBeGreaterThan(before), { timeout: 180_000, interval: 1 });
  }
  await Promise.all(waiting);
  expect(answers.size).toBe(sent.length);
  expect([...answers.values()].every((answers) => answers.length === 1)).toBe(true);
  const there = new Set(await findStored(sent));
  const acknowledged = sent.filter((id) => answers.get(id)?.[0]);
  expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(300);
  expect(await store(eventWith())).toMatchObject({ isNew: true });
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

test("events fail while the database is unreachable and succeed afterwards", async () => {
  const front = await inFront(2, (socket) => socket.destroy());
  groupCommit = createGroupCommit(front.at, () => {});
  const answers = await Promise.allSettled([eventWith(), eventWith({ deduplicationKey: "c" })].map(store));
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await store(eventWith())).toMatchObject({ isNew: true });
  await groupCommit.close();
  front.close();
});

test("reconnects when a new connection closes immediately", async () => {
  const goodbye = "SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0";
  const hello = [message("R", "\0\0\0\0"), message("Z", "I"), message("E", goodbye)];
  const front = await inFront(1, (socket) => socket.once("data", () => socket.end(Buffer.concat(hello))));
  groupCommit = createGroupCommit(front.at, () => {});
  await Promise.allSettled([store(eventWith())]);
  expect(await store(eventWith())).toMatchObject({ isNew: true });
  expect(front.connections()).toBe(2);
  await groupCommit.close();
  front.close();
});

test("events that wait for an unresponsive server fail together", async () => {
  const front = await inFront(2, () => {});
  groupCommit = createGroupCommit({ ...front.at, connectionTimeoutMillis: 200 }, () => {});
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => store(eventWith())));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => "rejected"));
  // The first event connects alone; the others are batched meanwhile and share the second connection.
  expect(front.connections()).toBe(2);
  expect(await store(eventWith())).toMatchObject({ isNew: true });
  await groupCommit.close();
  front.close();
});

test("closing waits for the running batch", async () => {
  groupCommit = createGroupCommit(connection, () => {});
  const many = Array.from({ length: 30 }, () => eventWith());
  const answers = Promise.all(many.map(store));
  await groupCommit.close();
  expect(await findStored(many.map(({ id }) => id))).toHaveLength(30);
  await answers;
});
