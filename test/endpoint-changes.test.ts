import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
});
afterAll(() => faro.stop());

const create = async (body: object) => {
  const answer = await operator.send("POST", "/api/endpoints", body);
  expect(answer.status).toBe(200);
  return answer.body;
};
const change = (id: string, body: object, language = "en") =>
  operator.send("PUT", `/api/endpoints/${id}`, body, { "accept-language": language });
const lastAudit = async (id: string) =>
  (
    await faro.pool.query("SELECT metadata FROM audit_logs WHERE entity_id = $1 ORDER BY seq DESC LIMIT 1", [
      id,
    ])
  ).rows[0].metadata;

const pulled = {
  name: "Partner",
  type: "pull_api",
  authMethod: "oauth",
  endpointUrl: "https://api.partner.example/leads",
  secretKey: "client-secret-1234",
  settings: { pull: { tokenUrl: "https://login.partner.example/token", clientId: "faro" } },
};
const mailbox = {
  name: "Leads mailbox",
  type: "email",
  secretKey: "mail-password-1234",
  settings: { mailbox: { host: "imap.partner.example", user: "leads" } },
};
const protectedHook = {
  name: "Website",
  authMethod: "basic",
  secretKey: "hook-password-1234",
  settings: { username: "website" },
};

describe("a stored secret of an endpoint", () => {
  const redirections: [string, object, object, string | null, string][] = [
    [
      "token URL",
      pulled,
      { settings: { pull: { tokenUrl: "https://evil.example/token" } } },
      "login.partner.example, api.partner.example",
      "evil.example",
    ],
    [
      "endpoint URL",
      pulled,
      { endpointUrl: "https://evil.example/leads" },
      "login.partner.example, api.partner.example",
      "evil.example",
    ],
    [
      "mail server",
      mailbox,
      { settings: { mailbox: { host: "imap.evil.example" } } },
      "imap.partner.example:993",
      "imap.evil.example:993",
    ],
    [
      "port of the mail server",
      mailbox,
      { settings: { mailbox: { port: 1430 } } },
      "imap.partner.example:993",
      "imap.partner.example:1430",
    ],
    ["type", protectedHook, { type: "pull_api", endpointUrl: "https://evil.example" }, null, "evil.example"],
    [
      "mode",
      protectedHook,
      { ingestionMode: "pull", endpointUrl: "https://evil.example" },
      null,
      "evil.example",
    ],
    [
      "type to mail",
      protectedHook,
      { type: "email", settings: { mailbox: { host: "imap.evil.example", user: "x" } } },
      null,
      "imap.evil.example:993",
    ],
  ];

  test.each(redirections)(
    "must be entered again when the %s changes",
    async (_, made, edit, before, after) => {
      const endpoint = await create(made);
      const refused = await change(endpoint.id, edit);
      expect(refused).toMatchObject({
        status: 422,
        body: { code: "secret_required", issues: [{ path: "secretKey" }] },
      });
      expect(refused.body.issues[0].message).toContain(`sent to ${after}`);
      expect((await change(endpoint.id, edit, "es")).body.issues[0].message).toContain(
        `se enviaría a ${after}`,
      );
      // The mask that the form received is no secret.
      expect((await change(endpoint.id, { ...edit, secretKey: endpoint.secretKey })).status).toBe(422);
      const unchanged = await operator.send("GET", `/api/endpoints/${endpoint.id}`);
      expect(unchanged.body).toEqual(endpoint);

      expect((await change(endpoint.id, { ...edit, secretKey: "entered-again-5678" })).status).toBe(200);
      expect(await lastAudit(endpoint.id)).toMatchObject({
        secretsSet: ["secretKey"],
        destinations: [{ secret: "secretKey", before, after }],
      });
    },
  );

  test("is kept when its destination stays the same", async () => {
    const endpoint = await create(pulled);
    const answer = await change(endpoint.id, {
      description: "Every hour",
      settings: { pull: { schedule: { by: "interval", minutes: 60 } } },
    });
    expect(answer).toMatchObject({ status: 200, body: { secretKey: endpoint.secretKey } });
    expect(await lastAudit(endpoint.id)).not.toHaveProperty("destinations");
  });
});

describe("a change that names some fields", () => {
  test("changes only these, and leaves a protected endpoint protected", async () => {
    const endpoint = await create({
      ...protectedHook,
      description: "From the form",
      status: "inactive",
      mappingTemplate: { person: { email: "contact.email" }, event: {} },
    });
    const { body } = await change(endpoint.id, { name: "New name" });
    expect(body).toEqual({ ...endpoint, name: "New name", updatedAt: body.updatedAt });
  });

  test("changes single settings and rejects what does not fit together", async () => {
    const endpoint = await create({
      name: "Signed",
      authMethod: "api_key_secret_key",
      endpointUrl: "https://a.example",
      apiKey: "key-1234",
      secretKey: "secret-1234",
      settings: { signature: { preset: "stripe" }, verifyToken: "v" },
    });
    const { body } = await change(endpoint.id, { settings: { signature: { toleranceSeconds: 60 } } });
    expect(body.settings).toEqual({
      ...endpoint.settings,
      signature: { ...endpoint.settings.signature, toleranceSeconds: 60 },
    });
    const unfinished = await change(endpoint.id, { settings: { mailbox: { port: 993 } } });
    expect(unfinished).toMatchObject({ status: 400, body: { code: "invalid" } });
    expect(unfinished.body.issues.map(({ path }: { path: string }) => path)).toContain(
      "settings.mailbox.host",
    );
    expect(await change(endpoint.id, { settings: { signature: { preset: "nope" } } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "settings.signature.preset" }] },
    });
  });

  test("a webhook that becomes a pull loses its address, and a new pull is in pull mode", async () => {
    const endpoint = await create({ name: "Open" });
    const { body } = await change(endpoint.id, { type: "pull_api", endpointUrl: "https://a.example" });
    expect(body).toMatchObject({ webhookUrl: null, ingestionMode: "pull" });
    const path = new URL(endpoint.webhookUrl).pathname;
    expect((await fetch(new URL(path, faro.url), { method: "POST", body: "{}" })).status).toBe(404);
    expect(await create({ name: "API", type: "pull_api" })).toMatchObject({ ingestionMode: "pull" });
  });
});

describe("an expression that could change what other mappings see", () => {
  test.each([
    [
      { mappingTemplate: { person: { email: "$ ~> |a|{'b': 1}|" } } },
      "mappingTemplate.person.email",
      "| … | … |",
    ],
    [{ mappingTemplate: { event: { type: "($sum := 1; a)" } } }, "mappingTemplate.event.type", "$sum"],
    [
      { settings: { deduplication: { by: "expression", expression: "($clone := 1; id)" } } },
      "settings.deduplication.expression",
      "$clone",
    ],
    [{ settings: { pull: { itemPath: "data ~> |$|{}|" } } }, "settings.pull.itemPath", "| … | … |"],
  ])("is rejected when it is saved: %j", async (body, path, construct) => {
    const refused = await operator.send("POST", "/api/endpoints", { name: "New", ...body });
    expect(refused).toMatchObject({ status: 400, body: { code: "invalid", issues: [{ path }] } });
    expect(refused.body.issues[0].message).toContain(construct);
    const endpoint = await create({ name: "Old" });
    expect(await change(endpoint.id, body, "es")).toMatchObject({
      status: 400,
      body: { issues: [{ path }] },
    });
  });

  test("gives the events of an older mapping a reason", async () => {
    const endpoint = await create({ name: "Older", mappingTemplate: { person: { email: "mail" } } });
    await faro.pool.query("UPDATE endpoints SET mapping_template = $2 WHERE id = $1", [
      endpoint.id,
      { person: { email: "$ ~> |mail|{'b': 1}|", phone: "tel" }, event: {} },
    ]);
    const url = new URL(new URL(endpoint.webhookUrl).pathname, faro.url);
    await fetch(url, { method: "POST", body: '{"mail":"a@example.com","tel":"+17875550123"}' });
    const read = async () =>
      (await operator.send("GET", `/api/endpoints/${endpoint.id}/events`)).body.events[0];
    await expect.poll(read, { timeout: 180_000 }).toMatchObject({
      status: "invalid",
      problems: [{ code: "mapping_forbidden", target: "person.email", detail: "| … | … |" }],
    });
  });
});
