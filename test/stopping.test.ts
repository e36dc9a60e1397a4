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
  expect(await answer).toMatch(/^HTTP\/1\.1 401[\s\S]+\r\nconnection: close\r\n/i);
  await stopping;
});

test("while it drains, /readyz fails, requests go on and every answer asks to close its connection", async () => {
  const faro = await startTestFaro();
  await faro.pool.query(
    "INSERT INTO endpoints (name, type, hook_token) VALUES ('a', 'webhook', 'draining-token')",
  );
  const { send } = faro.visitor();
  const before = await send("GET", "/readyz");
  expect([before.status, before.headers.get("connection")]).toEqual([200, "keep-alive"]);
  const drained = faro.drain(10);
  const ready = await send("GET", "/readyz");
  expect(ready).toMatchObject({ status: 503, body: { code: "stopping" } });
  expect(ready.headers.get("retry-after")).toBe("5");
  const accepted = await send("POST", "/hooks/draining-token", { email: "ana@example.com" });
  expect([accepted.status, accepted.headers.get("connection")]).toEqual([202, "close"]);
  const alive = await send("GET", "/healthz");
  expect([alive.status, alive.headers.get("connection")]).toEqual([200, "close"]);
  await drained;
  await faro.stop();
});

test("a request that arrives over a kept connection during the stop is answered", async () => {
  const faro = await startTestFaro();
  const [busy, kept] = await Promise.all([open(faro.url), open(faro.url)]);
  busy.write(
    "POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{",
  );
  // Both heads have been read once the second one's first answer is here.
  kept.write("GET /healthz HTTP/1.1\r\nhost: a\r\n\r\nGET /healthz HTTP/1.1\r\nhost: a\r\n");
  await new Promise((resolve) => kept.once("data", resolve));
  const stopping = faro.stop();
  const answers = text(kept);
  kept.write("\r\n");
  expect(await answers).toMatch(/^HTTP\/1\.1 200/);
  busy.write("}");
  await stopping;
});
