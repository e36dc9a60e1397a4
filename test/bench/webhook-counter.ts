import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Arrival = {
  /** The address of the subscriber, and the `webhook-id`. */
  subscriber: string;
  id: string;
  personId: string;
  /** Which of the person's events it is, in the order in which they were written. */
  version: number;
  latencyMs: number;
  at: number;
};

/** A receiver of webhooks that notes when each event arrived. Prints its address. */
let arrivals: Arrival[] = [];

const server = createServer((request, response) => {
  if (request.url === "/count") {
    response.end(String(arrivals.length));
    return;
  }
  if (request.url === "/take") {
    response.end(JSON.stringify(arrivals));
    arrivals = [];
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const at = Date.now();
    const { timestamp, data } = JSON.parse(Buffer.concat(chunks).toString()) as {
      timestamp: string;
      data: Pick<Arrival, "personId" | "version">;
    };
    arrivals.push({
      subscriber: request.url ?? "",
      id: String(request.headers["webhook-id"]),
      personId: data.personId,
      version: data.version,
      latencyMs: at - Date.parse(timestamp),
      at,
    });
    response.writeHead(204).end();
  });
});
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
