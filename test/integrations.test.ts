import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSecrets } from "#server/store/connections/connections.ts";
import { addKeyToFile, openKeyring } from "#server/vault/keyring.ts";
import { rewrapSecrets } from "#server/vault/rotate.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

const twilioAccount = "AC00000000000000000000000000000077";
let faro: TestFaro;
let admin: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
});
afterAll(() => faro.stop());

const canary = "n8n-canary-5f2c9e1b7a";
const save = (body: object) => admin.send("POST", "/api/integrations/n8n", body);
const opened = async () =>
  openSecrets(drizzle(faro.pool) as never, await openKeyring(faro.config.dataDir, undefined), "n8n");

describe("a connection", () => {
  test("offers its form with the secret fields marked", async () => {
    const { body } = await admin.send("GET", "/api/connectors");
    const n8n = body.find((one: { id: string }) => one.id === "n8n");
    expect(n8n.form.properties.apiKey).toMatchObject({ type: "string", writeOnly: true, title: "API Key" });
    expect(n8n.form.properties.baseUrl).toMatchObject({ type: "string", format: "uri" });
    expect(n8n.form.required).toEqual(["baseUrl"]);
  });

  test("uses the sandbox without a secret, and is live with one", async () => {
    expect((await save({ baseUrl: "https://one.example" })).body.mode).toBe("sandbox");
    const saved = await save({ baseUrl: "https://one.example", apiKey: canary });
    expect(saved.body).toMatchObject({ mode: "live", settings: { apiKey: "••••••••1b7a" } });
    expect(await opened()).toEqual({ apiKey: canary });
  });

  test("saved concurrently for the first time holds the values of one save, not a mixture", async () => {
    const saves = Array.from({ length: 6 }, (_, at) =>
      admin.send("POST", "/api/integrations/airtable", {
        personalAccessToken: `key-of-number-${at}-0000`,
        baseId: `base${at}`,
      }),
    );
    const answers = await Promise.all(saves);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { rows } = await faro.pool.query(
      "SELECT c.settings->>'baseId' AS base, k.id FROM connections c JOIN api_keys k USING (service) WHERE service = 'airtable'",
    );
    expect(rows).toHaveLength(1);
    const key = (
      await openSecrets(
        drizzle(faro.pool) as never,
        await openKeyring(faro.config.dataDir, undefined),
        "airtable",
      )
    ).personalAccessToken;
    expect(key).toBe(`key-of-number-${rows[0].base.slice(4)}-0000`);
  });

  test("keeps its secret when the form contains the mask or omits the field", async () => {
    await save({ baseUrl: "https://one.example", apiKey: "••••••••1b7a" });
    await save({ baseUrl: "https://one.example", apiKey: "" });
    await save({ baseUrl: "https://one.example" });
    expect(await opened()).toEqual({ apiKey: canary });
  });

  test("requires the secret again when its address changes", async () => {
    const moved = await save({ baseUrl: "https://two.example" });
    expect(moved).toMatchObject({
      status: 422,
      body: { code: "secret_required", issues: [{ path: "apiKey" }] },
    });
    const { body } = await admin.send("GET", "/api/integrations");
    expect(body.n8n.baseUrl).toBe("https://one.example");
    expect(moved.body.issues[0].message).toBe(
      "Enter it again: with this change it would be sent to two.example instead of one.example",
    );
    expect((await save({ baseUrl: "https://two.example", apiKey: canary })).status).toBe(200);
    const { rows } = await faro.pool.query(
      "SELECT metadata FROM audit_logs WHERE entity_id = 'n8n' ORDER BY seq DESC LIMIT 1",
    );
    expect(rows[0].metadata).toMatchObject({
      destination: { before: "one.example", after: "two.example" },
    });
  });

  test("never exposes its secret in a response, the audit log, a table or a job", async () => {
    const viewer = await faro.signedIn("viewer");
    for (const path of ["/api/integrations", "/api/connectors", "/api/openapi.json"]) {
      expect(JSON.stringify((await viewer.send("GET", path)).body)).not.toContain(canary);
    }
    const { rows } = await faro.pool.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')",
    );
    for (const { name } of rows) {
      const found = await faro.pool.query(`SELECT 1 FROM ${name} t WHERE t::text LIKE '%' || $1 || '%'`, [
        canary,
      ]);
      expect(found.rowCount, name).toBe(0);
    }
  });

  test("survives a rotation of the master key while the product runs", async () => {
    const keyring = await openKeyring(faro.config.dataDir, undefined);
    const sealed = async (): Promise<string[]> =>
      (await faro.pool.query("SELECT key_value AS sealed FROM api_keys ORDER BY id")).rows.map(
        (row) => row.sealed,
      );
    const before = await sealed();
    await addKeyToFile(faro.config.dataDir, keyring);
    expect(await rewrapSecrets(faro.pool, keyring)).toBe(before.length);
    const after = await sealed();
    expect(after.filter((one) => before.includes(one))).toEqual([]);
    expect(await opened()).toEqual({ apiKey: canary });
    await save({ baseUrl: "https://two.example", apiKey: `${canary}2` });
    for (const one of await sealed()) expect(one).toContain(`.${keyring.current().id}.`);
    expect((await readFile(join(faro.config.dataDir, "secret.key"), "utf8")).trim().split("\n")).toHaveLength(
      2,
    );
  });

  test("rejects an unknown service and an invalid address", async () => {
    expect((await admin.send("POST", "/api/integrations/nope", {})).status).toBe(404);
    expect((await save({ baseUrl: "javascript:alert(1)", apiKey: "x" })).status).toBe(400);
    expect((await save({ baseUrl: "https://x.example", extra: "1" })).status).toBe(400);
  });
});

describe("the connections of each tab", () => {
  let own: SandboxFaro;
  beforeAll(async () => {
    own = await startSandboxFaro();
  });
  afterAll(() => own.stop());

  test("Integrations offers twenty services, n8n last", async () => {
    const { body } = await own.send("GET", "/api/connectors");
    const isElsewhere = ({ group }: { group: string }) => ["messaging", "maps"].includes(group);
    const ids = body
      .filter((one: { group: string }) => !isElsewhere(one))
      .map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(20);
    expect(ids.at(-1)).toBe("n8n");
    expect(body.filter(isElsewhere).map(({ id }: { id: string }) => id)).toEqual([
      "twilio",
      "whatsapp",
      "maps",
      "smtp",
    ]);
    expect(body.map(({ id }: { id: string }) => id)).not.toContain("openai");
  });

  test("only settings beyond the specification are marked as advanced", async () => {
    const { body } = await own.send("GET", "/api/connectors");
    const advanced = (service: string) => {
      const { form } = body.find(({ id }: { id: string }) => id === service);
      return Object.keys(form.properties).filter((field) => form.properties[field].advanced);
    };
    expect(advanced("twilio")).toEqual(["messagesPerSecond", "callsPerSecond"]);
    expect(advanced("whatsapp")).toEqual([
      "businessAccountId",
      "appSecret",
      "verifyToken",
      "messagesPerSecond",
    ]);
    expect(advanced("smtp")).toEqual(["caCertificate", "messagesPerSecond"]);
  });

  test("a mail server is validated, saved and tested at the simulator, and sends from the saved address", async () => {
    const server = {
      host: "Mail.Example.com",
      port: 2525,
      secure: false,
      fromAddress: "tienda@company.example",
      postalAddress: "Calle Luna 1, San Juan, PR 00901",
      messagesPerSecond: 5,
    };
    const wrong = { ...server, port: 70_000, fromAddress: "tienda", messagesPerSecond: 0 };
    const refused = await own.send("POST", "/api/api-keys/smtp", wrong, { "accept-language": "es" });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        issues: [
          { path: "port", message: "Ingrese 65535 o menos" },
          { path: "fromAddress", message: "Ingrese un correo electrónico válido" },
          { path: "messagesPerSecond", message: "Ingrese 0.1 o más" },
        ],
      },
    });
    expect(await own.send("POST", "/api/api-keys/smtp", server)).toMatchObject({
      status: 200,
      body: { mode: "sandbox", settings: server },
    });
    expect(await own.send("POST", "/api/test-connection/smtp", {})).toMatchObject({
      body: { success: true, mode: "sandbox" },
    });
    await allowHolidaySends(own.send);
    const { phone, timezone } = findContactableNumbers(Date.now());
    const eva = await own.send("POST", "/api/people", {
      firstName: "Eva",
      phone: phone(1),
      timezone,
      email: "eva@example.com",
      consents: { email: true },
    });
    await own.send("POST", `/api/people/${eva.body.id}/messages`, {
      channel: "email",
      subject: "Hola",
      text: "Noticias",
      purpose: "marketing",
    });
    await expect
      .poll(() => own.arrived("smtp"), { timeout: 180_000 })
      .toMatchObject([{ path: "eva@example.com" }]);
    expect(JSON.stringify(await own.arrived("smtp"))).toContain(server.fromAddress);
    const saved = await own.send("POST", "/api/api-keys/smtp", { ...server, password: "smtp-canary-31fe" });
    expect(saved.body).toMatchObject({ mode: "live", settings: { password: "••••••••31fe" } });
  });

  test("the number of an account is saved in the sandbox without the account's id", async () => {
    const saved = await own.send("POST", "/api/api-keys/twilio", { fromNumber: "+17875550111" });
    expect(saved).toMatchObject({ status: 200, body: { mode: "sandbox" } });
    expect(saved.body.settings).toEqual({ fromNumber: "+17875550111" });
    expect((await own.send("POST", "/api/test-connection/twilio", {})).body).toMatchObject({
      success: true,
      mode: "sandbox",
    });
    const invalid = await own.send("POST", "/api/api-keys/twilio", { fromNumber: "no number" });
    expect(invalid).toMatchObject({ status: 400, body: { issues: [{ path: "fromNumber" }] } });
    // A relay without a password is live, so that nothing stands in for its fields.
    const relay = await own.send("POST", "/api/api-keys/smtp", {
      host: "mx.example.com",
      authentication: "none",
    });
    expect(relay).toMatchObject({ status: 400, body: { issues: [{ path: "fromAddress" }, {}] } });
    const live = await own.send("POST", "/api/api-keys/twilio", { authToken: "a", fromNumber: "" });
    expect(live).toMatchObject({ status: 400, body: { issues: [{ path: "accountSid" }] } });
  });

  test("messaging and maps are saved as API keys, and only there", async () => {
    const given = { accountSid: twilioAccount, authToken: "twilio-canary-77aa", fromNumber: "+17875550100" };
    expect((await own.send("POST", "/api/integrations/twilio", given)).status).toBe(404);
    const saved = await own.send("POST", "/api/api-keys/twilio", given);
    expect(saved).toMatchObject({
      status: 200,
      body: {
        mode: "live",
        settings: { accountSid: twilioAccount, authToken: "••••••••77aa", fromNumber: "+17875550100" },
      },
    });
    expect((await own.send("POST", "/api/api-keys/maps", { provider: "osm" })).body).toMatchObject({
      settings: { provider: "osm" },
    });
    const whatsapp = {
      apiKey: "wa-canary-12345",
      businessNumber: "106",
      baseUrl: "https://graph.facebook.com/v23.0",
    };
    expect((await own.send("POST", "/api/api-keys/whatsapp", whatsapp)).status).toBe(200);
    expect((await own.send("POST", "/api/api-keys/n8n", {})).status).toBe(404);
    const { body } = await own.send("GET", "/api/api-keys");
    expect(body.map(({ service }: { service: string }) => service).sort()).toEqual([
      "maps",
      "smtp",
      "twilio",
      "whatsapp",
    ]);
    expect(JSON.stringify(body)).not.toContain("canary");
    expect(Object.keys((await own.send("GET", "/api/integrations")).body)).toEqual([]);
  });

  test("general settings have their own route", async () => {
    const general = { timezone: "Asia/Tokyo", locale: "en-US", dataRetention: 90, sessionTimeout: 30 };
    expect((await own.send("POST", "/api/api-keys/general", general)).body).toEqual({
      ...general,
      defaultCountry: "US",
      minimisesText: true,
      optInSmsPerDay: 200,
      businessOpens: 9,
      businessCloses: 17,
      businessLastDay: 5,
      secondUserAbove: 0,
    });
  });

  test("a character that cannot be stored is rejected as input", async () => {
    const body = { personalAccessToken: "x", table: "a\u0000b" };
    expect((await own.send("POST", "/api/integrations/airtable", body)).status).toBe(400);
  });
});

describe("testing a connection", () => {
  let own: SandboxFaro;
  beforeAll(async () => {
    own = await startSandboxFaro();
  });
  afterAll(() => own.stop());
  const check = (service: string, body: object, headers = {}) =>
    own.send("POST", `/api/test-connection/${service}`, body, headers);

  test("without a secret uses the sandbox and says so", async () => {
    for (const service of ["elevenlabs", "hubspot", "google-sheets", "slack", "twilio", "whatsapp", "maps"]) {
      const { status, body } = await check(service, {});
      expect({ service, status, body }).toMatchObject({
        status: 200,
        body: { success: true, mode: "sandbox" },
      });
    }
    expect((await check("n8n", { baseUrl: "https://n8n.example.com" })).body.mode).toBe("sandbox");
  });

  test("with a secret from the form is live and returns the vendor's message", async () => {
    expect((await check("hubspot", { accessToken: "pat-good" })).body).toMatchObject({
      success: true,
      mode: "live",
      message: "Portal 4455010",
    });
    expect((await check("elevenlabs", { apiKey: "bad" })).body).toMatchObject({
      success: false,
      mode: "live",
      message: "Invalid API key",
    });
    expect((await check("maps", { provider: "google", apiKey: "bad" })).body.message).toBe(
      "The provided API key is invalid.",
    );
  });

  test("translates the product's own messages", async () => {
    const { body } = await check("elevenlabs", { apiKey: "html" }, { "accept-language": "es" });
    expect(body.message).toBe("ElevenLabs respondió con una página web en lugar de datos (estado 502)");
  });

  test("uses the stored settings when the form holds nothing new", async () => {
    await own.send("POST", "/api/integrations/n8n", {
      baseUrl: "https://n8n.example.com",
      apiKey: "stored-bad-canary-90af",
    });
    for (const body of [{}, { baseUrl: "https://n8n.example.com", apiKey: "••••••••90af" }]) {
      expect((await check("n8n", body)).body).toMatchObject({
        success: false,
        mode: "live",
        message: "unauthorized",
      });
    }
  });

  test("never sends a stored secret to another address", async () => {
    const before = (await own.arrived("n8n")).length;
    for (const baseUrl of [
      "https://evil.example",
      "https://n8n.example.com.evil.example",
      "http://n8n.example.com",
    ]) {
      expect(await check("n8n", { baseUrl })).toMatchObject({
        status: 422,
        body: { code: "secret_required", issues: [{ path: "apiKey" }] },
      });
    }
    expect(await own.arrived("n8n")).toHaveLength(before);
    expect((await check("n8n", { baseUrl: "https://other.example", apiKey: "typed" })).body.success).toBe(
      true,
    );
  });

  test("records every request in the usage log, without secrets", async () => {
    await own.pool.query("DELETE FROM usage");
    await check("hubspot", { accessToken: "pat-canary-5f2c9e1b" });
    await check("hubspot", { accessToken: "pat-bad-canary-5f2c9e1b" });
    const { rows } = await own.pool.query(
      "SELECT service, kind, ok, cost::float FROM usage ORDER BY created_at, ok DESC",
    );
    expect(rows).toEqual([
      { service: "hubspot", kind: "test", ok: true, cost: 0 },
      { service: "hubspot", kind: "test", ok: true, cost: 0 },
      { service: "hubspot", kind: "test", ok: false, cost: 0 },
    ]);
    const { rowCount } = await own.pool.query("SELECT 1 FROM audit_logs a WHERE a::text LIKE '%5f2c9e1b%'");
    expect(rowCount).toBe(0);
  });

  test("rejects unknown services and incomplete settings", async () => {
    expect((await check("nope", {})).status).toBe(404);
    expect((await check("openai", { apiKey: "k" })).status).toBe(404);
    expect(await check("zoho", { clientId: "c", refreshToken: "t" })).toMatchObject({
      status: 400,
      body: { code: "invalid", issues: [{ path: "clientSecret" }] },
    });
    expect((await check("slack", { webhookUrl: "https://evil.example/services/x" })).status).toBe(400);
    expect((await check("mailchimp", { apiKey: "key-evil.example/" })).status).toBe(400);
  });

  test("the sandbox's messaging account owns two numbers", async () => {
    const { body } = await own.send("GET", "/api/messaging/numbers");
    expect(body).toHaveLength(2);
    expect(body[0]).toEqual({ phoneNumber: "+17875550100", label: "(787) 555-0100" });
    await own.send("POST", "/api/api-keys/twilio", { accountSid: twilioAccount, authToken: "bad" });
    expect(await own.send("GET", "/api/messaging/numbers")).toMatchObject({
      status: 502,
      body: { code: "vendor_failed", message: "Authenticate" },
    });
  });
});

describe("without a sandbox", () => {
  test("a service without a secret is not configured", async () => {
    const tested = await admin.send("POST", "/api/test-connection/hubspot", {});
    expect(tested).toMatchObject({ status: 422, body: { code: "not_configured" } });
    expect((await admin.send("GET", "/api/messaging/numbers")).body).toEqual([]);
    const { body } = await admin.send("GET", "/api/ai-providers");
    expect(body.map(({ mode }: { mode: string }) => mode)).toEqual([
      "off",
      "off",
      "off",
      "off",
      "off",
      "off",
    ]);
  });

  test("a private address is not reached", async () => {
    for (const baseUrl of [
      "http://127.0.0.1:1",
      "http://169.254.169.254",
      "http://[::ffff:10.0.0.1]",
      "http://0x7f.1",
    ]) {
      const { body } = await admin.send("POST", "/api/test-connection/n8n", { baseUrl, apiKey: "k" });
      expect(body).toMatchObject({
        success: false,
        mode: "live",
        message: expect.stringMatching(/not allowed/),
      });
    }
  });
});
