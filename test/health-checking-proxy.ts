import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

type Backend = { port: number; isUp: boolean; agent: Agent };

export type HealthCheckingProxy = {
  url: string;
  /** Whether the process on this port gets requests. */
  isUp: (port: number) => boolean;
  close: () => Promise<void>;
};

const checkMs = 100;

/**
 * A load balancer as HAProxy is one in front of Faro: asks each process for /readyz, keeps connections to those that
 * answer 200, takes turns with them, and never repeats a request.
 */
export const startHealthCheckingProxy = async (ports: readonly number[]): Promise<HealthCheckingProxy> => {
  const backends: Backend[] = ports.map((port) => ({
    port,
    isUp: false,
    agent: new Agent({ keepAlive: true }),
  }));
  let turn = 0;
  let isClosed = false;

  const check = (backend: Backend): Promise<void> =>
    new Promise((resolve) => {
      const settle = (isUp: boolean): void => {
        backend.isUp = isUp;
        resolve();
      };
      // On a connection of its own, and without a limit: on a busy machine a slow answer is no failure.
      const asked = request({ port: backend.port, host: "127.0.0.1", path: "/readyz", agent: false });
      asked.on("response", (answer) => {
        answer.resume();
        settle(answer.statusCode === 200);
      });
      asked.on("error", () => settle(false));
      asked.end();
    });

  /** One check after the other, so that none overtakes a newer one. */
  const watch = async (backend: Backend): Promise<void> => {
    while (!isClosed) {
      await check(backend);
      await sleep(checkMs);
    }
  };

  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    const up = backends.filter(({ isUp }) => isUp);
    const backend = up[turn++ % up.length];
    if (!backend) return void response.writeHead(503).end("no process is ready");
    const { connection: _connection, ...headers } = incoming.headers;
    const outgoing = request({
      host: "127.0.0.1",
      port: backend.port,
      method: incoming.method,
      path: incoming.url,
      headers,
      agent: backend.agent,
    });
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, { "content-type": answer.headers["content-type"] ?? "" });
      answer.pipe(response);
    });
    outgoing.on("error", (error) => response.writeHead(502).end(error.message));
    incoming.pipe(outgoing);
  };

  const watching = backends.map(watch);
  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isUp: (port) => backends.some((backend) => backend.port === port && backend.isUp),
    close: async () => {
      isClosed = true;
      await Promise.all(watching);
      for (const { agent } of backends) agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
