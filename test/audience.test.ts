import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AudienceNode } from "#domain/audience/audience.ts";
import { compileAudience } from "#domain/audience/compile.ts";
import type { AudienceContext } from "#domain/audience/context.ts";
import { foldText } from "#domain/audience/fold-text.ts";
import { bucketOf } from "#domain/audience/row-test.ts";
import { startOfDay } from "#domain/day.ts";
import type { Db } from "#server/db/database.ts";
import { conditionOf, readAudienceReferences } from "#server/store/people/audience-context.ts";
import { combineNeeds, loadAudienceFacts } from "#server/store/people/audience-facts.ts";
import { createTestDatabase } from "./database.ts";
import { isDeep } from "./deep.ts";
import { createRandom } from "./fixtures/random.ts";
import { type AudiencePools, createAudiences } from "./fixtures/random-audiences.ts";
import {
  insertRandomPeople,
  randomChoices,
  randomCustomFields,
  randomEventTypes,
  randomTags,
  randomTexts,
} from "./fixtures/random-people.ts";

const peopleCount = isDeep ? 500 : 150;
const audienceCount = isDeep ? 500 : 150;
const timezone = "America/New_York";
/** Two days after the end of daylight saving time. */
const now = Date.UTC(2026, 10, 3, 15, 30);

let pool: pg.Pool;
let db: Db;
let ids: string[];
let context: AudienceContext;
let pools: AudiencePools;

const insertIds = async (query: string, values: unknown[] = []): Promise<string[]> =>
  (await pool.query<{ id: string }>(query, values)).rows.map(({ id }) => id);

beforeAll(async () => {
  pool = new pg.Pool({ ...(await createTestDatabase()), max: 4 });
  db = drizzle(pool) as unknown as Db;
  const userIds = await insertIds(
    `INSERT INTO users (email, role) SELECT 'u' || n || '@example.com', 'operator'
       FROM generate_series(1, 3) n RETURNING id`,
  );
  const teamIds = await insertIds(
    `INSERT INTO teams (name) SELECT 'Team ' || n FROM generate_series(1, 3) n RETURNING id`,
  );
  await pool.query("INSERT INTO team_members (team_id, user_id) SELECT unnest($1::uuid[]), $2", [
    teamIds.slice(0, 2),
    userIds[0],
  ]);
  const ruleIds = await insertIds(
    `INSERT INTO rules (name, triggers, conditions, actions)
     SELECT 'Rule ' || n, '[]', '[]', '[]' FROM generate_series(1, 2) n RETURNING id`,
  );
  const importIds = await insertIds(
    `INSERT INTO batches (kind, state) SELECT 'import', 'done' FROM generate_series(1, 2) RETURNING id`,
  );
  const broadcastIds = await insertIds(
    `WITH rule AS (
       INSERT INTO rules (name, triggers, conditions, actions, is_broadcast)
       SELECT 'Broadcast ' || n, '[]', '[]', '[]', true FROM generate_series(1, 2) n RETURNING id)
     INSERT INTO broadcasts (id, state, definition, check_number) SELECT id, 'done', '{}', 2 FROM rule RETURNING id`,
  );
  for (const [key, kind] of Object.entries(randomCustomFields))
    await pool.query(`INSERT INTO person_fields (key, label_en, label_es, kind) VALUES ($1, $1, $1, $2)`, [
      key,
      kind,
    ]);
  const world = {
    now,
    midnight: startOfDay(now, timezone),
    userIds,
    ruleIds,
    importIds,
    broadcastIds,
    teamIds,
  };
  ids = await insertRandomPeople(pool, createRandom(7), world, peopleCount);

  pools = {
    texts: randomTexts,
    tags: randomTags,
    choices: randomChoices,
    userIds,
    teamIds,
    eventTypes: randomEventTypes,
    segmentIds: [],
  };
  const use = { now, timezone, userId: userIds[0] ?? null };
  const plain = { ...use, ...(await readAudienceReferences(db)) };
  const segments = createAudiences(createRandom(11), plain, pools);
  const segmentIds = await insertIds(
    `INSERT INTO views (kind, name, audience)
     SELECT 'segment', 'Segment ' || ordinality, value FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY RETURNING id`,
    [JSON.stringify(Array.from({ length: 5 }, () => segments.node(2)))],
  );
  pools = { ...pools, segmentIds };
  context = { ...use, ...(await readAudienceReferences(db)) };
});
afterAll(() => pool.end());

const idsBySql = async (node: AudienceNode): Promise<string[]> => {
  const condition = conditionOf(compileAudience(node, context), context);
  // A condition that is NULL would make its complement match too few.
  const { rows } = await db.execute<{ id: string; matches: boolean | null }>(
    sql`SELECT p.id, ${condition.sql} AS matches FROM people p`,
  );
  expect(rows.filter(({ matches }) => matches === null)).toEqual([]);
  return rows
    .filter(({ matches }) => matches)
    .map(({ id }) => id)
    .sort();
};

/** For many audiences, whose facts are loaded together. */
const idsByPredicate = async (nodes: readonly AudienceNode[]): Promise<string[][]> => {
  const compiled = nodes.map((node) => compileAudience(node, context));
  const facts = await loadAudienceFacts(db, ids, combineNeeds(compiled), now);
  expect(facts.size).toBe(peopleCount);
  return compiled.map((audience) => {
    if (!audience.ok) throw new Error(`It cannot be read: ${JSON.stringify(audience.problem)}`);
    return [...facts].flatMap(([id, person]) => (audience.matches(person) ? [id] : [])).sort();
  });
};

const chunksOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );

/** Returns how many people each audience matches. */
const expectEqual = async (nodes: readonly AudienceNode[]): Promise<number[]> => {
  const counts: number[] = [];
  for (const chunk of chunksOf(nodes, 50)) {
    const expected = await idsByPredicate(chunk);
    for (const [index, node] of chunk.entries()) {
      expect(await idsBySql(node), JSON.stringify(node)).toEqual(expected[index]);
      counts.push(expected[index]?.length ?? 0);
    }
  }
  return counts;
};

describe("an audience", () => {
  test(`of ${audienceCount} random ones matches the same of ${peopleCount} random people by SQL and by its predicate`, async () => {
    const { node } = createAudiences(createRandom(3), context, pools);
    const counts = await expectEqual(Array.from({ length: audienceCount }, () => node(3)));
    // Audiences that match everybody or nobody would prove little.
    const partial = counts.filter((count) => count > 0 && count < peopleCount);
    expect(partial.length).toBeGreaterThan(audienceCount / 2);
  }, 60_000);

  test("of every field and operator alone matches the same by SQL and by its predicate", async () => {
    const { row, pairs } = createAudiences(createRandom(5), context, { ...pools, segmentIds: [] });
    await expectEqual(Array.from({ length: pairs }, row));
  }, 60_000);

  test("turned around matches exactly the others, and groups turn as De Morgan says", async () => {
    const { node } = createAudiences(createRandom(13), context, pools);
    for (let index = 0; index < 40; index++) {
      const [a, b] = [node(2), node(2)];
      const both = await idsBySql({ all: [a, b] });
      const notBoth = await idsBySql({ not: { all: [a, b] } });
      expect([...both, ...notBoth].sort()).toEqual(ids.toSorted());
      expect(await idsBySql({ any: [{ not: a }, { not: b }] })).toEqual(notBoth);
      expect(await idsBySql({ not: { any: [a, b] } })).toEqual(
        await idsBySql({ all: [{ not: a }, { not: b }] }),
      );
    }
  }, 60_000);

  test("that cannot be read matches nobody, also turned around", async () => {
    const known: AudienceNode = { field: "status", op: "known" };
    const unreadable: AudienceNode[] = [
      { field: "field.gone", op: "known" },
      { field: "nothing", op: "known" },
      { field: "status", op: "contains", value: "new" },
      { field: "status", op: "is_any_of", value: "future" },
      { field: "intent", op: ">=", value: "60" },
      { field: "first_name", op: "is", value: "" },
      { field: "created_at", op: "on", value: "2026-02-30" },
      { field: "status", op: "known", within: { last: 1, unit: "days" } },
      { field: "owner", op: "is_any_of", value: "nobody" },
      { field: "area", op: "is_any_of", value: "Bayamón" },
      { field: "distance", op: "within_distance", value: 10 },
      { field: `rule.${randomUUID()}`, op: "is_any_of", value: "fired" },
      { field: `import.${randomUUID()}`, op: "in" },
      { field: `broadcast.${randomUUID()}`, op: "has_any", value: ["got"] },
      { field: `segment.${randomUUID()}`, op: "in" },
    ];
    for (const node of unreadable)
      for (const whole of [node, { not: node }, { any: [known, node] }] satisfies AudienceNode[]) {
        expect(compileAudience(whole, context).ok, JSON.stringify(whole)).toBe(false);
        expect(await idsBySql(whole)).toEqual([]);
      }
  });

  test("of segments that refer to each other in a circle cannot be read", () => {
    const segments = new Map([
      [
        "a",
        {
          any: [
            { field: "status", op: "known" },
            { field: "segment.b", op: "in" },
          ],
        },
      ],
      ["b", { not: { field: "segment.a", op: "in" } }],
    ]);
    expect(compileAudience({ field: "segment.a", op: "in" }, { ...context, segments })).toMatchObject({
      ok: false,
      problem: { code: "segment_cycle" },
    });
  });

  test("of segments that multiply each other is too large", () => {
    const twenty = (id: string) => ({
      all: Array.from({ length: 20 }, () => ({ field: `segment.${id}`, op: "in" })),
    });
    const segments = new Map<string, unknown>([
      ["a", { field: "status", op: "known" }],
      ["b", twenty("a")],
      ["c", twenty("b")],
      ["d", twenty("c")],
    ]);
    expect(compileAudience({ field: "segment.d", op: "in" }, { ...context, segments })).toMatchObject({
      ok: false,
      problem: { code: "too_large" },
    });
  });

  test("is limited in depth, rows and size, and must say everybody", () => {
    const row: AudienceNode = { field: "status", op: "known" };
    const rows = (count: number): AudienceNode[] => Array.from({ length: count }, () => row);
    const wrap = (node: AudienceNode, times: number): AudienceNode =>
      times === 0 ? node : { all: [wrap(node, times - 1)] };
    const isReadable = (node: unknown): boolean => compileAudience(node, context).ok;
    expect(isReadable(wrap(row, 3))).toBe(true);
    expect(isReadable(wrap(row, 4))).toBe(false);
    expect(isReadable({ all: [{ any: rows(20) }, { any: rows(20) }, { any: rows(20) }] })).toBe(true);
    expect(isReadable({ all: [{ any: rows(20) }, { any: rows(20) }, { any: rows(20) }, row] })).toBe(false);
    expect(isReadable({ any: rows(21) })).toBe(false);
    expect(isReadable({ all: [] })).toBe(false);
    expect(isReadable({})).toBe(false);
    expect(isReadable({ field: "town", op: "is", value: "a\0b" })).toBe(false);
    expect(isReadable({ everybody: true })).toBe(true);
  });

  test("explains each row with the value that was seen", async () => {
    const [person] = await insertIds(
      `INSERT INTO people (first_name, status, tags) VALUES ('Zoé', 'qualified', '{vip}') RETURNING id`,
    );
    try {
      const compiled = compileAudience(
        {
          all: [
            { field: "first_name", op: "is", value: "ZOE" },
            { not: { field: "status", op: "is_any_of", value: ["new"] } },
            { field: "event.form_submitted", op: ">=", value: 1 },
          ],
        },
        context,
      );
      if (!compiled.ok || !person) throw new Error("It must be readable");
      const facts = (await loadAudienceFacts(db, [person], compiled, now)).get(person);
      if (!facts) throw new Error("The person must be found");
      expect(compiled.explain(facts)).toMatchObject([
        { path: "all.0", isMet: true, seen: "Zoé" },
        { path: "all.1.not", isMet: false, seen: "qualified" },
        { path: "all.2", isMet: false, seen: 0 },
      ]);
      expect(compiled.matches(facts)).toBe(false);
    } finally {
      await pool.query("DELETE FROM people WHERE id = $1", [person]);
    }
  });

  test("folds every letter as the database does", async () => {
    // Letters that Unicode got later have a case in the one and none in the other.
    const letters = Array.from({ length: 0xa7c0 }, (_, index) => String.fromCodePoint(index + 1));
    const { rows } = await pool.query<{ folded: string }>("SELECT fold_text($1) AS folded", [
      letters.join(""),
    ]);
    const folded = [...(rows[0]?.folded ?? "")];
    expect(folded).toHaveLength(letters.length);
    const different = letters.filter((letter, index) => foldText(letter) !== folded[index]);
    expect(different).toEqual([]);
  });

  test("puts people into the same bucket as the database does", async () => {
    for (const seed of ["", "pilot", "año ☂", "x".repeat(200)]) {
      const { rows } = await pool.query<{ id: string; bucket: string }>(
        `SELECT id, ('x' || left(md5(id::text || ':' || $1::text), 8))::bit(32)::bigint AS bucket FROM people LIMIT 20`,
        [seed],
      );
      for (const { id, bucket } of rows) expect(bucketOf(id, seed)).toBe(Number(bucket));
    }
  });
});
