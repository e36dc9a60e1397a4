import { retryPolicies } from "#domain/retry.ts";
import type { PlayedTestCall, TestCallResult } from "#domain/test-callers/test-result.ts";
import { fingerprintOfCaller, fingerprintOfScript } from "#domain/test-callers/tested-script.ts";
import { system } from "#server/audit/entry.ts";
import { createConcurrencyLimit } from "#server/concurrency-limit.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { type TestCallersRun, testCallersJob } from "#server/jobs/test-callers-job.ts";
import {
  claimTestCaller,
  listRunCallers,
  saveTestResult,
  type TestCallerRow,
} from "#server/store/voice/test-callers.ts";

/** Calls at once in a run: models answer in parallel, and real calls keep most of the processor. */
const maxCallsAtOnce = 3;

const brokenCall: PlayedTestCall = {
  outcome: "broken",
  opening: "",
  turns: [],
  endReason: null,
  model: null,
  cost: 0,
};

const resultOf = (
  played: PlayedTestCall,
  { script, scriptVersion, isDraft }: TestCallersRun,
  caller: Pick<TestCallerRow, "language" | "turns">,
): TestCallResult => ({
  ...played,
  at: new Date().toISOString(),
  scriptVersion,
  isDraft,
  scriptFingerprint: fingerprintOfScript(script),
  callerFingerprint: fingerprintOfCaller(caller),
});

const runOne = async (run: TestCallersRun, id: string, context: JobContext): Promise<void> => {
  const { write, log } = context;
  const caller = await write(system, async ({ tx, touch }) => {
    touch("test-callers");
    return claimTestCaller(tx, run.runId, id);
  });
  if (!caller) return;
  // Loaded with the first run: calls are held by the web part.
  const { playTestCaller } = await import("./play-test-caller.ts");
  const played = await playTestCaller(context, caller, run).catch((error: unknown) => {
    log.warn({ error, callerId: id }, "a test caller could not be played");
    return brokenCall;
  });
  await write(system, async ({ tx, touch }) => {
    await saveTestResult(tx, run.runId, id, resultOf(played, run, caller));
    touch("test-callers");
  });
};

/** Plays the callers of a run. After a crash it goes on with those that have no result. */
export const runTestCallers = defineJob({
  ...testCallersJob,
  retry: retryPolicies.scheduledJob,
  batchSize: 1,
  concurrency: 2,
  run: async (runs, context) => {
    for (const run of runs) {
      const limit = createConcurrencyLimit();
      const callers = await listRunCallers(context.database.db, run.runId);
      await Promise.all(callers.map(({ id }) => limit(maxCallsAtOnce, () => runOne(run, id, context))));
    }
  },
  onDeadLetter: async (run, { tx, touch }) => {
    for (const caller of await listRunCallers(tx, run.runId))
      await saveTestResult(tx, run.runId, caller.id, resultOf(brokenCall, run, caller));
    touch("test-callers");
  },
});
