import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Fault, faults } from "#sandbox/faults.ts";
import { isDeep } from "../deep.ts";
import {
  type FaultCase,
  isSameCase,
  listCases,
  type SentMessage,
  sendAndKill,
  sendUndisturbed,
  sendUntilReached,
  updateActions,
} from "./kill-send-batch.ts";
import { type Cluster, type ClusterProcess, startCluster } from "./kill-send-cluster.ts";
import { findViolations, formatResults, readResults } from "./kill-send-results.ts";
import {
  essentialSteps,
  findMentionedIds,
  listMoments,
  type Step,
  type StepKind,
  stepLabel,
  stepName,
  transactionKind,
} from "./kill-send-steps.ts";

/** The small dose leaves out the hanging modes, which take ten seconds each, and those that need many retries. */
const modes: readonly Fault[] = isDeep
  ? faults
  : ["ok", "accept-cut", "accept-500", "early-callback", "duplicate-callbacks", "reordered-callbacks"];
/** A call whose callbacks precede its answer takes five seconds. */
const isQuick = ({ mode, channel }: FaultCase): boolean => mode !== "early-callback" || channel !== "call";
const casesFor = (kind?: StepKind): FaultCase[] =>
  listCases(kind, modes).filter((one) => isDeep || isQuick(one));
/** Each part has processes of its own. The parts of the full dose run side by side, because they mostly wait. */
const parts: readonly (readonly StepKind[])[] = isDeep
  ? [["claim", "call"], ["outcome"], ["callback"]]
  : [["claim", "call", "outcome", "callback"]];

/** The messages that reach each step. */
type StepCoverage = Map<StepKind, Map<string, Set<SentMessage>>>;

/** Waits until no callback has arrived for longer than the simulators' longest pause of 1.2 seconds. */
const waitForLastCallback = async ({ pool }: Cluster): Promise<void> => {
  const countCallbacks = async (): Promise<number> =>
    (await pool.query("SELECT count(*)::int AS n FROM delivery_receipts")).rows[0].n;
  for (let before = -1, now = await countCallbacks(); now !== before; now = await countCallbacks()) {
    before = now;
    await sleep(1500);
  }
};

/** Sends a batch without a kill and records which steps its messages take. */
const discoverSteps = async (
  cluster: Cluster,
): Promise<{ messages: SentMessage[]; coverage: StepCoverage }> => {
  const stopRecording = cluster.record();
  const messages = await sendUndisturbed(cluster, casesFor());
  const byId = new Map(messages.map((message) => [message.id, message]));
  const countOpen =
    "SELECT count(*)::int AS n FROM actions WHERE status IN ('pending', 'dispatching') AND attempts < 2";
  await expect.poll(async () => (await cluster.pool.query(countOpen)).rows[0].n, { timeout: 60_000 }).toBe(0);
  await waitForLastCallback(cluster);
  const coverage: StepCoverage = new Map([["call", new Map([["request", new Set(messages)]])]]);
  for (const transaction of stopRecording(new Set(byId.keys()))) {
    const kind = transactionKind(transaction);
    const mentioned = findMentionedIds(transaction, byId.keys()).flatMap((id) => byId.get(id) ?? []);
    if (!kind) continue;
    const labels = coverage.get(kind) ?? new Map<string, Set<SentMessage>>();
    coverage.set(kind, labels);
    transaction.forEach((_, index) => {
      const statements = transaction.slice(0, index + 1);
      const label = stepLabel(statements);
      // A trap can only match statements from the one on that identifies the kind.
      if (transactionKind(statements) === kind)
        labels.set(label, new Set([...(labels.get(label) ?? []), ...mentioned]));
    });
  }
  return { messages, coverage };
};

/** Which steps callbacks take, and in which batches, depends on the order of arrival; but each of them commits. */
const isReachedByChance = ({ kind, label, moment }: Step): boolean =>
  kind === "callback" && (label !== "COMMIT" || moment === "passed");

const maxRounds = (step: Step): number => (isDeep && !isReachedByChance(step) ? 6 : 1);

/** The order of callbacks is random, and in some orders a step is never reached. */
const patienceMs = (step: Step): number => (isReachedByChance(step) ? 20_000 : 90_000);

const commitLast = (one: string, other: string): number =>
  Number(one === "COMMIT") - Number(other === "COMMIT");
const listSteps = (coverage: StepCoverage, kinds: readonly StepKind[]): Step[] =>
  kinds.flatMap((kind) =>
    [...(coverage.get(kind)?.keys() ?? [])].toSorted(commitLast).flatMap((label) => listMoments(kind, label)),
  );

test.concurrent.each(parts.map((kinds) => ({ kinds })))(
  "a process killed at any step of sending ($kinds) causes at most one effect per message, and undecidable results become unknown",
  async ({ kinds }) => {
    await using resources = new AsyncDisposableStack();
    const cluster = resources.adopt(await startCluster(), (started) => started.stop());
    await sendUntilReached(cluster);
    let nextVictim: Promise<ClusterProcess> = cluster.start();
    const { messages: allMessages, coverage } = await discoverSteps(cluster);
    expect([...coverage.keys()].toSorted()).toEqual(["call", "callback", "claim", "outcome"]);
    const missed: string[] = [];
    let kills = 0;
    const steps = isDeep ? listSteps(coverage, kinds) : essentialSteps;
    for (const step of steps) {
      const reaching = [...(coverage.get(step.kind)?.get(step.label) ?? [])];
      const cases = casesFor(step.kind).filter((one) => reaching.some((message) => isSameCase(message, one)));
      let remaining = cases;
      const isReached = (): boolean =>
        step.kind === "callback" ? remaining.length < cases.length : remaining.length === 0;
      // All are sent again, because some take a step only in the company of others.
      for (let round = 0; !isReached() && round < maxRounds(step); round++) {
        const victim = await nextVictim;
        if (isDeep || step !== steps.at(-1)) nextVictim = cluster.start();
        const batch = { cases, remaining, patienceMs: patienceMs(step) };
        const messages = await sendAndKill(cluster, victim, step, batch);
        kills++;
        allMessages.push(...messages);
        remaining = remaining.filter(
          (one) => !messages.some((message) => isSameCase(message, one) && message.isCovered),
        );
      }
      if (isDeep)
        process.stdout.write(`${stepName(step)}: ${cases.length - remaining.length} of ${cases.length}\n`);
      const isMissed = isDeep ? !isReached() && !isReachedByChance(step) : remaining.length === cases.length;
      if (isMissed)
        missed.push(...remaining.map(({ mode, channel }) => `${stepName(step)}: ${mode} ${channel}`));
    }
    (await nextVictim).kill();
    await finishAll(cluster);
    const results = await readResults(cluster, allMessages);
    process.stdout.write(`${kills} kills, ${results.length} messages\n${formatResults(results)}\n`);
    const wrong = results
      .map((result) => ({ ...result, violations: findViolations(result) }))
      .filter(({ violations }) => violations.length > 0);
    expect(wrong).toEqual([]);
    expect(missed).toEqual([]);
    const { rows } = await cluster.pool.query(
      "SELECT sum((params ->> 'count')::int)::int AS n FROM notifications WHERE kind = 'send_unknown'",
    );
    expect(rows[0].n).toBeGreaterThanOrEqual(results.filter(({ status }) => status === "unknown").length);
  },
  3_600_000,
);

/** Expires leases and pauses until every action has its final status. */
const finishAll = async (cluster: Cluster): Promise<void> => {
  const { pool } = cluster;
  const countOpen = async (): Promise<number> =>
    (
      await pool.query(
        `SELECT count(*)::int AS n FROM actions
          WHERE status IN ('pending', 'dispatching') OR (status = 'unknown' AND messenger LIKE 'twilio%')`,
      )
    ).rows[0].n;
  const deadline = Date.now() + (isDeep ? 600_000 : 60_000);
  // The full dose waits for the real leases of the killed processes.
  if (!isDeep) await updateActions(cluster, "lease_until = now()", "status = 'dispatching'");
  while ((await countOpen()) > 0 && Date.now() < deadline) {
    // Skips the pauses before the next attempt, and the time that a vendor has to show an accepted message.
    await updateActions(cluster, "not_before = now()", "status = 'pending' AND not_before > now()");
    await updateActions(
      cluster,
      "not_before = now(), executed_at = executed_at - interval '3 minutes'",
      "status = 'unknown' AND executed_at > now() - interval '3 minutes'",
    );
    await sleep(250);
  }
  // A second effect of a finished message would be sent before these.
  await sendUntilReached(cluster);
  // A vendor hangs for ten seconds at most, so a late effect of the full dose shows within fifteen.
  if (isDeep) await sleep(15_000);
};
