import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { ApiRoute } from "#contract/api-route.ts";
import { contract } from "#contract/contract.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { project } from "./process.ts";

/** What went wrong in other products of the kind, tried here; `docs/security-tests.md` lists all cases. */
const unknownId = "01890000-0000-7000-8000-000000000000";
const routes = Object.entries(contract).flatMap(([resource, group]) =>
  Object.entries<ApiRoute>(group).map(([name, route]) => ({ name: `${resource}.${name}`, ...route })),
);
/** They would end the session of these tests, or lock it out. */
const leftOut = ["auth.logout", "settings.saveSecurity"];
const writing = routes.filter(({ name, method }) => method !== "GET" && !leftOut.includes(name));
const reading = routes.filter(({ method, input }) => method === "GET" && input.query);
const pathOf = (route: ApiRoute) => route.path.replaceAll(/\{\w+\}/g, unknownId);

let faro: TestFaro;
let admin: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
});
afterAll(() => faro.stop());

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

describe("CVE-2026-21858: a body that pretends to be an upload", () => {
  const file = { filepath: "/etc/passwd", originalFilename: "passwd", mimetype: "text/plain", size: 100 };
  const body = JSON.stringify({ files: { data: file }, file, filepath: "/etc/passwd", path: "/etc/passwd" });

  test.each(["application/json", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", ""])(
    "as %j names no file of the server to any route",
    async (type) => {
      for (const route of writing) {
        const answer = await admin.send(route.method, pathOf(route), body, { "content-type": type });
        if (route.input.body) expect(answer.status, route.name).toBeGreaterThanOrEqual(400);
        expect(answer.status, route.name).not.toBe(500);
        expect(JSON.stringify(answer.body), route.name).not.toContain("root:x:0");
      }
    },
  );
});

describe("CVE-2026-46624 and CVE-2026-73069: SQL in what names a zone, a column or an order", () => {
  const injections = [
    "1') OR (SELECT pg_sleep(60)) IS NULL; DROP TABLE people; --",
    'created_at"; DROP TABLE people; --',
    "UTC'; DROP TABLE people; --",
    "name->>'x' = 'y') UNION SELECT password FROM users --",
  ];

  test("no parameter of a list becomes a part of its statement", async () => {
    await faro.pool.query("INSERT INTO people (first_name) VALUES ('Ana')");
    for (const route of reading)
      for (const field of fieldsOf(route.input.query))
        for (const text of injections.slice(0, 2)) {
          const query = `${encodeURIComponent(field)}=${encodeURIComponent(text)}`;
          const answer = await admin.send("GET", `${pathOf(route)}?${query}`);
          expect(answer.status, `${route.name} ${field}`).not.toBe(500);
          expect(JSON.stringify(answer.body)).not.toContain("syntax error");
        }
    const { rows } = await faro.pool.query("SELECT count(*)::int AS n FROM people");
    expect(rows[0].n).toBe(1);
  });

  test("no setting that a statement uses takes it", async () => {
    for (const text of injections) {
      const saved = await admin.send("POST", "/api/api-keys/general", { timezone: text });
      expect(saved.status).toBe(400);
      const person = await admin.send("POST", "/api/people", { firstName: "Luz", timezone: text });
      expect(person.status).toBe(400);
    }
  });
});

describe("CVE-2025-34291: another origin", () => {
  test("is allowed nothing by any route, signed in or not", async () => {
    const origin = { origin: "https://evil.example" };
    for (const visitor of [admin, faro.visitor()])
      for (const route of routes.filter(({ name }) => !leftOut.includes(name))) {
        const preflight = await visitor.send("OPTIONS", pathOf(route), undefined, {
          ...origin,
          "access-control-request-method": route.method,
        });
        expect(preflight.headers.get("access-control-allow-origin"), route.name).toBeNull();
        expect(preflight.headers.get("access-control-allow-credentials"), route.name).toBeNull();
        if (route.method === "GET") continue;
        const answer = await visitor.send(route.method, pathOf(route), "{}", {
          ...origin,
          "content-type": "application/json",
          "sec-fetch-site": "cross-site",
        });
        expect(answer.status, route.name).toBeGreaterThanOrEqual(400);
        expect(answer.headers.get("access-control-allow-origin"), route.name).toBeNull();
      }
  });
});

describe("CVE-2025-64749 and CVE-2026-28358: what exists for others", () => {
  test("a record that is missing and one of another kind get the same answer", async () => {
    const viewer = await faro.signedIn("viewer");
    const { rows } = await faro.pool.query("SELECT id FROM users LIMIT 1");
    for (const path of ["/api/people", "/api/endpoints", "/api/rules"]) {
      const missing = await viewer.send("GET", `${path}/${unknownId}`);
      const foreign = await viewer.send("GET", `${path}/${rows[0].id}`);
      expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body]);
      expect(missing.status).toBeGreaterThanOrEqual(400);
    }
  });
});

describe("CVE-2026-35442: a secret that is told by counting", () => {
  test("no filter, sort or search of people reads a column outside its list", async () => {
    for (const field of ["password", "token_hash", "key_value", "users.password", "fields.__proto__"]) {
      const where = encodeURIComponent(JSON.stringify({ field, op: "starts_with", value: "a" }));
      for (const query of [`where=${where}`, `sort=${encodeURIComponent(field)}`]) {
        const { status, body } = await admin.send("GET", `/api/people?${query}`);
        expect(status === 400 || body.total === 0, `${query} ${status}`).toBe(true);
      }
    }
  });
});

test("every test that docs/security-tests.md names exists", () => {
  const read = (path: string) => readFileSync(join(project, path), "utf8");
  const rows = read("docs/security-tests.md")
    .split("\n")
    .filter((line) => line.startsWith("| CVE"));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[3] ?? "").matchAll(/`([^`]+)`: ([^;]+)/g)].map(([, file = "", title = ""]) => ({
      file,
      title: title.trim(),
    })),
  );
  expect(named.length).toBeGreaterThanOrEqual(rows.length);
  for (const { file, title } of named) expect(read(file), file).toContain(title);
});
