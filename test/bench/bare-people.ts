import { createServer } from "node:http";
import pg from "pg";
import {
  counterStatement,
  countStatement,
  isCounted,
  maxCounted,
  pageStatement,
} from "#server/store/people/people-search.ts";

const newestFirst = { sort: "updated", direction: "desc" } as const;

/** The baseline for the people page: the same statements behind plain node:http, without a cache of totals. */
const pool = new pg.Pool({ ...JSON.parse(process.env.CONNECTION ?? "{}"), max: 12 });
const inbox = {
  name: "inbox",
  text: `SELECT p.id, p.first_name, p.last_name, p.phone, t.state, t.last_item_at, t.last_text, t.last_channel
           FROM threads t JOIN people p ON p.id = t.person_id
          WHERE t.state = 'open' ORDER BY t.last_item_at DESC NULLS LAST, t.person_id LIMIT 51`,
};
createServer(async (request, response) => {
  if (request.url === "/inbox") {
    const { rows } = await pool.query(inbox);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ threads: rows }));
    return;
  }
  const { sort, ...filter } = Object.fromEntries(new URL(request.url ?? "", "http://bare").searchParams);
  const [page, total] = await Promise.all([
    pool.query(
      pageStatement(
        filter as never,
        sort ? { sort: sort as never, direction: "asc" } : newestFirst,
        undefined,
        51,
      ),
    ),
    pool.query(isCounted(filter) ? countStatement(filter, maxCounted) : counterStatement(filter)),
  ]);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ people: page.rows.slice(0, 50), total: total.rows[0]?.total }));
}).listen(Number(process.argv[2]), "127.0.0.1", () => console.log("ready"));
