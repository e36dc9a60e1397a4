import { readFile } from "node:fs/promises";
import * as z from "zod";
import type { TestCaller } from "#contract/test-callers.ts";
import { maxTestCallers, type TestCallerInput, testCallerInput } from "#domain/test-callers/test-caller.ts";
import type { TestCallResult } from "#domain/test-callers/test-result.ts";
import type { VoiceFaro } from "../voice-calls.ts";
import { until } from "../voice-dialogue.ts";

const callers = z.array(testCallerInput).min(1).max(maxTestCallers);

/** A list of callers, or callers with the script and the knowledge that they talk to, as the API takes them. */
const ownCallersFile = z.union([
  callers.transform((list) => ({ callers: list, script: undefined, knowledge: [] })),
  z.strictObject({
    callers,
    script: z.record(z.string(), z.unknown()).optional(),
    knowledge: z.array(z.record(z.string(), z.unknown())).default([]),
  }),
]);
export type OwnCallers = z.infer<typeof ownCallersFile>;

export const readOwnCallers = async (path: string): Promise<OwnCallers> => {
  const parsed = ownCallersFile.safeParse(JSON.parse(await readFile(path, "utf8")));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
};

type OwnRun = { caller: TestCallerInput; result: TestCallResult };

const required = async (faro: VoiceFaro, method: string, path: string, body?: object) => {
  const answer = await faro.send(method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Runs all callers of a script as the script editor does. */
const runOnce = async (faro: VoiceFaro, scriptId: string): Promise<OwnRun[]> => {
  const path = `/api/scripts/${scriptId}/callers`;
  await required(faro, "POST", `${path}/run`, {});
  const ended = await until("the test callers have talked", async () => {
    const list: TestCaller[] = await required(faro, "GET", path);
    return list.every(({ runState }) => runState === null) && list;
  });
  return ended.flatMap(({ result, ...caller }) => (result ? [{ caller, result }] : []));
};

const transcriptOf = ({ opening, turns, outcome }: TestCallResult): string[] => [
  ...(outcome === "broken" ? ["  the conversation could not be played"] : [`  agent     ${opening}`]),
  ...turns.flatMap(({ say, isReached, answer, checks }) => [
    `  caller    ${say}`,
    ...(isReached ? [`  agent     ${answer}`] : []),
    ...checks.map(({ expected: { kind, ...values }, reason }) => {
      const { code, ...found } = reason ?? { code: "met" };
      const words = (object: object) => Object.values(object).map((value) => JSON.stringify(value));
      return `    ${reason ? "✗" : "✓"} ${[kind, ...words(values)].join(" ")}${reason ? `: ${[code, ...words(found)].join(" ")}` : ""}`;
    }),
  ]),
];

/** Prints how often each caller passed, and the transcript of each failure; returns how many callers failed. */
export const evaluateOwnCallers = async (
  faro: VoiceFaro,
  own: OwnCallers,
  options: { times: number; scripts: Record<string, string>; print: (line: string) => void },
): Promise<number> => {
  const { times, scripts, print } = options;
  for (const entry of own.knowledge) await required(faro, "POST", "/api/knowledge", entry);
  const ownScript: string | undefined =
    own.script && (await required(faro, "POST", "/api/scripts", own.script)).id;
  const byScript = Map.groupBy(
    own.callers,
    ({ language }) => ownScript ?? scripts[language] ?? scripts.en ?? "",
  );
  const runs: OwnRun[] = [];
  for (const [scriptId, group] of byScript) {
    await required(faro, "POST", `/api/scripts/${scriptId}/callers`, { callers: group });
    for (let count = 0; count < times; count++) runs.push(...(await runOnce(faro, scriptId)));
  }
  print(`\n| caller of one's own | passed | of |\n|---|---|---|`);
  const byName = Map.groupBy(runs, ({ caller: { name } }) => name);
  const hasFailed = ({ result }: OwnRun): boolean => result.outcome !== "passed";
  for (const [name, all] of byName)
    print(`| ${name} | ${all.filter((run) => !hasFailed(run)).length} | ${all.length} |`);
  for (const { caller, result } of runs.filter(hasFailed))
    print([`\n${caller.name}: ${result.outcome}`, ...transcriptOf(result)].join("\n"));
  return [...byName.values()].filter((all) => all.some(hasFailed)).length;
};
