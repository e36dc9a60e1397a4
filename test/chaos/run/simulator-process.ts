import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSandbox } from "#sandbox/sandbox.ts";
import { logNames } from "./protocol.ts";
import { openSyncedLog } from "./synced-log.ts";

/** The simulators of the vendors in a process that no fault touches, and what took effect at them, on disk. */
type Effect = { id: number; effect?: { actionId: string | null; to: string; at: string } };
export type LedgerLine = { id: number; actionId: string | null; to: string; at: number };

/** An entry has its effect only when the vendor has accepted, which may be seconds after it was opened. */
const lookedAtAgain = 2_000;
const everyMs = 500;

// The run has ended without this process.
process.once("disconnect", () => process.exit(1));

process.once("message", async ({ folder, seed }: { folder: string; seed: number }) => {
  const sandbox = await startSandbox({ port: 0 });
  const log = openSyncedLog<LedgerLine>(join(folder, logNames.ledger));
  const written = new Set<number>();
  let newest = 0;
  const copy = async (since: number): Promise<void> => {
    const answer = await fetch(`${sandbox.url}/sandbox/api/ledger?effects=1&since=${Math.max(0, since)}`);
    const entries = ((await answer.json()) as Effect[]).filter(({ id }) => !written.has(id));
    const lines = entries.flatMap(({ id, effect }) =>
      effect ? [{ id, actionId: effect.actionId, to: effect.to, at: Date.parse(effect.at) }] : [],
    );
    log.add(...lines);
    for (const { id } of lines) written.add(id);
    newest = Math.max(newest, ...lines.map(({ id }) => id));
  };
  let isDone = false;
  const copying = (async () => {
    while (!isDone) {
      await copy(newest - lookedAtAgain);
      await sleep(everyMs);
    }
  })();
  await fetch(`${sandbox.url}/_control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ seed, paceMs: [20, 120] }),
  });
  process.send?.({ url: sandbox.url, smtpPort: sandbox.smtpPort });
  process.once("message", async () => {
    isDone = true;
    await copying;
    await copy(0);
    log.close();
    await sandbox.stop();
    process.exit(0);
  });
});
