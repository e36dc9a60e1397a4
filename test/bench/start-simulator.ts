import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { json } from "./signed-in.ts";

/** Starts the vendor simulators in their own process, so that they take no time of the measured one. */
export const startSimulator = async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "simulator.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const url = line.toString().trim();
  return {
    url,
    control: (settings: object) =>
      fetch(`${url}/_control`, { method: "POST", headers: json, body: JSON.stringify(settings) }),
    /** The delivered messages: recipient and time. */
    effects: async () => {
      const answer = await fetch(`${url}/sandbox/api/ledger?effects=1`);
      const entries = (await answer.json()) as { effect: { to: string; at: string } }[];
      return entries.map(({ effect }) => ({ to: effect.to, at: Date.parse(effect.at) }));
    },
    stop: () => child.kill(),
  };
};
export type Simulator = Awaited<ReturnType<typeof startSimulator>>;
