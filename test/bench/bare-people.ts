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
createServer(async (request, response) => {
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
