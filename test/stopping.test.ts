import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startTestFaro } from "./faro.ts";

const open = (url: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on("error", reject);
  });

test("a stop waits for requests under way, and not for connections that never had one", async () => {
  const faro = await startTestFaro();
  const [busy, unused] = await Promise.all([open(faro.url), open(faro.url)]);
  const answer = text(busy);
  const body = JSON.stringify({ email: "ana@example.com", password: "wrong" });
  const head = [
    "POST /api/auth/login HTTP/1.1",
    "host: localhost",
    "content-type: application/json",
    `content-length: ${body.length}`,
  ];
  busy.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 10)}`);
  // The server has read the head of the request once it answers another one.
  await fetch(`${faro.url}/healthz`);
  const unusedEnds = new Promise((resolve) => unused.once("close", resolve));
  unused.resume();
  const stopping = faro.stop();
  await unusedEnds;
  expect(busy.closed).toBe(false);
  busy.write(body.slice(10));
  expect(await answer).toMatch(/^HTTP\/1\.1 (401|503)/);
  await stopping;
});
