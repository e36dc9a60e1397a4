import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { startTestFaro } from "./faro.ts";
import { startSandboxFaro } from "./sandbox-faro.ts";

type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: unknown }[];
};

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** A collector of OTLP over HTTP, in JSON. */
const startCollector = async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === "/v1/traces") bodies.push(await readText(request));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const spans = (): ReceivedSpan[] =>
    bodies.flatMap((body) =>
      (
        JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] }
      ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join("\n"),
    namesOf: (cause: string) =>
      spans()
        .filter(({ traceId }) => traceId === cause.replaceAll("-", ""))
        .map(({ name }) => name),
    spansOf: (cause: string) => spans().filter(({ traceId }) => traceId === cause.replaceAll("-", "")),
    close: () => server.close(),
  };
};

const waitLong = { timeout: 120_000 };

test("an event and a request are each one trace, up to the job and the vendor, without personal data", {
  timeout: 400_000,
}, async () => {
  await using resources = new AsyncDisposableStack();
  const collector = await startCollector();
  resources.defer(async () => void collector.close());
  const faro = await startSandboxFaro({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  resources.defer(faro.stop);
  await allowHolidaySends(faro.send);
  const { phone: number, timezone } = findContactableNumbers(Date.now());
  const consents = { sms: true, email: true, call: true };

  const added = await faro.send("POST", "/api/people", {
    firstName: "Marisol",
    email: "marisol@example.com",
    phone: number(1),
    timezone,
    consents,
  });
  const addingId = added.headers.get("x-request-id") ?? "";
  await expect
    .poll(() => collector.namesOf(addingId), waitLong)
    .toEqual(expect.arrayContaining(["POST /api/people", "write", "job find-duplicates"]));

  const said = await faro.send("POST", `/api/people/${added.body.id}/messages`, {
    channel: "sms",
    text: "Buenos días",
    purpose: "marketing",
  });
  const sayingId = said.headers.get("x-request-id") ?? "";
  await expect
    .poll(() => collector.namesOf(sayingId), waitLong)
    .toEqual(expect.arrayContaining(["POST /api/people/:id/messages", "write", "send sms", "POST vendor"]));
  const saying = collector.spansOf(sayingId);
  const ids = new Set(saying.map(({ spanId }) => spanId));
  expect(saying.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name)).toEqual([
    "POST /api/people/:id/messages",
  ]);
  expect(saying.every(({ parentSpanId }) => !parentSpanId || ids.has(parentSpanId))).toBe(true);

  const rule = await faro.send("POST", "/api/rules", {
    name: "Welcome",
    triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "Hola, {{first_name}}" }],
  });
  expect(rule.status).toBeLessThan(300);
  await faro.pool.query("INSERT INTO endpoints (name, type, hook_token) VALUES ('a', 'webhook', $1)", [
    "a-token-for-the-traces",
  ]);
  // Another person, because the first one was written to just now.
  const other = { firstName: "Beatriz", email: "beatriz@example.com", phone: number(2), timezone, consents };
  expect((await faro.send("POST", "/api/people", other)).status).toBeLessThan(300);
  const sent = await faro.send("POST", "/hooks/a-token-for-the-traces", {
    type: "form_submitted",
    email: "beatriz@example.com",
  });
  expect(sent.status).toBe(202);
  await expect
    .poll(() => collector.namesOf(sent.body.id), waitLong)
    .toEqual(
      expect.arrayContaining(["POST /hooks/:token", "record event", "react", "send sms", "POST vendor"]),
    );
  const text = collector.text();
  for (const secret of [
    "Marisol",
    "marisol",
    "eatriz",
    number(1).slice(1),
    number(2).slice(1),
    "a-token-for-the-traces",
    "Buenos",
  ])
    expect(text).not.toContain(secret);
});

test("without a collector no job and no action carries a trace", async () => {
  const faro = await startTestFaro();
  const admin = await faro.signedIn("admin");
  const added = await admin.send("POST", "/api/people", { firstName: "Ana", phone: "+17875550101" });
  expect(added.status).toBeLessThan(300);
  const { rows } = await faro.pool.query(
    "SELECT count(*)::int AS jobs, count(*) FILTER (WHERE data ? 'traceparent')::int AS traced FROM pgboss.job",
  );
  await faro.stop();
  expect(rows[0].jobs).toBeGreaterThan(0);
  expect(rows[0].traced).toBe(0);
});

test("a collector that is away changes no answer and holds no stop up", async () => {
  const faro = await startTestFaro({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  const admin = await faro.signedIn("admin");
  expect((await admin.send("GET", "/api/people")).status).toBe(200);
  await faro.stop();
});
