import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestFaro, type TestFaro } from "./faro.ts";

let faro: TestFaro;
beforeAll(async () => {
  faro = await startTestFaro({ FARO_METRICS_TOKEN: "a token of sufficient length", FARO_SMTP_PORT: "0" });
});
afterAll(() => faro.stop());

/** Sends the path unchanged, which fetch would normalise. */
const statusOf = (method: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(`${faro.url}`, { method, path }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });

describe("the address of an endpoint", () => {
  test("is hidden from a viewer when it is the only secret", async () => {
    const operator = await faro.signedIn("operator");
    const viewer = await faro.signedIn("viewer");
    const open = await operator.send("POST", "/api/endpoints", { name: "Open form" });
    const mail = await operator.send("POST", "/api/endpoints", { name: "Portal mail", type: "email" });
    const keyed = await operator.send("POST", "/api/endpoints", {
      name: "With a password",
      authMethod: "basic",
      settings: { username: "sender" },
      endpointUrl: "https://sender.example",
      apiKey: "key",
      secretKey: "secret",
    });
    expect(open.body.webhookUrl).toContain("/hooks/");
    expect(mail.body.mailAddress).toContain("@");
    expect(keyed.status).toBe(200);
    const seen = (await viewer.send("GET", "/api/endpoints")).body;
    const find = (id: string) => seen.find((endpoint: { id: string }) => endpoint.id === id);
    expect(find(open.body.id).webhookUrl).toBeNull();
    expect(find(mail.body.id).mailAddress).toBeNull();
    expect(find(keyed.body.id).webhookUrl).toBe(keyed.body.webhookUrl);
    const token = open.body.webhookUrl.split("/").at(-1);
    for (const path of [`/api/endpoints/${open.body.id}`, "/api/endpoints", "/api/audit-logs"]) {
      const { status, body } = await viewer.send("GET", path);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(token);
    }
    const forOperator = await operator.send("GET", `/api/endpoints/${open.body.id}`);
    expect(forOperator.body.webhookUrl).toBe(open.body.webhookUrl);
  });
});

describe("a NUL in a URL", () => {
  test.each([
    ["GET", "/hooks/%00", 404],
    ["POST", "/hooks/%00", 404],
    ["POST", "/hooks/abc%00def", 404],
    ["GET", "/hooks/abc?hub.mode=subscribe&hub.verify_token=%00", 400],
    ["GET", "/hooks/unsubscribe/%00", 404],
    ["POST", "/hooks/unsubscribe/%00", 404],
    ["GET", "/hooks/vendors/%00", 404],
    ["POST", "/hooks/vendors/twilio?action=%00", 400],
    ["GET", "/assets/%00", 404],
    ["GET", "/people/%00", 404],
    ["GET", "/sandbox/%00", 404],
    ["GET", "/api/people/%00", 404],
    ["GET", "/api/people?search=%00", 400],
    ["GET", "/api/%00", 404],
    ["GET", "/%ff", 404],
  ])("%s %s is answered with %i", async (method, path, status) => {
    expect(await statusOf(method, path)).toBe(status);
  });

  test("is rejected for a signed-in user as well", async () => {
    const admin = await faro.signedIn("admin");
    for (const path of ["/api/people?search=%00", "/api/audit-logs?search=%00", "/api/actions?status=%00"])
      expect((await admin.send("GET", path)).status).toBe(400);
  });
});

describe("/metrics", () => {
  test.each([
    ["Bearer a token of sufficient length", 200],
    ["Bearer a token of sufficient lengtH", 404],
    ["Bearer a token", 404],
    ["", 404],
  ])("behind a proxy, %j gets %i", async (authorization, status) => {
    const headers = { "x-forwarded-for": "203.0.113.4", ...(authorization ? { authorization } : {}) };
    expect((await faro.visitor().send("GET", "/metrics", undefined, headers)).status).toBe(status);
  });
});

describe("a request target that is no address", () => {
  /** The first line of the answer to a request that no client library would send. */
  const answerTo = (target: string, headers: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port, host } = new URL(faro.url);
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\n${headers}\r\n`),
      );
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
        if (!text.includes("\r\n")) return;
        socket.destroy();
        resolve(text.split("\r\n")[0] ?? "");
      });
      socket.on("error", reject);
    });

  const targets = ["//", "http://[", "http://", "///", "http://[::1", "//[", "*", "?"];
  test.each(targets)("GET %s with an upgrade is refused", async (target) => {
    const upgrade = "connection: upgrade\r\nupgrade: websocket\r\n";
    expect(await answerTo(target, upgrade)).toMatch(/^HTTP\/1\.1 40[04] /);
  });

  test.each(targets)("GET %s is answered without an error of the server", async (target) => {
    expect(await answerTo(target, "connection: close\r\n")).toMatch(/^HTTP\/1\.1 (200|[34]\d\d) /);
  });
});
