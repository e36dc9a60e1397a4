import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A receiver of webhooks that notes when each event arrived. Prints its address. */
const arrivals: { id: string; latencyMs: number; at: number }[] = [];

const server = createServer((request, response) => {
  if (request.url === "/arrivals") {
    response.end(JSON.stringify(arrivals));
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const at = Date.now();
    const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
    const id = `${request.url} ${request.headers["webhook-id"]}`;
    arrivals.push({ id, latencyMs: at - Date.parse(timestamp), at });
    response.writeHead(204).end();
  });
});
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
