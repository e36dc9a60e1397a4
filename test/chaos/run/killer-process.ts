import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { faultKinds, planFaults } from "./fault-plan.ts";
import { logNames, type Order, type Setup } from "./protocol.ts";
import { createRandom } from "./random.ts";
import { openSyncedLog } from "./synced-log.ts";

/** Breaks one thing after the other, as the seed says, and mends it. */
const setup = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Setup;
const random = createRandom(setup.seed + 1);
export type FaultLine = { at: number; kind: string; forMs: number };
const log = openSyncedLog<FaultLine>(join(setup.folder, logNames.faults));

const order = async (wanted: Order): Promise<void> => {
  process.send?.(wanted);
  await once(process, "message");
};

const kinds = faultKinds.filter((kind) => kind !== "full disk" || setup.canFillDisk);
const end = Date.now() + setup.seconds * 1000;
for (const { kind, begin, forMs, end: mend } of planFaults(random, kinds)) {
  if (Date.now() >= end) break;
  log.add({ at: Date.now(), kind, forMs });
  for (const wanted of begin) await order(wanted);
  await sleep(forMs);
  for (const wanted of mend) await order(wanted);
  await sleep(200 + random.below(1_500));
}
log.close();
process.exit(0);
