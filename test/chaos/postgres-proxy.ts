import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { linkSockets } from "./socket-pair.ts";

/** One statement with its parameters and, once the server has replied, its answer. */
export type Exchange = { sql: string; parameters: Buffer; answer: Buffer };

export type ExchangeObserver = {
  /** Called before a statement is forwarded; the proxy waits for the returned promise. */
  before: (exchange: Exchange, transaction: readonly Exchange[]) => Promise<void> | undefined;
  /** Called when the server has replied and the client has not received it yet. `passAnswer` forwards it at once. */
  answered: (
    exchange: Exchange,
    transaction: readonly Exchange[],
    passAnswer: () => void,
  ) => Promise<void> | undefined;
};

export type PostgresProxy = { port: number; close: () => Promise<void> };

/** Forwards a client's connections to PostgreSQL and can block each statement in either direction. */
export const startPostgresProxy = async (
  target: { host: string; port: number },
  observer: ExchangeObserver,
): Promise<PostgresProxy> => {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(`${target.host}/.s.PGSQL.${target.port}`);
    linkSockets(client, database, sockets);
    relay(client, database, observer);
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
const readyForQuery = "Z";
/** COPY has no single answer: from such a message on, everything is forwarded as it arrives. */
const copyTypes = new Set(["G", "H", "W"]);

const relay = (client: Socket, server: Socket, observer: ExchangeObserver): void => {
  const preparedStatements = new Map<string, string>();
  let transaction: Exchange[] = [];
  let request: { messages: Buffer[]; exchange: Exchange } | undefined;
  let pending: { exchange: Exchange; messages: Buffer[]; done: () => void } | undefined;
  let isAuthenticated = false;
  // Pipelined statements are forwarded one at a time, so that the process can be killed between any two.
  let lastForwarded = Promise.resolve();

  const forward = async (messages: Buffer[], exchange: Exchange): Promise<void> => {
    transaction.push(exchange);
    await observer.before(exchange, transaction);
    const { promise, resolve: done } = Promise.withResolvers<void>();
    pending = { exchange, messages: [], done };
    server.write(Buffer.concat(messages));
    await promise;
  };
  const reply = async (
    { exchange, messages }: NonNullable<typeof pending>,
    transactionStatus: string,
  ): Promise<void> => {
    exchange.answer = Buffer.concat(messages);
    let isPassed = false;
    const passAnswer = (): void => {
      if (!isPassed) client.write(exchange.answer);
      isPassed = true;
    };
    await observer.answered(exchange, transaction, passAnswer);
    passAnswer();
    if (transactionStatus === "I") transaction = [];
  };

  client.on(
    "data",
    splitMessages(true, (type, message) => {
      if (type === "" || type === "p") return void server.write(message);
      if (!["P", "B", "D", "E", "C", sync, query].includes(type)) {
        lastForwarded = lastForwarded.then(() => void server.write(message));
        return;
      }
      request ??= {
        messages: [],
        exchange: { sql: "", parameters: Buffer.alloc(0), answer: Buffer.alloc(0) },
      };
      const { messages, exchange } = request;
      messages.push(message);
      const [first = "", second = ""] = message.toString("latin1", 5).split("\0");
      if (type === "P") {
        exchange.sql = message.toString("utf8", 5).split("\0")[1] ?? "";
        preparedStatements.set(first, exchange.sql);
      } else if (type === "B") {
        exchange.sql = preparedStatements.get(second) ?? exchange.sql;
        exchange.parameters = message;
      } else if (type === query) {
        exchange.sql = message.toString("utf8", 5, message.length - 1);
      }
      if (type !== sync && type !== query) return;
      request = undefined;
      lastForwarded = lastForwarded.then(() => forward(messages, exchange));
    }),
  );
  server.on(
    "data",
    splitMessages(false, (type, message) => {
      const current = pending;
      if (!current || !isAuthenticated) {
        isAuthenticated ||= type === readyForQuery;
        return void client.write(message);
      }
      current.messages.push(message);
      if (copyTypes.has(type)) {
        pending = undefined;
        current.done();
        return void client.write(Buffer.concat(current.messages));
      }
      if (type !== readyForQuery) return;
      pending = undefined;
      void reply(current, message.toString("latin1", 5, 6)).then(current.done);
    }),
  );
};

/** Splits a stream into protocol messages; a client's first message has no type byte. */
const splitMessages = (isClient: boolean, onMessage: (type: string, message: Buffer) => void) => {
  let buffered: Buffer = Buffer.alloc(0);
  let hasType = !isClient;
  return (chunk: Buffer): void => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    for (;;) {
      const offset = hasType ? 1 : 0;
      if (buffered.length < offset + 4) return;
      const size = offset + buffered.readInt32BE(offset);
      if (buffered.length < size) return;
      const message = buffered.subarray(0, size);
      buffered = buffered.subarray(size);
      onMessage(hasType ? message.toString("latin1", 0, 1) : "", message);
      hasType = true;
    }
  };
};
