import { describe, expect, test } from "vitest";
import { findMovedSecrets, type SecretUse } from "./secret-destinations.ts";
import { type EndpointSettings, endpointSettings } from "./settings.ts";

const settings = (more: object = {}): EndpointSettings => endpointSettings.parse(more);
const pull: SecretUse = {
  type: "pull_api",
  ingestionMode: "pull",
  authMethod: "api_key",
  endpointUrl: "https://a.example/leads",
  settings: settings(),
};
const webhook: SecretUse = { ...pull, type: "webhook", ingestionMode: "push", endpointUrl: null };
const mailbox = (more: object = {}) => settings({ mailbox: { host: "imap.a.example", user: "u", ...more } });
const mail: SecretUse = { ...webhook, type: "email", authMethod: "none", settings: mailbox() };
const token = (tokenUrl: string) => settings({ pull: { tokenUrl, clientId: "c" } });
const oauth: SecretUse = { ...pull, authMethod: "oauth", settings: token("https://login.a.example/token") };

const cases: [string, SecretUse, Partial<SecretUse>, { name: string; from: string | null; to: string }[]][] =
  [
    ["nothing changed", pull, {}, []],
    [
      "another host of the API",
      pull,
      { endpointUrl: "https://b.example/leads" },
      [{ name: "apiKey", from: "a.example", to: "b.example" }],
    ],
    [
      "another path of the API",
      pull,
      { endpointUrl: "https://a.example/other" },
      [{ name: "apiKey", from: "a.example", to: "a.example" }],
    ],
    [
      "the same host without encryption",
      pull,
      { endpointUrl: "http://a.example/leads" },
      [{ name: "apiKey", from: "a.example", to: "a.example" }],
    ],
    [
      "another token server",
      oauth,
      { settings: token("https://login.b.example/token") },
      [{ name: "secretKey", from: "login.a.example, a.example", to: "login.b.example" }],
    ],
    [
      "another API for the same token",
      oauth,
      { endpointUrl: "https://b.example/leads" },
      [{ name: "secretKey", from: "login.a.example, a.example", to: "b.example" }],
    ],
    [
      "a webhook with a password that becomes a pull",
      { ...webhook, authMethod: "basic" },
      { type: "pull_api", endpointUrl: "https://b.example" },
      [{ name: "secretKey", from: null, to: "b.example" }],
    ],
    [
      "a webhook with a password in pull mode",
      { ...webhook, authMethod: "basic" },
      { ingestionMode: "pull", endpointUrl: "https://b.example" },
      [{ name: "secretKey", from: null, to: "b.example" }],
    ],
    [
      "a webhook that becomes a mailbox",
      webhook,
      { type: "email", settings: mailbox() },
      [{ name: "secretKey", from: null, to: "imap.a.example:993" }],
    ],
    [
      "a signing key that becomes a password",
      { ...pull, authMethod: "api_key_secret_key" },
      { authMethod: "basic" },
      [{ name: "secretKey", from: "a.example", to: "a.example" }],
    ],
    ["a method without secrets", pull, { authMethod: "none", endpointUrl: "https://b.example" }, []],
    [
      "another mail server",
      mail,
      { settings: mailbox({ host: "imap.b.example" }) },
      [{ name: "secretKey", from: "imap.a.example:993", to: "imap.b.example:993" }],
    ],
    [
      "another port of the mail server",
      mail,
      { settings: mailbox({ port: 1993 }) },
      [{ name: "secretKey", from: "imap.a.example:993", to: "imap.a.example:1993" }],
    ],
    [
      "a mail server without TLS",
      mail,
      { settings: mailbox({ secure: false }) },
      [{ name: "secretKey", from: "imap.a.example:993", to: "imap.a.example:993" }],
    ],
    ["another folder", mail, { settings: mailbox({ folder: "Leads" }) }, []],
    ["a webhook that keeps comparing", webhook, { endpointUrl: "https://b.example" }, []],
  ];

describe("a change of an endpoint", () => {
  test.each(cases)("finds the secrets that move: %s", (_, before, change, moved) => {
    expect(findMovedSecrets(before, { ...before, ...change })).toEqual(moved);
  });
});
