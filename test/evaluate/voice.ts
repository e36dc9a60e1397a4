import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { CallerPersona } from "#sandbox/callers/persona.ts";
import { personas } from "#sandbox/callers/personas.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { type CallResult, startVoiceFaro, type VoiceFaro } from "../voice-calls.ts";
import { evaluateOwnCallers, readOwnCallers } from "./own-callers.ts";
import { evaluationKnowledge, evaluationScripts } from "./voice-business.ts";
import { type Judged, judge, latencies, type Rule, rules } from "./voice-rules.ts";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "4" },
    /** How much faster than real speech. */
    speed: { type: "string", default: "10" },
    together: { type: "string", default: "8" },
    /** Beginnings of ids; `none` leaves all of them out. */
    personas: { type: "string", default: "" },
    /** A file with callers of one's own, in the form of the script editor's test callers. */
    callers: { type: "string", default: "" },
    /** `model`: the simulated or configured vendor. `script`: without any vendor. */
    mode: { type: "string", default: "model" },
    verbose: { type: "boolean", default: false },
  },
});
const times = Number(values.times);

const chosen = personas.filter(
  ({ id }) => values.personas === "" || values.personas.split(",").some((name) => id.startsWith(name)),
);

/** A real vendor, where its name and key are given: FARO_EVALUATE_VENDOR, FARO_EVALUATE_KEY, FARO_EVALUATE_MODEL. */
const chooseVendor = async (faro: VoiceFaro): Promise<string> => {
  const { FARO_EVALUATE_VENDOR: vendor, FARO_EVALUATE_KEY: apiKey, FARO_EVALUATE_MODEL: model } = process.env;
  const providers = (await faro.send("GET", "/api/ai-providers")).body as { id: string; vendor: string }[];
  for (const provider of providers) {
    const isChosen =
      values.mode === "model" && (vendor ? provider.vendor === vendor : provider.vendor === "openai");
    await faro.send("PUT", `/api/ai-providers/${provider.id}`, {
      enabled: isChosen,
      maxConcurrent: 50,
      ...(isChosen && apiKey ? { apiKey } : {}),
      ...(isChosen && model ? { model } : {}),
    });
  }
  if (values.mode === "script") return "no vendor: the script alone";
  return vendor ? `${vendor} ${model ?? ""}` : "the simulated vendor";
};

const prepare = async (faro: VoiceFaro, hasOwnBusiness: boolean): Promise<Record<string, string>> => {
  await faro.control({ relay: { speed: Number(values.speed) } });
  await faro.send("PUT", "/api/voice/phone", {
    transferTargets: [{ kind: "number", label: "Office", number: "+17875550199" }],
    staffedFrom: "00:00",
    staffedTo: "23:59",
    staffedDays: [1, 2, 3, 4, 5, 6, 7],
  });
  // Callers with a script of their own talk to that business alone.
  if (!hasOwnBusiness)
    for (const entry of evaluationKnowledge) await faro.send("POST", "/api/knowledge", entry);
  const ids = await Promise.all(
    Object.entries(evaluationScripts).map(async ([language, script]) => [
      language,
      await faro.script(script),
    ]),
  );
  return Object.fromEntries(ids);
};

const runOne = async (
  faro: VoiceFaro,
  persona: CallerPersona,
  number: number,
  scriptId: string,
): Promise<{ judged: Judged; call: CallResult }> => {
  const person = await faro.person(number, persona.language);
  await faro.control({ caller: { number: person.phone, persona: persona.id } });
  const call = await faro.ended(await faro.place(person, scriptId));
  const { rows } = await faro.pool.query(
    "SELECT count(*)::int AS count FROM suppressions WHERE caused_by IN (SELECT id FROM events WHERE person_id = $1) AND state = 'opted_out'",
    [person.id],
  );
  const { rows: later } = await faro.pool.query(
    "SELECT count(*)::int AS count FROM actions WHERE person_id = $1 AND id <> $2 AND status NOT IN ('blocked', 'cancelled')",
    [person.id, call.id],
  );
  return {
    judged: judge(persona, call, { isOptedOut: rows[0].count > 0, laterSends: later[0].count }),
    call,
  };
};

/** Runs the work with at most so many at once. */
const inPool = async <T>(work: (() => Promise<T>)[], size: number): Promise<T[]> => {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < work.length) {
      const index = next++;
      results[index] = await (work[index] as () => Promise<T>)();
    }
  };
  await Promise.all(Array.from({ length: Math.min(size, work.length) }, worker));
  return results;
};

const combinations = (n: number, k: number): number => {
  let result = 1;
  for (let i = 0; i < k; i++) result = (result * (n - i)) / (i + 1);
  return k > n ? 0 : result;
};
/** The chance that k trials in a row succeed, from c successes in n trials. */
const passHat = (c: number, n: number, k: number): number => combinations(c, k) / combinations(n, k);

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const main = async (): Promise<void> => {
  const own = values.callers === "" ? undefined : await readOwnCallers(values.callers);
  await using resources = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "faro-voice-"));
  resources.defer(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbedded({ dataDir, report: () => {}, settings: { max_connections: "200" } });
  resources.defer(postgres.stop);
  await migrate(postgres.connection);
  const faro = await startVoiceFaro({}, postgres.connection);
  try {
    const vendor = await chooseVendor(faro);
    const scripts = await prepare(faro, chosen.length === 0 && own?.script !== undefined);
    const ownFailures = own ? await evaluateOwnCallers(faro, own, { times, scripts, print }) : 0;
    if (ownFailures > 0) process.exitCode = 1;
    if (chosen.length === 0) return;
    print(`\n${chosen.length} callers, ${times} times each, ${vendor}`);
    let number = 0;
    const work = chosen.flatMap((persona) =>
      Array.from({ length: times }, () => {
        const own = number++;
        return async () => ({
          persona,
          ...(await runOne(faro, persona, own, scripts[persona.language] ?? "")),
        });
      }),
    );
    const runs = await inPool(work, Number(values.together));
    print(`\n| caller | ${rules.join(" | ")} |\n|---|${rules.map(() => "---").join("|")}|`);
    let failures = 0;
    for (const persona of chosen) {
      const own = runs.filter((run) => run.persona === persona);
      const cell = (rule: Rule): string => {
        const judged = own.map(({ judged: result }) => result[rule]);
        if (judged.every((result) => result === null)) return "–";
        const successes = judged.filter((result) => result === null || result.ok).length;
        if (successes < own.length) failures++;
        return passHat(successes, own.length, times).toFixed(2);
      };
      print(`| ${persona.id} | ${rules.map(cell).join(" | ")} |`);
    }
    const bad = runs.filter(({ judged }) => rules.some((rule) => judged[rule]?.ok === false));
    const shown = values.verbose ? runs : bad;
    for (const { persona, judged, call } of shown) {
      print(
        `\n${persona.id}: ${rules.flatMap((rule) => (judged[rule]?.ok === false ? [`${rule}: ${judged[rule].why}`] : [])).join("; ")}`,
      );
      for (const { speaker, text, isInterrupted, marks } of call.turns)
        print(`  ${speaker.padEnd(9)} ${text}${isInterrupted ? " (cut)" : ""} ${marks.join(" ")}`);
    }
    print("\n| stage | answers | p50 ms | p95 ms |\n|---|---|---|---|");
    for (const [stage, measured] of Object.entries(await latencies(faro.pool)))
      print(
        `| ${stage} | ${measured.length} | ${percentile(measured, 0.5)} | ${percentile(measured, 0.95)} |`,
      );
    print(`\n${failures} of ${chosen.length * rules.length} cells are below 1.00`);
    if (failures > 0) process.exitCode = 1;
  } finally {
    await faro.stop();
  }
};

await main();
