import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let viewer: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  viewer = await faro.signedIn("viewer");
  await faro.pool.query(
    `INSERT INTO people (first_name, email, status, updated_at)
     SELECT CASE WHEN n % 7 = 0 THEN NULL ELSE (ARRAY['Ángel','beto','Ana','Zoe'])[1 + n % 4] || n END,
            'p' || n || '@example.com', (ARRAY['new','qualified','contacted','converted'])[1 + n % 4],
            now() - n * interval '1 minute'
       FROM generate_series(1, 60) n`,
  );
  await faro.pool.query(
    `INSERT INTO ai_profiles (person_id, intent_score)
     SELECT id, length(coalesce(first_name, '')) * 10 FROM people WHERE email LIKE '%1@%' OR email LIKE '%2@%'`,
  );
});
afterAll(() => faro.stop());

type Row = {
  id: string;
  firstName: string | null;
  email: string;
  status: string;
  intentScore: number | null;
  updatedAt: string;
};

/** Every page of the list, one after the other. */
const readAll = async (query: Record<string, string>): Promise<Row[]> => {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: { body: any } = await viewer.send(
      "GET",
      `/api/people?${new URLSearchParams({ ...query, limit: "7", ...(cursor ? { cursor } : {}) })}`,
    );
    rows.push(...page.body.people);
    cursor = page.body.nextCursor;
  } while (cursor);
  return rows;
};

const stages = ["new", "qualified", "contacted", "converted"];
const folded = ({ firstName, email }: Row): string => (firstName ?? email).toLowerCase().replaceAll("á", "a");
const keys: Record<string, (row: Row) => number | string> = {
  name: folded,
  stage: ({ status }) => stages.indexOf(status),
  updated: ({ updatedAt }) => Date.parse(updatedAt),
};

describe("the list of people", () => {
  test.each([
    ["name", "asc"],
    ["name", "desc"],
    ["stage", "asc"],
    ["stage", "desc"],
    ["updated", "asc"],
    ["updated", "desc"],
  ])("sorted by %s %s shows everybody once over all pages", async (sort, direction) => {
    const rows = await readAll({ sort, direction });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(60);
    const shown = rows.map((row) => keys[sort]?.(row) ?? "");
    const sorted = shown.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(shown).toEqual(direction === "asc" ? sorted : sorted.reverse());
  });

  test.each(["asc", "desc"])("sorted by score %s ends with the people without one", async (direction) => {
    const rows = await readAll({ sort: "score", direction });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(60);
    const scores = rows.map(({ intentScore }) => intentScore);
    const scored = scores.filter((score) => score !== null);
    expect(scores.slice(0, scored.length)).toEqual(
      scored.toSorted((a, b) => (direction === "asc" ? a - b : b - a)),
    );
    expect(scored.length).toBeGreaterThan(7);
  });

  test("sorted by score can be searched and filtered", async () => {
    const rows = await readAll({ sort: "score", search: "example.com", status: "qualified" });
    expect(rows).toHaveLength(15);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["qualified"]));
  });

  test("rejects a cursor of another order", async () => {
    const { body } = await viewer.send("GET", "/api/people?sort=name&limit=5");
    const { status } = await viewer.send("GET", `/api/people?sort=stage&limit=5&cursor=${body.nextCursor}`);
    expect(status).toBe(400);
  });

  test("counts all matches of a search when asked to", async () => {
    const { body } = await viewer.send("GET", "/api/people?search=example&limit=5&total=exact");
    expect(body).toMatchObject({ total: 60, totalIs: "exact" });
  });

  test("counts a search again after people changed", async () => {
    const operator = await faro.signedIn("operator");
    const total = async () =>
      (await viewer.send("GET", "/api/people?search=example&limit=5")).body.total as number;
    const before = await total();
    await operator.send("POST", "/api/people", { email: "new@example.com" });
    expect(await total()).toBe(before + 1);
  });
});
