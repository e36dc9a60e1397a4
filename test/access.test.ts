import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiRoute } from "#contract/api-route.ts";
import { contract } from "#contract/contract.ts";
import {
  type Area,
  type AreaLevel,
  areas,
  levelOfRole,
  noPermissions,
  offeredLevels,
} from "#domain/access/areas.ts";
import { mayActAs, type Role, roles } from "#domain/role.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

const endpoints = Object.entries(contract).flatMap(([resource, group]) =>
  Object.entries<ApiRoute>(group).map(([name, endpoint]) => ({ name: `${resource}.${name}`, ...endpoint })),
);
const closed = endpoints.filter((endpoint): endpoint is ClosedRoute => endpoint.access !== "public");
const calls = closed.flatMap((endpoint) => roles.map((role) => ({ ...endpoint, role })));
type ClosedRoute = Exclude<(typeof endpoints)[number], { access: "public" }>;
const isAllowed = ({ access, role }: ClosedRoute & { role: Role }): boolean => mayActAs(role, access);
const unknownId = "01890000-0000-7000-8000-000000000000";
const pathOf = (endpoint: ApiRoute) => endpoint.path.replaceAll(/\{\w+\}/g, unknownId);

let faro: TestFaro;
let anonymous: Visitor;
const signedIn = new Map<Role, Visitor>();
/** A role that has one area with its highest level, and one with no area. */
const ownRoles: readonly (Area | "nothing")[] = ["people", "inbox", "nothing"];
const withOwnRole = new Map<string, Visitor>();

/** A user with a role of the workspace's own. */
const addOwnRole = async (name: string, levels: Partial<Record<Area, AreaLevel>>): Promise<Visitor> => {
  const visitor = await faro.signedIn("viewer");
  await faro.pool.query(
    `WITH added AS (INSERT INTO own_roles (name, levels) VALUES ($1, $2) RETURNING id)
     UPDATE users SET role = 'own', role_id = added.id FROM added WHERE email = $3`,
    [name, { ...noPermissions, ...levels }, visitor.email],
  );
  return visitor;
};

beforeAll(async () => {
  faro = await startTestFaro();
  anonymous = faro.visitor();
  for (const role of roles) signedIn.set(role, await faro.signedIn(role));
  for (const name of ownRoles)
    withOwnRole.set(name, await addOwnRole(name, name === "nothing" ? {} : { [name]: "manage" }));
});
afterAll(() => faro.stop());

/** Written by jobs, which may run during this test. */
const ofJobs = [
  "location_state",
  "retention_runs",
  "report_changes",
  "report_contact_changes",
  "report_days",
  "report_hours",
  "report_state",
];

/** A fingerprint of every table that a denied call could have written to. Prepared, as planning it takes longest. */
const fingerprint = async (): Promise<{ name: string; sum: string }[]> => {
  fingerprintQuery ??= await describeTables();
  return (await faro.pool.query({ name: "fingerprint", text: fingerprintQuery })).rows;
};
let fingerprintQuery: string | undefined;
const describeTables = async (): Promise<string> => {
  const { rows } = await faro.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1) ORDER BY 1",
    [ofJobs],
  );
  const parts = rows.map(
    ({ name }) =>
      // A session notes when it was last used, whatever the answer was.
      `SELECT '${name}' AS name, md5(coalesce(string_agg(row, '|' ORDER BY row), '')) AS sum
         FROM (SELECT (to_jsonb(t) - 'sess' - 'expire')::text AS row FROM ${name} t) rows`,
  );
  return parts.join(" UNION ALL ");
};

type Call = { visitor: Visitor; endpoint: ClosedRoute };

/** Makes the calls and returns those that were not answered as expected. */
const findOthers = async (calls: readonly Call[], expected: 401 | 403): Promise<string[]> => {
  const others: string[] = [];
  for (const { visitor, endpoint } of calls) {
    const status = await statusFor(visitor, endpoint);
    if (status !== expected) others.push(`${endpoint.name}: ${status}`);
  }
  return others;
};

/** Of calls that together wrote to the database, finds one that did, by repeating halves of them. */
const findWriter = async (calls: readonly Call[], expected: 401 | 403): Promise<string> => {
  if (calls.length <= 1) return calls[0]?.endpoint.name ?? "none";
  const half = calls.slice(0, Math.ceil(calls.length / 2));
  const before = await fingerprint();
  await findOthers(half, expected);
  const hasWritten = JSON.stringify(await fingerprint()) !== JSON.stringify(before);
  return findWriter(hasWritten ? half : calls.slice(half.length), expected);
};

/** The fingerprint is taken once for all calls, because it takes longer than a denied call. */
const expectDenied = async (calls: readonly Call[], expected: 401 | 403): Promise<void> => {
  expect(calls).not.toEqual([]);
  const before = await fingerprint();
  expect(await findOthers(calls, expected)).toEqual([]);
  const after = await fingerprint();
  const changed = after.filter(({ sum }, index) => sum !== before[index]?.sum).map(({ name }) => name);
  const writer = changed.length > 0 ? await findWriter(calls, expected) : undefined;
  expect({ changed, writer }).toEqual({ changed: [], writer: undefined });
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
  test("each rejects requests without a session", () =>
    expectDenied(
      closed.map((endpoint) => ({ visitor: anonymous, endpoint })),
      401,
    ));

  // Denied calls come first: an allowed call may write after its response.
  test.each(roles.filter((role) => closed.some((endpoint) => !isAllowed({ ...endpoint, role }))))(
    "what a %s may not do is denied and writes nothing",
    (role) =>
      expectDenied(
        closed
          .filter((endpoint) => !isAllowed({ ...endpoint, role }))
          .map((endpoint) => ({ visitor: signedIn.get(role) as Visitor, endpoint })),
        403,
      ),
  );

  // What a role of the workspace's own opens is decided by the area alone, so one call of each place proves all.
  const oneOfEachPlace = [...Map.groupBy(closed, ({ access, area }) => `${access} ${area}`).values()].flatMap(
    ([first]) => first ?? [],
  );
  const ownCalls = oneOfEachPlace.flatMap((endpoint) =>
    ownRoles.map((ownRole) => ({
      ...endpoint,
      ownRole,
      opens: endpoint.area === "everyone" || [endpoint.area].flat().some((area) => area === ownRole),
    })),
  );
  test.each(ownRoles)("what a role with %s does not open is denied and writes nothing", (name) =>
    expectDenied(
      ownCalls
        .filter(({ ownRole, opens }) => ownRole === name && !opens)
        .map(({ ownRole: _ownRole, opens: _opens, ...endpoint }) => ({
          visitor: withOwnRole.get(name) as Visitor,
          endpoint,
        })),
      403,
    ),
  );

  const expectAllowed = async (visitor: Visitor | undefined, endpoint: ApiRoute): Promise<void> => {
    const status = await statusFor(visitor as Visitor, endpoint);
    expect(status).not.toBe(401);
    expect(status).not.toBe(403);
  };
  test.each(calls.filter(isAllowed))("$name is allowed to a $role", ({ role, ...endpoint }) =>
    expectAllowed(signedIn.get(role), endpoint),
  );
  test.each(ownCalls.filter(({ opens }) => opens))(
    "$name ($access of $area) is allowed to a role with $ownRole",
    ({ ownRole, opens: _opens, ...endpoint }) => expectAllowed(withOwnRole.get(ownRole), endpoint),
  );

  test("what is open to everyone asks for no more than to be signed in", () => {
    expect(closed.filter(({ area, access }) => area === "everyone" && access !== "viewer")).toEqual([]);
  });

  test("the levels that are offered for an area are those in which its calls differ", () => {
    const used = (area: Area) =>
      roles
        .filter((role) =>
          closed.some((one) => one.access === role && [one.area].flat().some((each) => each === area)),
        )
        .map((role) => levelOfRole[role]);
    expect(Object.fromEntries(areas.map((area) => [area, ["none", ...used(area)]]))).toEqual(offeredLevels);
  });

  test("the list of public routes is complete", () => {
    expect(
      endpoints.filter((endpoint) => endpoint.access === "public").map((endpoint) => endpoint.path),
    ).toEqual([
      "/api/auth/login",
      "/api/auth/methods",
      "/api/auth/provider-code",
      "/api/auth/logout",
      "/api/invitations/look-up",
      "/api/invitations/accept",
    ]);
  });
});
