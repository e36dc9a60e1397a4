import { createServer } from "node:http";
import pg from "pg";
import { pageStatement, totalStatement } from "#server/store/people/people-search.ts";

/** The baseline for the people page: the same two statements behind plain node:http. */
const pool = new pg.Pool({ ...JSON.parse(process.env.CONNECTION ?? "{}"), max: 12 });
createServer(async (request, response) => {
  const filter = Object.fromEntries(new URL(request.url ?? "", "http://bare").searchParams);
  const [page, total] = await Promise.all([
    pool.query(pageStatement(filter as never, undefined, 51)),
    pool.query(totalStatement(filter as never)),
  ]);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ people: page.rows.slice(0, 50), total: total.rows[0]?.total }));
}).listen(Number(process.argv[2]), "127.0.0.1", () => console.log("ready"));
