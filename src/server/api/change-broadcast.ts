import type { Broadcast } from "#contract/broadcasts.ts";
import type { AskedBroadcast } from "#domain/approvals/content.ts";
import type { BroadcastVerb } from "#domain/audit/audit-details.ts";
import { type BroadcastState, checkGoodForMs } from "#domain/broadcasts/broadcast.ts";
import { acceptFigures, judgedMessages } from "#domain/broadcasts/guard.ts";
import { findStartObstacle, type StartObstacle } from "#domain/broadcasts/start-obstacle.ts";
import type { Language } from "#domain/language.ts";
import type { RuleAction } from "#domain/rules/rule.ts";
import { messageTypes } from "#domain/sequences/compile-sequence.ts";
import { cutText } from "#domain/storable-text.ts";
import type { Reader } from "#server/db/database.ts";
import {
  type BroadcastChange,
  lockBroadcast,
  presentBroadcast,
  type StoredBroadcast,
  setRuleEnabled,
  updateBroadcast,
} from "#server/store/broadcasts/broadcasts.ts";
import { endStartRequests } from "#server/store/delivery/broadcast-approvals.ts";
import { haveTemplatesChanged, listTemplateTexts } from "#server/store/delivery/templates.ts";
import type { WriteContext } from "#server/store/write.ts";
import { Problem } from "./problem.ts";
import { checkRuleRows } from "./rule-checks.ts";

export const auditBroadcast = (
  { audit, touch }: WriteContext,
  { id, definition }: Pick<StoredBroadcast, "id" | "definition">,
  change: BroadcastVerb,
  metadata: Record<string, unknown> = {},
): void => {
  audit({
    eventType: "data_change",
    entityType: "broadcast",
    entityId: id,
    details: { kind: "broadcast_changed", change, name: definition.name },
    metadata,
  });
  touch("broadcasts", "rules");
};

export const lockBroadcastIn = async (
  { tx }: Pick<WriteContext, "tx">,
  id: string,
  states: readonly BroadcastState[],
): Promise<StoredBroadcast> => {
  const broadcast = await lockBroadcast(tx, id);
  if (!broadcast) throw new Problem("not_found");
  if (!states.includes(broadcast.state)) throw new Problem("broadcast_state");
  return broadcast;
};

/** One move of a broadcast from one state to another. */
export const changeBroadcast = async (
  context: WriteContext,
  broadcast: StoredBroadcast,
  to: BroadcastChange,
  verb: BroadcastVerb,
  metadata?: Record<string, unknown>,
): Promise<Broadcast> => {
  const after = await updateBroadcast(context.tx, broadcast.id, to);
  auditBroadcast(context, broadcast, verb, metadata);
  return presentBroadcast(after, context.clock.now());
};

/** What was asked for is not there any more. */
export const endRequestsOf = async (
  { tx, touch }: Pick<WriteContext, "tx" | "touch">,
  broadcastId: string,
): Promise<void> => {
  if (await endStartRequests(tx, broadcastId)) touch("approvals");
};

/** Who get it by the check. */
export const reachedOf = ({ counted }: Pick<StoredBroadcast, "counted">): number =>
  (counted?.send ?? 0) + (counted?.wait ?? 0);

/** What stands against starting a broadcast as its sender confirmed it; null where nothing does. */
export const readStartObstacle = async (
  { tx, clock }: Pick<WriteContext, "tx" | "clock">,
  broadcast: StoredBroadcast,
  confirmed: { people: number; version: string | undefined },
): Promise<StartObstacle | null> => {
  const { definition, counted, checkedAt, updatedAt } = broadcast;
  return findStartObstacle(
    {
      isAnotherVersion: confirmed.version !== undefined && updatedAt !== Date.parse(confirmed.version),
      checkedAt: counted ? checkedAt : null,
      haveTemplatesChanged:
        checkedAt !== null && (await haveTemplatesChanged(tx, definition.actions, checkedAt)),
      people: reachedOf(broadcast),
      confirmed: confirmed.people,
    },
    clock.now(),
  );
};

/** Templates may have been deleted since the check. */
export const areStepsReadable = async (
  db: Reader,
  actions: RuleAction[],
  language: Language,
): Promise<boolean> => {
  try {
    await checkRuleRows(db, { actions }, language);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
};

/** Starts a broadcast against which nothing stands. The stage switches its rule on and lets the first people begin. */
export const startBroadcast = (context: WriteContext, broadcast: StoredBroadcast): Promise<Broadcast> => {
  const { when, purpose } = broadcast.definition;
  const now = context.clock.now();
  const beginsAt = when.kind === "at" ? Date.parse(when.at) : now;
  const to = { state: "scheduled", why: [], dueAt: Math.max(now, beginsAt) } as const;
  return changeBroadcast(context, broadcast, to, "started", { people: reachedOf(broadcast), purpose });
};

export const pauseBroadcast = async (context: WriteContext, id: string): Promise<Broadcast> => {
  const broadcast = await lockBroadcastIn(context, id, ["sending"]);
  await setRuleEnabled(context.tx, id, false);
  const to = { state: "paused", why: [{ code: "broadcast_paused" }], dueAt: context.clock.now() } as const;
  return changeBroadcast(context, broadcast, to, "paused");
};

export const resumeBroadcast = async (context: WriteContext, id: string): Promise<Broadcast> => {
  const broadcast = await lockBroadcastIn(context, id, ["paused"]);
  // The stage wakes what the pause holds.
  await setRuleEnabled(context.tx, id, true);
  const { actual } = broadcast;
  context.touch("actions", "rule-runs");
  return changeBroadcast(
    context,
    broadcast,
    {
      ...{ state: "sending", why: [], dueAt: context.clock.now() },
      // What a user has seen does not pause it again.
      ...(actual ? { accepted: acceptFigures(judgedMessages(actual)) } : {}),
    },
    "resumed",
  );
};

export const cancelBroadcast = async (context: WriteContext, id: string): Promise<Broadcast> => {
  const broadcast = await lockBroadcastIn(context, id, ["scheduled", "sending", "paused"]);
  const now = context.clock.now();
  // Nothing leaves from here on; the stage ends the runs page by page.
  await setRuleEnabled(context.tx, id, false);
  const to = { state: "cancelled", why: [{ code: "broadcast_cancelled" }], doneAt: now, dueAt: now } as const;
  return changeBroadcast(context, broadcast, to, "cancelled");
};

const firstWordsLength = 300;

/** What the first message of these steps says: its text, or that of its template. */
export const readFirstWords = async (
  db: Reader,
  actions: readonly RuleAction[],
  language: Language,
): Promise<string> => {
  const first = actions.find(({ type }) => messageTypes.includes(type));
  if (!first) return "";
  const written = first.template || (first.variants?.[0]?.template ?? "");
  const named = (await listTemplateTexts(db)).filter(({ name }) => name === written);
  const template = named.find((one) => one.language === language) ?? named[0];
  return cutText(template?.body ?? written, firstWordsLength);
};

/** A broadcast as an operator is asked about it. */
export const describeBroadcast = async (
  db: Reader,
  broadcast: StoredBroadcast,
  verb: AskedBroadcast["verb"],
  askedBy: AskedBroadcast["askedBy"],
  language: Language,
): Promise<AskedBroadcast> => {
  const { id, definition, counted, updatedAt } = broadcast;
  return {
    ...{ verb, askedBy, id, name: definition.name, purpose: definition.purpose },
    people: counted ? reachedOf(broadcast) : null,
    firstWords: await readFirstWords(db, definition.actions, language),
    version: new Date(updatedAt).toISOString(),
  };
};

/** A start can be approved as long as its check is good. */
export const startRequestEnd = ({ checkedAt }: Pick<StoredBroadcast, "checkedAt">, now: number): number =>
  (checkedAt ?? now) + checkGoodForMs;
