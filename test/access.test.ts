import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiRoute } from "#contract/api-route.ts";
import { contract } from "#contract/contract.ts";
import { mayActAs, type Role, roles } from "#domain/role.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

const endpoints = Object.entries(contract).flatMap(([resource, group]) =>
  Object.entries<ApiRoute>(group).map(([name, endpoint]) => ({ name: `${resource}.${name}`, ...endpoint })),
);
const closed = endpoints.filter((endpoint) => endpoint.access !== "public");
const calls = closed.flatMap((endpoint) => roles.map((role) => ({ ...endpoint, role })));
const isAllowed = ({ access, role }: ApiRoute & { role: Role }): boolean =>
  access !== "public" && mayActAs(role, access);
const unknownId = "01890000-0000-7000-8000-000000000000";
const pathOf = (endpoint: ApiRoute) => endpoint.path.replaceAll(/\{\w+\}/g, unknownId);

let faro: TestFaro;
let anonymous: Visitor;
const signedIn = new Map<Role, Visitor>();

beforeAll(async () => {
  faro = await startTestFaro();
  anonymous = faro.visitor();
  for (const role of roles) signedIn.set(role, await faro.signedIn(role));
});
afterAll(() => faro.stop());

/** Written by a nightly job, which may run during this test. */
const nightly = "retention_runs";

/** A fingerprint of every table that a denied call could have written to. */
const fingerprint = async (): Promise<{ name: string; sum: string }[]> => {
  const { rows } = await faro.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> $1 ORDER BY 1",
    [nightly],
  );
  const parts = rows.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS sum FROM ${name} t`,
  );
  return (await faro.pool.query(parts.join(" UNION ALL "))).rows;
};

const statusFor = async (visitor: Visitor, endpoint: ApiRoute): Promise<number> => {
  if (endpoint.media === "text/event-stream") {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const abort = new AbortController();
    const response = await fetch(faro.url + endpoint.path, { headers: { cookie }, signal: abort.signal });
    abort.abort();
    return response.status;
  }
  const body = endpoint.method === "GET" ? undefined : {};
  return (await visitor.send(endpoint.method, pathOf(endpoint), body)).status;
};

describe("access to every endpoint", () => {
  test.each(closed)("$name rejects requests without a session", async (endpoint) => {
    const before = await fingerprint();
    expect(await statusFor(anonymous, endpoint)).toBe(401);
    expect(await fingerprint()).toEqual(before);
  });

  // Denied calls come first: an allowed call may write after its response.
  test.each(calls.filter((call) => !isAllowed(call)))(
    "$name is denied to a $role and writes nothing",
    async ({ role, ...endpoint }) => {
      const before = await fingerprint();
      expect(await statusFor(signedIn.get(role) as Visitor, endpoint)).toBe(403);
      expect(await fingerprint()).toEqual(before);
    },
  );

  test.each(calls.filter(isAllowed))("$name is allowed to a $role", async ({ role, ...endpoint }) => {
    const status = await statusFor(signedIn.get(role) as Visitor, endpoint);
    expect(status).not.toBe(401);
    expect(status).not.toBe(403);
  });

  test("the list of public routes is complete", () => {
    expect(
      endpoints.filter((endpoint) => endpoint.access === "public").map((endpoint) => endpoint.path),
    ).toEqual(["/api/auth/login", "/api/auth/logout"]);
  });
});
