import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/db/database.ts";
import { countThreads, listThreads, type ThreadQuery } from "#server/store/conversations/thread-list.ts";
import { createTestDatabase } from "./database.ts";

let database: Database;
let userId: string;

/** Two unread conversations, and between them as many read ones as are looked at. */
const between = 10_000;

beforeAll(async () => {
  database = openDatabase(await createTestDatabase(), () => {});
  const { rows } = await database.pool.query(
    "INSERT INTO users (email, role) VALUES ('luis@example.com', 'operator') RETURNING id",
  );
  userId = rows[0].id;
  await database.pool.query(
    `INSERT INTO people (first_name, last_name)
     SELECT CASE n WHEN 0 THEN 'Newer' WHEN $1 THEN 'Older' ELSE 'Read' END, n FROM generate_series(0, $1::int) n`,
    [between + 1],
  );
  await database.pool.query(
    `INSERT INTO threads (person_id, last_item_at, last_inbound_at)
     SELECT id, at, at FROM (SELECT id, now() - last_name::int * interval '1 minute' AS at FROM people) p`,
  );
  await database.pool.query(
    "INSERT INTO thread_reads (user_id, person_id, read_at) SELECT $1, id, now() FROM people WHERE first_name = 'Read'",
    [userId],
  );
});
afterAll(() => database.close());

const list = (query: Partial<ThreadQuery>) =>
  listThreads(database.db, {
    userId,
    view: "open",
    sort: undefined,
    search: undefined,
    teamIds: undefined,
    audience: undefined,
    reach: undefined,
    cursor: undefined,
    limit: 3,
    ...query,
  });
const names = async (query: Partial<ThreadQuery>): Promise<(string | null)[]> =>
  (await list(query)).threads.map(({ name }) => name);

test("unread conversations are looked for among the newest", async () => {
  expect(await names({ view: "unread" })).toEqual(["Newer 0"]);
});

test("their number is not called exact where older ones may be unread", async () => {
  const { unread } = await countThreads(database.db, userId, undefined);
  expect(unread).toEqual({ count: 1, isExact: false });
});

test("a search finds an unread conversation of any age", async () => {
  expect(await names({ view: "unread", search: "Older" })).toEqual([`Older ${between + 1}`]);
});

test("a list with unread conversations first has the old ones in their place", async () => {
  const first = await list({ sort: "unread_first" });
  expect(first.threads.map(({ name }) => name)).toEqual(["Newer 0", "Read 1", "Read 2"]);
  const before = await names({ sort: "oldest", limit: 2 });
  expect(before).toEqual([`Older ${between + 1}`, `Read ${between}`]);
  const { rows } = await database.pool.query(
    `SELECT person_id, extract(epoch FROM last_item_at) * 1000 AS key
       FROM threads JOIN people ON id = person_id WHERE last_name = $1`,
    [String(between)],
  );
  const cursor = { part: first.next?.part ?? 0, key: Number(rows[0].key), personId: rows[0].person_id };
  expect(await names({ sort: "unread_first", cursor })).toEqual([`Older ${between + 1}`]);
});
