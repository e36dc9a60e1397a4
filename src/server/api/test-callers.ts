import { testCaller as shownCaller, type TestCaller } from "#contract/test-callers.ts";
import { maxTestCallers } from "#domain/test-callers/test-caller.ts";
import { fingerprintOfScript, testedScript } from "#domain/test-callers/tested-script.ts";
import { newId } from "#server/db/id.ts";
import { testCallersJob } from "#server/jobs/test-callers-job.ts";
import {
  countTestCallers,
  deleteTestCaller,
  insertTestCallers,
  listTestCallers,
  lockTestCaller,
  startTestRun,
  stopTestRuns,
  type TestCallerRow,
  updateTestCaller,
} from "#server/store/voice/test-callers.ts";
import { lockScript } from "#server/store/workspace/scripts.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

const toCaller = ({ id, name, language, turns, runState, result, updatedAt }: TestCallerRow): TestCaller =>
  shownCaller.parse({ id, name, language, turns, runState, result, updatedAt: updatedAt.toISOString() });

export const testCallerHandlers: Handlers["testCallers"] = {
  list: async ({ input: { params }, services: { database } }) =>
    (await listTestCallers(database.db, params.id)).map(toCaller),

  create: async ({ input: { params, body }, actor, services: { write } }) => {
    const added = await write(actor, async ({ tx, audit, touch }) => {
      // Locked, so that two requests cannot pass the limit together.
      if (!(await lockScript(tx, params.id))) throw new Problem("not_found");
      const existing = await countTestCallers(tx, params.id);
      if (existing + body.callers.length > maxTestCallers) throw new Problem("too_many_test_callers");
      for (const { name } of body.callers)
        audit({
          eventType: "data_change",
          entityType: "script",
          entityId: params.id,
          details: { kind: "thing", verb: "added", thing: "test_caller", name },
        });
      touch("test-callers");
      return insertTestCallers(tx, params.id, body.callers);
    });
    return added.map(toCaller);
  },

  update: async ({ input: { params, body }, actor, services: { write } }) => {
    const { updatedAt, ...change } = body;
    const updated = await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockTestCaller(tx, params.id, params.callerId);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      if (Object.keys(change).length === 0) return before;
      audit({
        eventType: "data_change",
        entityType: "script",
        entityId: params.id,
        details: { kind: "thing", verb: "changed", thing: "test_caller", name: before.name },
        metadata: { changed: change },
      });
      touch("test-callers");
      return updateTestCaller(tx, params.callerId, change);
    });
    if (!updated) throw new Problem("not_found");
    return toCaller(updated);
  },

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockTestCaller(tx, params.id, params.callerId);
      if (!before) throw new Problem("not_found");
      await deleteTestCaller(tx, params.callerId);
      audit({
        eventType: "data_change",
        entityType: "script",
        entityId: params.id,
        details: { kind: "thing", verb: "deleted", thing: "test_caller", name: before.name },
      });
      touch("test-callers");
    });
    return { ok: true };
  },

  run: async ({ input: { params, body }, actor, services: { write } }) =>
    write(actor, async ({ tx, audit, touch, enqueue }) => {
      const stored = await lockScript(tx, params.id);
      if (!stored) throw new Problem("not_found");
      const script = testedScript.parse(body.script ?? stored);
      const isDraft = fingerprintOfScript(script) !== fingerprintOfScript(testedScript.parse(stored));
      const runId = newId();
      const started = await startTestRun(tx, params.id, runId, body.callerIds);
      if (started.length === 0) throw new Problem("not_found");
      enqueue(testCallersJob, {
        scriptId: params.id,
        runId,
        scriptVersion: stored.version,
        isDraft,
        script,
      });
      audit({
        eventType: "data_change",
        entityType: "script",
        entityId: params.id,
        details: { kind: "test_callers_started", name: stored.name, count: started.length },
      });
      touch("test-callers");
      return { count: started.length };
    }),

  stop: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const script = await lockScript(tx, params.id);
      if (!script) throw new Problem("not_found");
      if ((await stopTestRuns(tx, params.id)) === 0) return;
      audit({
        eventType: "data_change",
        entityType: "script",
        entityId: params.id,
        details: { kind: "test_callers_stopped", name: script.name },
      });
      touch("test-callers");
    });
    return { ok: true };
  },
};
