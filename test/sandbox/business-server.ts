import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedRequest = {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  raw: string;
  form: Record<string, string>;
};

/** The server of a business: records the callbacks of vendors and responds to them. */
export const startBusinessServer = async () => {
  const requests: ReceivedRequest[] = [];
  let responder: (request: ReceivedRequest) => { status?: number; body?: string } = () => ({});
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString("utf8");
    const received: ReceivedRequest = {
      method: request.method ?? "",
      url: `http://${request.headers.host}${request.url}`,
      headers: request.headers,
      raw,
      form: Object.fromEntries(new URLSearchParams(raw)),
    };
    requests.push(received);
    const { status = 200, body = "" } = responder(received);
    response.writeHead(status, { "content-type": "text/xml" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respond: (next: typeof responder) => {
      responder = next;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};
