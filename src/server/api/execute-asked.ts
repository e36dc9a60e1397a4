import type {
  ApprovalContent,
  ApprovalFailure,
  AskedBroadcast,
  AskedRuns,
} from "#domain/approvals/content.ts";
import { startedStates } from "#domain/broadcasts/broadcast.ts";
import type { Language } from "#domain/language.ts";
import type { Tx } from "#server/db/database.ts";
import { findCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { findRule } from "#server/store/automation/rules.ts";
import { lockBroadcast, type StoredBroadcast } from "#server/store/broadcasts/broadcasts.ts";
import type { NewApproval } from "#server/store/delivery/approvals.ts";
import { mayStartBroadcasts } from "#server/store/delivery/broadcast-approvals.ts";
import type { WriteContext } from "#server/store/write.ts";
import {
  areStepsReadable,
  cancelBroadcast,
  describeBroadcast,
  lockBroadcastIn,
  pauseBroadcast,
  reachedOf,
  readStartObstacle,
  resumeBroadcast,
  startBroadcast,
  startRequestEnd,
} from "./change-broadcast.ts";
import { Problem } from "./problem.ts";
import { changeRuns, startRuns } from "./runs.ts";

/** The broadcast that an approval is about, locked. */
export const lockAskedBroadcast = async (
  tx: Tx,
  content: ApprovalContent,
): Promise<StoredBroadcast | undefined> =>
  "broadcast" in content ? lockBroadcast(tx, content.broadcast.id) : undefined;

/** What a program asks to do with a broadcast. A user is not asked for what would be refused anyway. */
export const prepareBroadcast = async (
  context: WriteContext,
  { broadcastId, verb }: { broadcastId: string; verb: AskedBroadcast["verb"] },
  language: Language,
): Promise<Pick<NewApproval, "content" | "cost" | "gate"> & { expiresAt?: number }> => {
  const { tx, clock } = context;
  const states = {
    start: ["checked"],
    pause: ["sending"],
    resume: ["paused"],
    cancel: ["scheduled", ...startedStates],
  } as const;
  const broadcast = await lockBroadcastIn(context, broadcastId, states[verb]);
  const content = { broadcast: await describeBroadcast(tx, broadcast, verb, "program", language) };
  if (verb !== "start") return { content, cost: null, gate: null };
  if (broadcast.approval) throw new Problem("broadcast_asked");
  const confirmed = { people: reachedOf(broadcast), version: undefined };
  const obstacle = await readStartObstacle(context, broadcast, confirmed);
  if (obstacle === "broadcast_nobody") throw new Problem("broadcast_nobody");
  if (obstacle) throw new Problem("broadcast_check_old");
  return {
    ...{ content, cost: broadcast.counted?.cost.toFixed(5) ?? null, gate: null },
    expiresAt: startRequestEnd(broadcast, clock.now()),
  };
};

/** Does with a broadcast what was approved; the reason where that is not possible any more. */
export const executeBroadcast = async (
  context: WriteContext,
  asked: AskedBroadcast,
  askerId: string | null,
  language: Language,
): Promise<ApprovalFailure | null> => {
  const { tx } = context;
  try {
    if (asked.verb === "pause") {
      await pauseBroadcast(context, asked.id);
      return null;
    }
    if (asked.verb === "resume") {
      await resumeBroadcast(context, asked.id);
      return null;
    }
    if (asked.verb === "cancel") {
      await cancelBroadcast(context, asked.id);
      return null;
    }
    const broadcast = await lockBroadcastIn(context, asked.id, ["checked"]);
    if (askerId === null || !(await mayStartBroadcasts(tx, askerId))) return "asker_refused";
    const confirmed = { people: asked.people ?? 0, version: asked.version };
    const obstacle = await readStartObstacle(context, broadcast, confirmed);
    if (obstacle) return obstacle;
    if (!(await areStepsReadable(tx, broadcast.definition.actions, language)))
      return "broadcast_templates_changed";
    await startBroadcast(context, broadcast);
    return null;
  } catch (error) {
    // Thrown before anything is written.
    if (error instanceof Problem && ["not_found", "broadcast_state"].includes(error.code))
      return "broadcast_state";
    throw error;
  }
};

/** Starts a rule for people, or stops runs, as it was approved; the reason where nothing could be done. */
export const executeRuns = async (
  context: WriteContext,
  { verb, rule, ids }: AskedRuns,
  { userId, timezone }: { userId: string; timezone: string },
): Promise<ApprovalFailure | null> => {
  if (verb === "stop") {
    const { changed } = await changeRuns(context, ids, { kind: "stop" }, userId);
    return changed === 0 ? "runs_over" : null;
  }
  const stored = rule && (await findRule(context.tx, rule.id));
  const compiled = rule && (await findCompiledRule(context.tx, rule.id));
  if (stored && !stored.enabled) return "rule_off";
  if (!stored || !compiled || compiled.version !== rule.version) return "rule_changed";
  const { started } = await startRuns(context, { ...compiled, enabled: true }, ids, undefined, timezone);
  return started === 0 ? "runs_over" : null;
};
