import { describe, expect, test } from "vitest";
import { facebook } from "./facebook.ts";
import { maps } from "./maps.ts";
import { n8n } from "./n8n.ts";
import { resolveConnection } from "./resolve-connection.ts";
import { zoho } from "./zoho.ts";

const stored = { settings: { baseUrl: "https://one.example" }, secrets: ["apiKey"] };

describe("which end a request goes to", () => {
  test("without a secret it is the simulator, where there is one", () => {
    expect(resolveConnection(n8n, undefined, {}, true)).toMatchObject({
      ok: true,
      mode: "sandbox",
      open: [],
    });
    expect(resolveConnection(n8n, undefined, {}, false)).toEqual({ ok: false, code: "not_configured" });
    expect(resolveConnection(n8n, { settings: stored.settings, secrets: [] }, {}, true)).toMatchObject({
      mode: "sandbox",
      settings: { baseUrl: "https://one.example" },
    });
  });

  test("with a stored secret it is the real one", () => {
    expect(resolveConnection(n8n, stored, {}, true)).toEqual({
      ok: true,
      mode: "live",
      settings: { baseUrl: "https://one.example" },
      open: ["apiKey"],
    });
  });

  test("a secret from the form is used instead of the stored one, wherever it goes", () => {
    expect(resolveConnection(n8n, stored, { baseUrl: "https://two.example", apiKey: "typed" }, true)).toEqual(
      {
        ok: true,
        mode: "live",
        settings: { baseUrl: "https://two.example", apiKey: "typed" },
        open: [],
      },
    );
  });

  test.each([
    ["another host", n8n, stored, { baseUrl: "https://two.example" }],
    ["another path", n8n, stored, { baseUrl: "https://one.example/x" }],
    [
      "another map service",
      maps,
      { settings: { provider: "google" }, secrets: ["apiKey"] },
      { provider: "mapbox" },
    ],
    [
      "another data centre",
      zoho,
      { settings: { dataCenter: "com", clientId: "c" }, secrets: ["clientSecret", "refreshToken"] },
      { dataCenter: "eu", clientSecret: "typed" },
    ],
  ] as const)("a stored secret never goes to %s", (_name, connector, held, submitted) => {
    expect(resolveConnection(connector, held, submitted, true)).toMatchObject({
      ok: false,
      code: "secret_required",
    });
  });

  test("a secret that the vendor cannot do without is asked for, an optional one is not", () => {
    expect(resolveConnection(zoho, undefined, { clientId: "c", clientSecret: "s" }, true)).toEqual({
      ok: false,
      code: "incomplete",
      fields: ["refreshToken"],
    });
    expect(resolveConnection(facebook, undefined, { accessToken: "t" }, true)).toMatchObject({
      mode: "live",
    });
  });

  test("what the form holds is checked", () => {
    expect(resolveConnection(n8n, undefined, { apiKey: "k", baseUrl: "nowhere" }, true)).toMatchObject({
      code: "invalid",
    });
    expect(resolveConnection(n8n, undefined, { apiKey: "k" }, true)).toMatchObject({ code: "invalid" });
  });
});
