import { setTimeout as sleep } from "node:timers/promises";
import type { Workspace } from "./workspace.ts";

const pieceBytes = 2_097_152;

export type ImportTimes = {
  /** Seconds of each step. */
  reading: number;
  checking: number;
  running: number;
  /** How long a page of people took meanwhile, in milliseconds. */
  responses: number[];
};

/** Imports new people from a CSV file, step by step as the screen does. Each `run` has people of its own. */
export const importPeople = async (
  { send }: Pick<Workspace, "send">,
  count: number,
  run: number,
): Promise<ImportTimes> => {
  const rows = Array.from(
    { length: count },
    (_, n) => `Nueva,Persona ${n},nueva${run}-${n}@example.org,+1939${2_000_000 + run * 1_000_000 + n},feria`,
  );
  const content = Buffer.from(`First name,Last name,E-mail,Phone,Tags\n${rows.join("\n")}\n`);
  const { id } = await send("POST", "/api/imports", { name: "people.csv", size: content.length });
  for (let at = 0; at * pieceBytes < content.length; at++)
    await send("PUT", `/api/imports/${id}/pieces/${at}`, {
      contentBase64: content.subarray(at * pieceBytes, (at + 1) * pieceBytes).toString("base64"),
    });
  const stage = async (call: string, wanted: string): Promise<{ seconds: number; responses: number[] }> => {
    const started = performance.now();
    await send("POST", `/api/imports/${id}/${call}`, {});
    const responses: number[] = [];
    for (;;) {
      const asked = performance.now();
      await send("GET", "/api/people?sort=name");
      responses.push(performance.now() - asked);
      const { state } = await send("GET", `/api/batches/${id}`);
      if (state === wanted) return { seconds: (performance.now() - started) / 1000, responses };
      if (state === "failed") throw new Error(`The import failed at ${call}`);
      await sleep(100);
    }
  };
  const { seconds: reading } = await stage("read", "mapped");
  const { seconds: checking } = await stage("check", "checked");
  const { seconds: running, responses } = await stage("run", "done");
  return { reading, checking, running, responses };
};
