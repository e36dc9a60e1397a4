import { authenticatedRead } from "./authenticated-read.ts";
import { broadcasts } from "./broadcasts.ts";
import { costs } from "./cost.ts";
import { footprint } from "./footprint.ts";
import { importLocks } from "./import-locks.ts";
import { learning } from "./learning.ts";
import type { Bench } from "./measure.ts";
import { outgoingWebhooks } from "./outgoing-webhooks.ts";
import { peoplePage } from "./people-page.ts";
import { peopleSync } from "./people-sync.ts";
import { peopleWork } from "./people-work.ts";
import { messageReader } from "./reader.ts";
import { reports } from "./reports.ts";
import { routeChange } from "./route-change.ts";
import { ruleEvaluation } from "./rules.ts";
import { sending } from "./sending.ts";
import { sequences } from "./sequences.ts";
import { tokenCheck } from "./token-check.ts";
import { voice } from "./voice.ts";
import { webhooks } from "./webhooks.ts";

/** Every benchmark: one file and one line here. `npm run bench -- NAME` runs those whose name contains NAME. */
const benches: readonly Bench[] = [
  footprint,
  authenticatedRead,
  tokenCheck,
  peoplePage,
  peopleWork,
  peopleSync,
  importLocks,
  routeChange,
  webhooks,
  ...costs,
  ruleEvaluation,
  sequences,
  broadcasts,
  reports,
  learning,
  messageReader,
  sending,
  outgoingWebhooks,
  voice,
];

const nameFilter = process.argv[2] ?? "";
let failed = 0;
for (const bench of benches.filter(({ name }) => name.includes(nameFilter))) {
  console.log(`\n${bench.name}`);
  for (const { what, value, unit, limit } of await bench.run()) {
    const isMet = limit === undefined || (limit.at === "most" ? value <= limit.value : value >= limit.value);
    if (!isMet) failed += 1;
    const bound = limit === undefined ? "" : `  (at ${limit.at} ${limit.value}: ${isMet ? "met" : "MISSED"})`;
    console.log(
      `  ${what.padEnd(52)} ${value.toLocaleString("en", { maximumFractionDigits: 2 })} ${unit}${bound}`,
    );
  }
}
process.exitCode = failed > 0 ? 1 : 0;
