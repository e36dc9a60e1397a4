import { describe, expect, test } from "vitest";
import { facebook } from "./facebook.ts";
import { maps } from "./maps.ts";
import { n8n } from "./n8n.ts";
import { resolveConnection } from "./resolve-connection.ts";
import { zoho } from "./zoho.ts";

const stored = { settings: { baseUrl: "https://one.example" }, secrets: ["apiKey"] };

describe("resolveConnection", () => {
  test("uses the simulator when there is no secret, if simulators run", () => {
    expect(resolveConnection(n8n, undefined, {}, true)).toMatchObject({
      ok: true,
      mode: "sandbox",
      storedSecrets: [],
    });
    expect(resolveConnection(n8n, undefined, {}, false)).toEqual({ ok: false, code: "not_configured" });
    expect(resolveConnection(n8n, { settings: stored.settings, secrets: [] }, {}, true)).toMatchObject({
      mode: "sandbox",
      settings: { baseUrl: "https://one.example" },
    });
  });

  test("uses the real vendor when a secret is stored", () => {
    expect(resolveConnection(n8n, stored, {}, true)).toEqual({
      ok: true,
      mode: "live",
      settings: { baseUrl: "https://one.example" },
      storedSecrets: ["apiKey"],
    });
  });

  test("uses a submitted secret instead of the stored one, at any destination", () => {
    expect(resolveConnection(n8n, stored, { baseUrl: "https://two.example", apiKey: "typed" }, true)).toEqual(
      {
        ok: true,
        mode: "live",
        settings: { baseUrl: "https://two.example", apiKey: "typed" },
        storedSecrets: [],
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
  ] as const)("never uses a stored secret for %s", (_name, connector, existing, submitted) => {
    expect(resolveConnection(connector, existing, submitted, true)).toMatchObject({
      ok: false,
      code: "secret_required",
    });
  });

  test("reports a missing required secret but not a missing optional one", () => {
    expect(resolveConnection(zoho, undefined, { clientId: "c", refreshToken: "t" }, true)).toEqual({
      ok: false,
      code: "incomplete",
      fields: ["clientSecret"],
    });
    expect(resolveConnection(facebook, undefined, { accessToken: "t" }, true)).toMatchObject({
      mode: "live",
    });
  });

  test("validates submitted values", () => {
    expect(resolveConnection(n8n, undefined, { apiKey: "k", baseUrl: "nowhere" }, true)).toMatchObject({
      code: "invalid",
    });
    expect(resolveConnection(n8n, undefined, { apiKey: "k" }, true)).toMatchObject({ code: "invalid" });
  });
});
