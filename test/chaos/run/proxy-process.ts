import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { LineState, ProxyLine } from "./protocol.ts";

/** Forwards TCP between the loader, the web processes, and PostgreSQL, as badly as it is told. */
type Line = { state: LineState; changed: PromiseWithResolvers<void>; sockets: Set<Socket> };

const slowMs = 250;
const lines: Record<ProxyLine, Line> = {
  database: { state: "open", changed: Promise.withResolvers(), sockets: new Set() },
  front: { state: "open", changed: Promise.withResolvers(), sockets: new Set() },
};

/** Only TCP knows a reset; PostgreSQL is on a Unix socket. */
const cut = (socket: Socket): void => {
  if (socket.remoteAddress === undefined) socket.destroy();
  else socket.resetAndDestroy();
};

const setState = (line: Line, state: LineState): void => {
  if (state === "cut") for (const socket of line.sockets) cut(socket);
  line.state = state === "cut" ? "open" : state;
  line.changed.resolve();
  line.changed = Promise.withResolvers();
};

const pass = async (line: Line): Promise<void> => {
  while (line.state === "hanging") await line.changed.promise;
  if (line.state === "slow") await sleep(slowMs);
};

/** Until the socket takes more, or is closed. */
const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      socket.off("drain", end).off("close", end);
      resolve();
    };
    socket.on("drain", end).on("close", end);
  });

/** In order, however long each part is kept back. */
const forward = (line: Line, from: Socket, to: Socket): void => {
  let last = Promise.resolve();
  from.on("data", (chunk: Buffer) => {
    from.pause();
    last = last.then(async () => {
      await pass(line);
      if (!to.destroyed && !to.write(chunk)) await drained(to);
      from.resume();
    });
    last.catch(() => {});
  });
  from.on("end", () => void last.finally(() => to.end()));
  from.on("error", () => {});
  from.on("close", () => to.destroy());
};

const join = (line: Line, client: Socket, server: Socket): void => {
  for (const socket of [client, server]) {
    line.sockets.add(socket);
    socket.on("close", () => line.sockets.delete(socket));
  }
  forward(line, client, server);
  forward(line, server, client);
};

const listen = async (onClient: (client: Socket) => void): Promise<number> => {
  const server = createServer({ allowHalfOpen: false }, onClient);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
};

/** The first web process that takes the connection, beginning with another one each time. */
const connectToWeb = async (ports: readonly number[], first: number): Promise<Socket | undefined> => {
  for (let n = 0; n < ports.length; n++) {
    const socket = connect(ports[(first + n) % ports.length] as number, "127.0.0.1");
    const isConnected = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    if (isConnected) return socket;
  }
  return undefined;
};

type Start = { databaseSocket: string; webPorts: number[] };
type Change = { line: ProxyLine; state: LineState };

// The run has ended without this process.
process.once("disconnect", () => process.exit(1));

process.once("message", async ({ databaseSocket, webPorts }: Start) => {
  let clients = 0;
  const database = await listen((client) => {
    client.on("error", () => {});
    const server = connect(databaseSocket);
    server.on("error", () => client.destroy());
    join(lines.database, client, server);
  });
  const front = await listen(async (client) => {
    client.on("error", () => {});
    client.pause();
    const server = await connectToWeb(webPorts, clients++);
    if (!server) return void client.destroy();
    join(lines.front, client, server);
    client.resume();
  });
  process.on("message", ({ line, state }: Change) => setState(lines[line], state));
  process.send?.({ database, front });
});
