import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { password } from "../faro.ts";
import { freePort, startProcess, temporaryDir } from "../process.ts";
import { type Bench, type Figure, latencies, median, percentile, requestsPerSecond } from "./measure.ts";

const people = 1_000_000;
const events = 5_000_000;
const rounds = 3;

/** Each as a query string of the list. */
const pages: [string, string][] = [
  ["no filter", ""],
  ["leads", "type=lead"],
  ["qualified", "status=qualified"],
  ["customers who converted", "type=customer&status=converted"],
  ["search for a rare name", "search=zenaida+quinones"],
  ["search for a common name", "search=maria"],
  ["search and filter", "search=colon&type=lead"],
];

const seed = async (connection: pg.ClientConfig): Promise<void> => {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("SET synchronous_commit = off");
  const first =
    "ARRAY['Maria','José','Luis','Carmen','Ana','Juan','Zenaida','Ramón','Yadira','Amber','Karen','Rafael']";
  const last =
    "ARRAY['Colón','Rivera','Quiñones','Vega','Santiago','Brooks','Ortiz','Cruz','Pagán','Meléndez','Torres']";
  for (let done = 0; done < people; done += 100_000) {
    await client.query(
      `INSERT INTO people (type, status, first_name, last_name, email, phone, updated_at, created_at)
       SELECT (ARRAY['lead','lead','lead','customer'])[1 + n % 4], (ARRAY['new','qualified','contacted','converted'])[1 + n / 7 % 4],
              (${first})[1 + n % 12], (${last})[1 + n / 12 % 11] || ' ' || n / 1000,
              'p' || n || '@example.com', '+1787' || lpad(n::text, 7, '0'), now() - n * interval '3 seconds', now() - n * interval '7 seconds'
         FROM generate_series($1::int, $2::int) n`,
      [done + 1, done + 100_000],
    );
    process.stderr.write(`\r  ${done + 100_000} people`);
  }
  await client.query(
    "INSERT INTO ai_profiles (person_id, intent_score) SELECT id, (random() * 100)::int FROM people WHERE random() < 0.6",
  );
  const { rows } = await client.query(
    "INSERT INTO endpoints (name, type) VALUES ('bench', 'webhook') RETURNING id",
  );
  for (let done = 0; done < events; done += 500_000) {
    await client.query(
      `INSERT INTO events (endpoint_id, event_type, raw_data, created_at)
       SELECT $1, 'bench', '{"a":1}', now() - n * interval '1.5 seconds' FROM generate_series($2::int, $3::int) n`,
      [rows[0].id, done + 1, done + 500_000],
    );
    process.stderr.write(`\r  ${done + 500_000} events `);
  }
  await client.query("SELECT fold_counters()");
  await client.query("VACUUM ANALYZE");
  await client.end();
  process.stderr.write("\n");
};

export const peoplePage: Bench = {
  name: "people page and dashboard over a million people",
  run: async () => {
    const dir = await temporaryDir();
    const env = { FARO_ADMIN_EMAIL: "admin@example.com", FARO_ADMIN_PASSWORD: password };
    const faro = await startProcess({ dataDir: dir.path, env });
    const connection = JSON.parse(await readFile(join(dir.path, "database.json"), "utf8"));
    await seed(connection);
    const signIn = await fetch(`${faro.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: env.FARO_ADMIN_EMAIL, password }),
    });
    const cookie = signIn.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const port = await freePort();
    const bare = spawn(process.execPath, [join(import.meta.dirname, "bare-people.ts"), String(port)], {
      env: { ...process.env, CONNECTION: JSON.stringify(connection) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => bare.stdout.once("data", resolve));
    const figures: Figure[] = [];
    try {
      for (const [name, query] of pages) {
        const product: number[] = [];
        const peer: number[] = [];
        for (let round = 0; round < rounds; round++) {
          product.push(await requestsPerSecond(`${faro.url}/api/people?${query}`, { cookie }));
          peer.push(await requestsPerSecond(`http://127.0.0.1:${port}/?${query}`, { cookie }));
        }
        figures.push(
          { what: `${name}: Faro`, value: median(product), unit: "pages/s" },
          { what: `${name}: same SQL, bare`, value: median(peer), unit: "pages/s" },
          {
            what: `${name}: ratio`,
            value: median(product) / median(peer),
            unit: "×",
            limit: { at: "least", value: 0.6 },
          },
        );
      }
      for (const path of ["stats", "channels", "funnel", "activity"]) {
        const times = await latencies(`${faro.url}/api/dashboard/${path}`, { cookie }, 200);
        figures.push({
          what: `dashboard ${path}, p95`,
          value: percentile(times, 95),
          unit: "ms",
          limit: { at: "most", value: 50 },
        });
      }
      return figures;
    } finally {
      bare.kill();
      await faro.stop();
      await dir.remove();
    }
  },
};
