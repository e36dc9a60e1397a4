import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedWebhook = {
  path: string;
  id: string;
  headers: IncomingHttpHeaders;
  /** The raw body. */
  text: string;
  body: { id: string; type: string; timestamp: string; data: Record<string, any>; test?: boolean };
  /** The status that it was answered with. */
  status: number;
};

/** What a receiver answers; `hang` keeps the request open, `reset` breaks the connection. */
export type ReceiverAnswer = {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  hang?: boolean;
  reset?: boolean;
};

/** A receiver of webhooks on loopback. Each path answers as `answer` says for it, 204 otherwise. */
export const startReceiver = async () => {
  const received: ReceivedWebhook[] = [];
  const answers = new Map<string, (request: ReceivedWebhook) => ReceiverAnswer>();
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const path = request.url ?? "";
      const one = {
        path,
        id: String(request.headers["webhook-id"]),
        headers: request.headers,
        text,
        body: JSON.parse(text) as ReceivedWebhook["body"],
        status: 204,
      };
      const { status = 204, headers = {}, body = "", hang, reset } = answers.get(path)?.(one) ?? {};
      received.push({ ...one, status });
      if (hang) open.add(response);
      else if (reset) request.socket.destroy();
      else response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    answer: (path: string, answer: (request: ReceivedWebhook) => ReceiverAnswer) =>
      void answers.set(path, answer),
    at: (path: string) => received.filter((one) => one.path === path),
    accepted: (path: string) => received.filter((one) => one.path === path && one.status < 300),
    stop: () => {
      for (const response of open) response.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
