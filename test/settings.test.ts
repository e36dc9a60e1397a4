import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultGeneralSettings } from "#domain/general-settings.ts";
import { defaultVoiceConfig } from "#domain/voice/voice-config.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let admin: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
});
afterAll(() => faro.stop());

describe("a save that names some fields", () => {
  test.each([
    [
      "general settings",
      { read: "/api/settings/general", method: "POST", save: "/api/api-keys/general" },
      defaultGeneralSettings,
      [{ dataRetention: 365 }, { locale: "es-ES" }, {}],
      { dataRetention: 365, locale: "es-ES" },
    ],
    [
      "the voice configuration",
      { read: "/api/voice/config", method: "PUT", save: "/api/voice/config" },
      defaultVoiceConfig,
      [{ maxCallMinutes: 5 }, { instructions: "Be brief" }, {}],
      { maxCallMinutes: 5, instructions: "Be brief" },
    ],
  ])("changes only those of %s", async (_name, { read, method, save }, defaults, changes, changed) => {
    for (const change of changes) expect((await admin.send(method, save, change)).status).toBe(200);
    expect((await admin.send("GET", read)).body).toEqual({ ...defaults, ...changed });
  });

  test("keeps two fields that are saved at the same time", async () => {
    await Promise.all([
      admin.send("POST", "/api/api-keys/general", { timezone: "Asia/Tokyo" }),
      admin.send("POST", "/api/api-keys/general", { sessionTimeout: 240 }),
    ]);
    expect((await admin.send("GET", "/api/settings/general")).body).toMatchObject({
      timezone: "Asia/Tokyo",
      sessionTimeout: 240,
    });
  });
});

describe("the shapes of the specification", () => {
  test("the audit log is a list, and a header leads to the next page", async () => {
    const first = await admin.send("GET", "/api/audit-logs?limit=1");
    expect(first.body).toEqual([expect.objectContaining({ description: expect.any(String) })]);
    const next = await admin.send(
      "GET",
      `/api/audit-logs?limit=1&before=${first.headers.get("x-next-cursor")}`,
    );
    expect(next.body[0].seq).toBe(first.body[0].seq - 1);
    const all = await admin.send("GET", "/api/audit-logs?limit=200");
    expect(all.headers.get("x-next-cursor")).toBeNull();
  });

  test("integrations are keyed by service, each with its configuration", async () => {
    await admin.send("POST", "/api/integrations/n8n", {
      baseUrl: "https://n8n.example",
      apiKey: "key-1234567890",
    });
    expect((await admin.send("GET", "/api/integrations")).body).toEqual({
      n8n: { baseUrl: "https://n8n.example", apiKey: expect.stringContaining("7890") },
    });
  });

  test("holidays come under their name", async () => {
    const query = "countryIsoCode=PR&languageIsoCode=ES&validFrom=2026-01-01&validTo=2026-12-31";
    const { body } = await admin.send("GET", `/api/holidays?${query}`);
    expect(Object.keys(body)).toEqual(["holidays"]);
    expect(Object.keys(body.holidays[0]).sort()).toEqual(
      ["categories", "endDate", "id", "name", "nationwide", "startDate", "subdivisions", "type"].sort(),
    );
  });
});
