import { type AddressInfo, connect, createServer, type Socket } from "node:net";

const intOf = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const message = (type: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(type), intOf(body.length + 4), body]);
const startUp = ({ user, database }: { user: string; database: string }): Buffer => {
  const body = Buffer.concat([intOf(196_608), Buffer.from(`user\0${user}\0database\0${database}\0\0`)]);
  return Buffer.concat([intOf(body.length + 4), body]);
};
const authenticated = message("R", intOf(0));
const ready = message("Z", Buffer.from("I"));

/** Calls back with each complete message and its type; the first one of a client has no type. */
const splitMessages = (hasStart: boolean, onMessage: (type: string, bytes: Buffer) => void) => {
  let buffered = Buffer.alloc(0);
  let isStart = hasStart;
  return (chunk: Buffer): void => {
    buffered = Buffer.concat([buffered, chunk]);
    for (;;) {
      const offset = isStart ? 0 : 1;
      if (buffered.length < offset + 4) return;
      const size = offset + buffered.readInt32BE(offset);
      if (buffered.length < size) return;
      const bytes = buffered.subarray(0, size);
      buffered = buffered.subarray(size);
      onMessage(isStart ? "start" : bytes.toString("latin1", 0, 1), bytes);
      isStart = false;
    }
  };
};

type Turn = { client: Socket; messages: Buffer[] };

/** A pooler in transaction mode with one session of PostgreSQL, which all clients take in turn. */
export const startTransactionPooler = async (target: {
  host: string;
  port: number;
  user: string;
  database: string;
}) => {
  const session = connect(`${target.host}/.s.PGSQL.${target.port}`);
  const clients = new Set<Socket>();
  const turns: Turn[] = [];
  let current: Turn | undefined;
  let isReady = false;
  const next = (): void => {
    if (!isReady || current) return;
    current = turns.shift();
    if (current) session.write(Buffer.concat(current.messages));
  };
  session.on(
    "data",
    splitMessages(false, (type, bytes) => {
      if (isReady) current?.client.write(bytes);
      if (type !== "Z") return;
      isReady = true;
      current = undefined;
      next();
    }),
  );
  session.write(startUp(target));
  const server = createServer((client) => {
    clients.add(client);
    client.on("error", () => {});
    let messages: Buffer[] = [];
    client.on(
      "data",
      splitMessages(true, (type, bytes) => {
        if (type === "start") return void client.write(Buffer.concat([authenticated, ready]));
        if (type === "X") return client.destroy();
        messages.push(bytes);
        if (type !== "Q" && type !== "S") return;
        turns.push({ client, messages });
        messages = [];
        next();
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      session.destroy();
      for (const client of clients) client.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
