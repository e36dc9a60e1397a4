import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "./joined.ts";

/** One statement, or one word of the transaction's own, with its values and, once there is one, its answer. */
export type Exchange = { sql: string; sent: Buffer; answer: Buffer };

export type Watch = {
  /** Before a statement is forwarded; it waits for whatever is returned. */
  before: (exchange: Exchange, transaction: readonly Exchange[]) => Promise<void> | undefined;
  /** The server has answered, but whoever asked does not know yet. `pass` lets them know at once. */
  answered: (
    exchange: Exchange,
    transaction: readonly Exchange[],
    pass: () => void,
  ) => Promise<void> | undefined;
};

export type Tap = { port: number; close: () => Promise<void> };

/** Between the product and its PostgreSQL: sees each statement pass in either direction, and may hold it. */
export const startPostgresTap = async (
  target: { host: string; port: number },
  watch: Watch,
): Promise<Tap> => {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const there = connect(`${target.host}/.s.PGSQL.${target.port}`);
    join(client, there, sockets);
    relay(client, there, watch);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

const query = "Q";
const sync = "S";
const ready = "Z";
/** From here on the answer is no single thing: copies and the like pass as they come. */
const streams = new Set(["G", "H", "W"]);

const relay = (client: Socket, server: Socket, watch: Watch): void => {
  const statements = new Map<string, string>();
  let transaction: Exchange[] = [];
  let asking: { parts: Buffer[]; exchange: Exchange } | undefined;
  let open: { exchange: Exchange; parts: Buffer[]; done: () => void } | undefined;
  let signedIn = false;
  // One after the other, in the order in which they came, however long one is held: what was asked together is asked
  // for one by one, so that it can be stopped between any two.
  let line = Promise.resolve();

  const ask = async (parts: Buffer[], exchange: Exchange): Promise<void> => {
    transaction.push(exchange);
    await watch.before(exchange, transaction);
    const { promise, resolve: done } = Promise.withResolvers<void>();
    open = { exchange, parts: [], done };
    server.write(Buffer.concat(parts));
    await promise;
  };
  const answer = async ({ exchange, parts }: NonNullable<typeof open>, state: string): Promise<void> => {
    exchange.answer = Buffer.concat(parts);
    let passed = false;
    const pass = (): void => {
      if (!passed) client.write(exchange.answer);
      passed = true;
    };
    await watch.answered(exchange, transaction, pass);
    pass();
    if (state === "I") transaction = [];
  };

  client.on(
    "data",
    messages(true, (type, message) => {
      if (type === "" || type === "p") return void server.write(message);
      if (!["P", "B", "D", "E", "C", sync, query].includes(type)) {
        line = line.then(() => void server.write(message));
        return;
      }
      asking ??= { parts: [], exchange: { sql: "", sent: Buffer.alloc(0), answer: Buffer.alloc(0) } };
      const { parts, exchange } = asking;
      parts.push(message);
      const [first = "", second = ""] = message.toString("latin1", 5).split("\0");
      if (type === "P") {
        exchange.sql = message.toString("utf8", 5).split("\0")[1] ?? "";
        statements.set(first, exchange.sql);
      } else if (type === "B") {
        exchange.sql = statements.get(second) ?? exchange.sql;
        exchange.sent = message;
      } else if (type === query) {
        exchange.sql = message.toString("utf8", 5, message.length - 1);
      }
      if (type !== sync && type !== query) return;
      asking = undefined;
      line = line.then(() => ask(parts, exchange));
    }),
  );
  server.on(
    "data",
    messages(false, (type, message) => {
      const now = open;
      if (!now || !signedIn) {
        signedIn ||= type === ready;
        return void client.write(message);
      }
      now.parts.push(message);
      if (streams.has(type)) {
        open = undefined;
        now.done();
        return void client.write(Buffer.concat(now.parts));
      }
      if (type !== ready) return;
      open = undefined;
      void answer(now, message.toString("latin1", 5, 6)).then(now.done);
    }),
  );
};

/** Cuts a stream into the protocol's messages; the first of a client has no type. */
const messages = (isClient: boolean, take: (type: string, message: Buffer) => void) => {
  let waiting: Buffer = Buffer.alloc(0);
  let greeted = !isClient;
  return (chunk: Buffer): void => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    for (;;) {
      const at = greeted ? 1 : 0;
      if (waiting.length < at + 4) return;
      const size = at + waiting.readInt32BE(at);
      if (waiting.length < size) return;
      const message = waiting.subarray(0, size);
      waiting = waiting.subarray(size);
      take(greeted ? message.toString("latin1", 0, 1) : "", message);
      greeted = true;
    }
  };
};
