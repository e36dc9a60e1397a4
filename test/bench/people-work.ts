import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { findContactableNumbers } from "../contactable-people.ts";
import { importPeople } from "./import-people.ts";
import { type Bench, type Figure, median, percentile, readResidentMb } from "./measure.ts";
import { seedConversations } from "./million.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const connections = 16;
const replies = 20;
const importedRows = 100_000;

/** The 95th percentile with all connections busy. The list of autocannon has the 97.5th, which is stricter. */
const latencyUnderLoad = async ({ url, cookie }: Workspace, path: string, body?: object): Promise<number> => {
  const result = await autocannon({
    url: url + path,
    connections,
    duration: 5,
    headers: { cookie, origin: url, "content-type": "application/json" },
    ...(body ? { method: "POST" as const, body: JSON.stringify(body) } : {}),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: ${result.non2xx} failed`);
  return result.latency.p97_5;
};

const inboxPages: [string, string][] = [
  ["open", "view=open"],
  ["waiting the longest", "view=waiting"],
  ["mine", "view=mine"],
  ["unassigned", "view=unassigned"],
  ["closed", "view=closed"],
];

const measureInbox = async (workspace: Workspace): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, query] of inboxPages)
    figures.push({
      what: `inbox, ${name}, p95 at ${connections} connections`,
      value: await latencyUnderLoad(workspace, `/api/inbox?${query}`),
      unit: "ms",
      limit: { at: "most", value: 50 },
    });
  const { rows } = await workspace.pool.query(
    "SELECT person_id AS id, count(*) FROM messages GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
  );
  for (const path of [`/api/inbox/${rows[0].id}`, `/api/inbox/${rows[0].id}/items`])
    figures.push({
      what: `thread of ${rows[0].count} messages: ${path.endsWith("items") ? "items" : "state"}, p95`,
      value: await latencyUnderLoad(workspace, path),
      unit: "ms",
      limit: { at: "most", value: 100 },
    });
  return figures;
};

const audiences: [string, object, string][] = [
  [
    "qualified leads with intent",
    {
      all: [
        { field: "type", op: "is_any_of", value: ["lead"] },
        { field: "status", op: "is_any_of", value: ["qualified"] },
        { field: "intent", op: ">=", value: 60 },
      ],
    },
    "updated",
  ],
  [
    "the same, by score",
    {
      all: [
        { field: "type", op: "is_any_of", value: ["lead"] },
        { field: "status", op: "is_any_of", value: ["qualified"] },
        { field: "intent", op: ">=", value: 60 },
      ],
    },
    "score",
  ],
  [
    "leads with a tag and intent",
    {
      all: [
        { field: "type", op: "is_any_of", value: ["lead"] },
        { field: "tags", op: "has_any", value: ["vip"] },
        { field: "intent", op: ">=", value: 60 },
      ],
    },
    "stage",
  ],
  [
    "tag, wrote lately, waiting",
    {
      all: [
        { field: "tags", op: "has_any", value: ["vip"] },
        { field: "last_inbound_at", op: "in_last", value: { last: 7, unit: "days" } },
        { field: "thread.state", op: "is_any_of", value: ["open"] },
      ],
    },
    "updated",
  ],
  [
    "the same, by score",
    {
      all: [
        { field: "tags", op: "has_any", value: ["vip"] },
        { field: "last_inbound_at", op: "in_last", value: { last: 7, unit: "days" } },
        { field: "thread.state", op: "is_any_of", value: ["open"] },
      ],
    },
    "score",
  ],
  [
    "rare: name, tag, customer",
    {
      all: [
        { field: "last_name", op: "contains", value: "quiñones 77" },
        { field: "tags", op: "has_any", value: ["vip"] },
        { field: "type", op: "is_any_of", value: ["customer"] },
      ],
    },
    "name",
  ],
  [
    "few of many",
    {
      all: [
        { field: "tags", op: "has_any", value: ["vip"] },
        { field: "type", op: "is_any_of", value: ["customer"] },
        { field: "intent", op: ">=", value: 99 },
      ],
    },
    "name",
  ],
  [
    "no match at all",
    {
      all: [
        { field: "tags", op: "has_any", value: ["gone"] },
        { field: "type", op: "is_any_of", value: ["customer"] },
        { field: "last_outbound_at", op: "more_than_ago", value: { last: 7, unit: "days" } },
      ],
    },
    "updated",
  ],
];

const measureAudiences = async ({ send }: Workspace): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, audience, sort] of audiences) {
    const times: number[] = [];
    for (let round = 0; round < 7; round++) {
      const started = performance.now();
      await send("POST", "/api/audiences/people", { audience, sort });
      times.push(performance.now() - started);
    }
    figures.push({
      what: `audience "${name}", sorted by ${sort}, first page`,
      value: median(times),
      unit: "ms",
      limit: { at: "most", value: 150 },
    });
  }
  return figures;
};

/** From the end of the time in which a reply can be taken back to its arrival at the vendor. */
const measureReplies = async ({ send, pool, simulator }: Workspace): Promise<Figure[]> => {
  const { phone, timezone } = findContactableNumbers(Date.now());
  const due = new Map<string, number>();
  for (let n = 1; n <= replies; n++) {
    const { id } = await send("POST", "/api/people", {
      firstName: "Ana",
      phone: phone(n),
      timezone,
      consents: { sms: true },
      isSeparatePerson: true,
    });
    const { undoUntil = "" } = await send("POST", `/api/inbox/${id}/messages`, {
      channel: "sms",
      text: "We call you at three.",
      seenUpTo: null,
    });
    due.set(phone(n), Date.parse(undoUntil));
    await sleep(200);
  }
  let effects = await simulator.effects();
  for (let tries = 0; effects.length < replies && tries < 150; tries++) {
    await sleep(200);
    effects = await simulator.effects();
  }
  if (effects.length < replies) {
    const { rows } = await pool.query("SELECT status, reasons FROM actions ORDER BY created_at DESC LIMIT 1");
    throw new Error(`${effects.length} of ${replies} replies arrived: ${JSON.stringify(rows)}`);
  }
  const times = effects.map(({ to, at }) => at - (due.get(to) ?? 0));
  return [50, 95].map((percent) => ({
    what: `a reply at the vendor after its undo time, p${percent}`,
    value: percentile(times, percent),
    unit: "ms",
    limit: { at: "most", value: 300 },
  }));
};

const measureExport = async ({ url, cookie, pid }: Workspace): Promise<Figure[]> => {
  const started = performance.now();
  const answer = await fetch(`${url}/api/exports/people?format=csv`, { headers: { cookie } });
  if (!answer.ok || !answer.body) throw new Error(`The export was refused: ${answer.status}`);
  let lines = 0;
  /** Of the whole export, and while its first tenth was written, which fills the caches and buffers. */
  let most = 0;
  let mostAtFirst = 0;
  let checkedAt = 0;
  for await (const part of answer.body) {
    for (const byte of part as Uint8Array) if (byte === 10) lines += 1;
    if (performance.now() - checkedAt < 250) continue;
    checkedAt = performance.now();
    most = Math.max(most, await readResidentMb(pid));
    if (lines < 100_000) mostAtFirst = most;
  }
  const seconds = (performance.now() - started) / 1000;
  return [
    { what: `export of ${(lines - 1).toLocaleString("en")} people`, value: lines / seconds, unit: "rows/s" },
    {
      what: "memory that the export adds after 100,000 rows",
      value: most - mostAtFirst,
      unit: "MB",
      limit: { at: "most", value: 50 },
    },
  ];
};

const measureImport = async (workspace: Workspace): Promise<Figure[]> => {
  const { reading, checking, running, responses } = await importPeople(workspace, importedRows, 0);
  return [
    { what: "import: reading the file", value: importedRows / reading, unit: "rows/s" },
    { what: "import: check", value: importedRows / checking, unit: "rows/s" },
    {
      what: `import of ${importedRows.toLocaleString("en")} people`,
      value: importedRows / running,
      unit: "rows/s",
      limit: { at: "least", value: 5000 },
    },
    {
      what: "a page of people during the import, p95",
      value: percentile(responses, 95),
      unit: "ms",
      limit: { at: "most", value: 200 },
    },
  ];
};

const measureDuplicates = async ({ send, pool }: Workspace): Promise<Figure[]> => {
  const started = performance.now();
  await send("POST", "/api/duplicates/find", {});
  const text = "SELECT count(*) FROM pgboss.job WHERE name = 'find-duplicates' AND state < 'completed'";
  do await sleep(500);
  while (Number((await pool.query(text)).rows[0].count) > 0);
  const { rows } = await pool.query("SELECT count(*) FROM possible_duplicates");
  return [
    {
      what: `full pass for duplicates, ${rows[0].count} pairs`,
      value: (performance.now() - started) / 1000,
      unit: "s",
      limit: { at: "most", value: 600 },
    },
  ];
};

export const peopleWork: Bench = {
  name: "inbox, audiences, import, export and duplicates over a million people",
  run: async () => {
    await using workspace = await openWorkspace();
    await seedConversations(workspace.connection);
    return [
      ...(await measureInbox(workspace)),
      ...(await measureAudiences(workspace)),
      ...(await measureReplies(workspace)),
      ...(await measureExport(workspace)),
      ...(await measureDuplicates(workspace)),
      ...(await measureImport(workspace)),
    ];
  },
};
