import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { password } from "../faro.ts";
import { startProcess, temporaryDir } from "../process.ts";
import { startBarePeople } from "./bare-peers.ts";
import { type Bench, type Figure, latencies, median, percentile, requestsPerSecond } from "./measure.ts";
import { seedMillion } from "./million.ts";

const rounds = 3;

/** Query strings of the list. */
const pages: [string, string][] = [
  ["no filter", ""],
  ["leads", "type=lead"],
  ["qualified", "status=qualified"],
  ["customers who converted", "type=customer&status=converted"],
  ["search for a rare name", "search=zenaida+quinones"],
  ["search for a common name", "search=maria"],
  ["search and filter", "search=colon&type=lead"],
  ["search for an e-mail fragment", "search=p123456"],
  ["search for a phone fragment", "search=0123456"],
  ["sorted by name", "sort=name"],
  ["sorted by score", "sort=score"],
  ["sorted by stage", "sort=stage"],
];

export const peoplePage: Bench = {
  name: "people page and dashboard over a million people",
  run: async () => {
    const dir = await temporaryDir();
    const env = { FARO_ADMIN_EMAIL: "admin@example.com", FARO_ADMIN_PASSWORD: password };
    const faro = await startProcess({ dataDir: dir.path, env });
    const connection = JSON.parse(await readFile(join(dir.path, "database.json"), "utf8"));
    await seedMillion(connection);
    const signIn = await fetch(`${faro.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: env.FARO_ADMIN_EMAIL, password }),
    });
    const cookie = signIn.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const bare = await startBarePeople(JSON.stringify(connection));
    const figures: Figure[] = [];
    try {
      for (const [name, query] of pages) {
        const product: number[] = [];
        const peer: number[] = [];
        for (let round = 0; round < rounds; round++) {
          product.push(await requestsPerSecond(`${faro.url}/api/people?${query}`, { cookie }));
          peer.push(await requestsPerSecond(`${bare.url}?${query}`, { cookie }));
        }
        figures.push(
          {
            what: `${name}: Faro`,
            value: median(product),
            unit: "pages/s",
            ...(query.startsWith("search") ? { limit: { at: "least" as const, value: 300 } } : {}),
          },
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
      figures.push(await dryRunOfAll(faro.url, cookie));
      return figures;
    } finally {
      bare.stop();
      await faro.stop();
      await dir.remove();
    }
  },
};

/** The requests that the screen makes. */
const dryRunOfAll = async (url: string, cookie: string): Promise<Figure> => {
  const rule = {
    name: "Bench",
    triggers: [{ type: "intent_score", operator: ">=", value: "80" }],
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "Hello, {{first_name}}" }],
  };
  const started = performance.now();
  let after: string | null = null;
  let people = 0;
  do {
    const answer = await fetch(`${url}/api/rules/dry-run`, {
      method: "POST",
      headers: { cookie, origin: url, "content-type": "application/json" },
      body: JSON.stringify({ rule, part: { after } }),
    });
    if (!answer.ok) throw new Error(`The dry run was refused: ${answer.status} ${await answer.text()}`);
    const part = (await answer.json()) as { people: number; next: string | null };
    people += part.people;
    after = part.next;
  } while (after !== null);
  return {
    what: `dry run of one rule over ${people.toLocaleString("en")} people`,
    value: (performance.now() - started) / 1000,
    unit: "s",
    limit: { at: "most", value: 12 },
  };
};
