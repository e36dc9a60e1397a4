import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSecrets } from "#server/store/connections.ts";
import { addKeyToFile, openKeyring } from "#server/vault/keyring.ts";
import { rewrapAll } from "#server/vault/rotate.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

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
  test("offers its form, with the secret marked as such", async () => {
    const { body } = await admin.send("GET", "/api/connectors");
    const n8n = body.find((one: { id: string }) => one.id === "n8n");
    expect(n8n.form.properties.apiKey).toMatchObject({ type: "string", writeOnly: true, title: "API Key" });
    expect(n8n.form.properties.baseUrl).toMatchObject({ type: "string", format: "uri" });
    expect(n8n.form.required).toEqual(["baseUrl"]);
  });

  test("is a sandbox without a secret, and live with one", async () => {
    expect((await save({ baseUrl: "https://one.example" })).body.mode).toBe("sandbox");
    const saved = await save({ baseUrl: "https://one.example", apiKey: canary });
    expect(saved.body).toMatchObject({ mode: "live", settings: { apiKey: "••••••••1b7a" } });
    expect(await opened()).toEqual({ apiKey: canary });
  });

  test("keeps its secret when the form comes back with the mask, or without the field", async () => {
    await save({ baseUrl: "https://one.example", apiKey: "••••••••1b7a" });
    await save({ baseUrl: "https://one.example", apiKey: "" });
    await save({ baseUrl: "https://one.example" });
    expect(await opened()).toEqual({ apiKey: canary });
  });

  test("does not move to another address unless the secret is entered again", async () => {
    const moved = await save({ baseUrl: "https://two.example" });
    expect(moved).toMatchObject({
      status: 422,
      body: { code: "secret_required", issues: [{ path: "apiKey" }] },
    });
    const { body } = await admin.send("GET", "/api/integrations");
    expect(body.n8n.settings.baseUrl).toBe("https://one.example");
    expect((await save({ baseUrl: "https://two.example", apiKey: canary })).status).toBe(200);
  });

  test("never shows its secret: not in any answer, the audit, the tables or a job", async () => {
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
    const before = (await faro.pool.query("SELECT key_value FROM api_keys")).rows[0].key_value;
    await addKeyToFile(faro.config.dataDir, keyring);
    expect(await rewrapAll(faro.pool, keyring)).toBe(1);
    const after = (await faro.pool.query("SELECT key_value FROM api_keys")).rows[0].key_value;
    expect(after).not.toBe(before);
    expect(await opened()).toEqual({ apiKey: canary });
    await save({ baseUrl: "https://two.example", apiKey: `${canary}2` });
    const { rows } = await faro.pool.query("SELECT key_value FROM api_keys");
    expect(rows[0].key_value).toContain(`.${keyring.current().id}.`);
    expect((await readFile(join(faro.config.dataDir, "secret.key"), "utf8")).trim().split("\n")).toHaveLength(
      2,
    );
  });

  test("an unknown service is not found, an address that is none is refused", async () => {
    expect((await admin.send("POST", "/api/integrations/nope", {})).status).toBe(404);
    expect((await save({ baseUrl: "javascript:alert(1)", apiKey: "x" })).status).toBe(400);
    expect((await save({ baseUrl: "https://x.example", extra: "1" })).status).toBe(400);
  });
});
