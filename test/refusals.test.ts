import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { ApiRoute } from "#contract/api-route.ts";
import { contract } from "#contract/contract.ts";
import { isDeep } from "./deep.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

const unknownId = "01890000-0000-7000-8000-000000000000";
const routes = Object.entries(contract).flatMap(([resource, group]) =>
  Object.entries<ApiRoute>(group).map(([name, route]) => ({ name: `${resource}.${name}`, ...route })),
);
/** A boolean is no nonsense to the security settings, and would lock out the administrator of these tests. */
const withInput = routes.filter(
  ({ name, input }) => name !== "settings.saveSecurity" && (input.body ?? input.query),
);

let faro: TestFaro;
let admin: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
});
afterAll(() => faro.stop());

/** A value of each kind; `npm run test:deep` sends more of them to every field. */
const nonsense = [
  "a\u0000b",
  -1,
  {},
  ...(isDeep ? ["nope", null, "\ud800", "", 1e308, true, [], "x".repeat(70_000)] : []),
];

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

const pathOf = (route: ApiRoute) => route.path.replaceAll(/\{\w+\}/g, unknownId);

/** Words for each issue, in the language that was asked for. */
const expectWords = (body: { message?: string; issues?: { message: string }[] }) => {
  expect(body.message).toMatch(/\S/);
  for (const { message } of body.issues ?? []) expect(message).not.toMatch(/undefined|null\b| {2}|^Only/);
};

describe("nonsense sent to a route is refused in words and never fails the server", () => {
  test.each(withInput)("$name", async (route) => {
    const queries = fieldsOf(route.input.query).flatMap((field) =>
      nonsense
        .filter((value) => typeof value === "string" && value.length < 1000)
        .map((value) => ({
          query: `?${encodeURIComponent(field)}=${encodeURIComponent(String(value).toWellFormed())}`,
        })),
    );
    const bodies = route.input.body
      ? [
          ...nonsense.map((body) => ({ body })),
          ...fieldsOf(route.input.body).flatMap((field) =>
            nonsense.map((value) => ({ body: { [field]: value } })),
          ),
        ]
      : [];
    for (const call of [...queries, ...bodies]) {
      const query = "query" in call ? call.query : "";
      const body = "body" in call ? JSON.stringify(call.body) : undefined;
      const answer = await admin.send(route.method, pathOf(route) + query, body, {
        "accept-language": "es",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      });
      const shown = `${route.path} ${query} ${body?.slice(0, 100)}`;
      expect(answer.status, shown).not.toBe(500);
      if (answer.status >= 400) expectWords(answer.body);
    }
  });
});

describe("a refusal says what is wrong", () => {
  test.each([
    ["POST", "/api/people", { email: "ana@" }, "email", /correo electrónico/],
    ["POST", "/api/people", { phone: "12" }, "phone", /teléfono/],
    ["POST", "/api/people", { firstName: "A\u0000" }, "firstName", /no se puede guardar/],
    ["POST", "/api/api-keys/twilio", { accountSid: "nope", authToken: "x" }, "accountSid", /como AC/],
    [
      "POST",
      "/api/api-keys/twilio",
      { accountSid: `AC${"0".repeat(32)}`, authToken: "x", fromNumber: "abc" },
      "fromNumber",
      /como \+1787/,
    ],
    ["POST", "/api/tts/synthesize", { text: "Hola", language: "xx" }, "language", /en, es, fr, de/],
    ["PUT", "/api/settings/business", { name: "A", phone: "12" }, "phone", /teléfono/],
    [
      "POST",
      "/api/rules",
      {
        name: "R",
        triggers: [{ type: "intent_score", operator: ">=", value: "abc" }],
        conditions: [{ type: "consent", field: "sms", value: "true" }],
        actions: [{ type: "sms", template: "high_intent" }],
      },
      "triggers.0.value",
      /un número/,
    ],
    [
      "POST",
      "/api/rules",
      {
        name: "R",
        triggers: [{ type: "intent_score", operator: ">=", value: "75" }],
        conditions: [{ type: "consent", field: "sms", value: "true" }],
        actions: [{ type: "sms", template: "no_such_template" }],
      },
      "actions.0.template",
      /No hay una plantilla «no_such_template»/,
    ],
  ])("%s %s %j", async (method, path, body, field, words) => {
    const answer = await admin.send(method, path, body, { "accept-language": "es" });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
    const issue = answer.body.issues.find((one: { path: string }) => one.path === field);
    expect(issue?.message).toMatch(words);
  });
});
