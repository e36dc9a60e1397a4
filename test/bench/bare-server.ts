import { createHash } from "node:crypto";
import { createServer } from "node:http";
import pg from "pg";
import { readCookie } from "#server/auth/cookies.ts";
import { sessionQuery } from "#server/auth/sessions.ts";
import { newestChangeQuery } from "#server/store/workspace/dashboard.ts";

/** The baseline for an authenticated read: the same statements without checks, headers or log. */
const pool = new pg.Pool({ ...JSON.parse(process.env.CONNECTION ?? "{}"), max: 12 });
createServer(async (request, response) => {
  const token = readCookie(request.headers, "faro_session") ?? "";
  const sid = createHash("sha256").update(token).digest("base64url");
  await pool.query({ ...sessionQuery, values: [sid] });
  const { rows } = await pool.query(newestChangeQuery);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ lastChangeAt: rows[0]?.at, now: new Date() }));
}).listen(Number(process.argv[2]), "127.0.0.1", () => console.log("ready"));
