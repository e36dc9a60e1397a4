import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { lint, runSteps, types } from "./run.mjs";

/**
 * The integration tests of each area of the code, by a word in the path of a changed file. Vitest's own `--changed`
 * cannot tell them apart: nearly every integration test starts the whole product and so imports all of it.
 */
const areas = [
  [/ingest|endpoint|mapping/, ["endpoints", "hooks", "record", "group-commit", "pull"]],
  [/mail|smtp|imap/, ["mail", "mail-endpoint", "mailbox", "bounces"]],
  [/react|rule|score|automation/, ["rules", "explanations", "counters"]],
  [/deliver|action|messag|channel|twilio|whatsapp/, ["delivery", "messengers", "unknown-sends", "inbound"]],
  [/voice|call|script/, ["calls", "voice"]],
  [/compliance|consent|suppress|opt-out|hours|holiday/, ["compliance", "contact-policy"]],
  [/connect|integration|sandbox|egress/, ["integrations", "messengers", "public-data"]],
  [/\/ai\b|\/ai-|brain|tts/, ["ai-providers"]],
  [/reading|reader/, ["reading"]],
  [/people|person|timeline/, ["people"]],
  [/dashboard|counter|usage|stats/, ["dashboard", "counters"]],
  [/auth|session|access|user|password|account/, ["access", "sign-in", "users"]],
  [/audit|vault|keyring/, ["audit"]],
  [/demo|workspace/, ["demo"]],
  [/backup|migrat|schema/, ["backup", "specification"]],
  [/jobs|housekeeping|worker/, ["jobs"]],
  [/live|listener|topic|notif/, ["live"]],
  [/server\/db\//, ["round-trip", "outage"]],
  [/embedded/, ["embedded-postgres"]],
  [/server\/[^/]+\.ts$/, ["start"]],
  [/contract|openapi|metrics/, ["docs", "specification"]],
];
/** Keeps the whole run under 90 seconds on two cores. */
const maxFiles = 6;

const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
const tryGit = (...args) => {
  try {
    return git(...args);
  } catch {
    return [];
  }
};

/** Files that differ from the upstream branch, or from the last commit where there is none. */
const listChangedFiles = () => {
  const [base = "HEAD"] = tryGit("merge-base", "HEAD", "@{upstream}");
  return [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
};

const findIntegrationTests = (changedFiles) => {
  const hits = new Map();
  const add = (file, weight) => hits.set(file, (hits.get(file) ?? 0) + weight);
  for (const changed of changedFiles) {
    // A changed integration test always runs.
    if (/^test\/[^/]+\.test\.ts$/.test(changed)) add(changed, 1000);
    if (!/^src\/(domain|contract|server|sandbox)\//.test(changed) || changed.endsWith(".test.ts")) continue;
    for (const [pattern, names] of areas)
      if (pattern.test(changed)) for (const name of names) add(`test/${name}.test.ts`, 1);
  }
  return [...hits]
    .toSorted(([, one], [, other]) => other - one)
    .map(([file]) => file)
    .filter(existsSync);
};

await runSteps([
  lint,
  types,
  { title: "Unit tests", command: "vitest", args: ["run", "--project=unit", "--reporter=dot"] },
]);
const affected = findIntegrationTests(listChangedFiles());
const chosen = affected.slice(0, maxFiles);
if (chosen.length > 0)
  await runSteps([
    {
      title: `Integration tests of the changed files: ${chosen.join(", ")}`,
      command: "vitest",
      args: ["run", "--project=integration", ...chosen],
    },
  ]);
if (affected.length > chosen.length)
  process.stdout.write(`Left to npm test: ${affected.slice(maxFiles).join(", ")}\n`);
