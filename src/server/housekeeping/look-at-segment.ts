import { createHash } from "node:crypto";
import { type AudienceNode, audience, rowsOf } from "#domain/audience/audience.ts";
import { splitFieldId } from "#domain/audience/fields.ts";
import type { MetTrigger } from "#domain/rules/met-trigger.ts";
import { triggerMet } from "#domain/rules/snapshot.ts";
import { triggerMetType } from "#domain/scoring/behaviours.ts";
import { segmentHappeningKey } from "#domain/sequences/happenings.ts";
import { system } from "#server/audit/entry.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import type { StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { enqueueReactions } from "#server/store/automation/reaction-queue.ts";
import { type AskingRule, noteHappenings } from "#server/store/automation/run-happenings.ts";
import {
  addMembers,
  findEntering,
  findLeaving,
  removeMembers,
} from "#server/store/automation/segment-members.ts";
import { type StoredWatch, saveWatch } from "#server/store/automation/trigger-watches.ts";
import { readAudienceReferences } from "#server/store/people/audience-context.ts";
import { readSegmentConditions } from "#server/store/people/segment-memberships.ts";
import type { Write } from "#server/store/write.ts";

export type LookContext = {
  db: Reader;
  write: Write;
  rules: readonly StoredCompiledRule[];
  asking: readonly AskingRule[];
  timezone: string;
  now: number;
};

const pageSize = 2000;

/** The audience of a segment with those of the segments that it names; a new hash means that an edit changed it. */
const readDefinition = async (db: Reader, id: string): Promise<string> => {
  const { segments } = await readAudienceReferences(db);
  const parts: string[] = [];
  const seen = new Set<string>();
  const add = (segmentId: string): void => {
    if (seen.has(segmentId)) return;
    seen.add(segmentId);
    const stored = segments.get(segmentId);
    parts.push(`${segmentId} ${JSON.stringify(stored ?? null)}`);
    const node: AudienceNode | undefined = audience.safeParse(stored).data;
    for (const { field } of node ? rowsOf(node) : []) {
      const [family, key] = splitFieldId(field);
      if (family === "segment" && key) add(key);
    }
  };
  add(id);
  return createHash("sha256").update(parts.join("\n")).digest("hex");
};

const noScores = { previousScores: null, scores: null };

/** What follows for people who entered or left: rules fire, and runs end. */
const tell = async (
  tx: Tx,
  { rules, asking, now }: LookContext,
  personIds: readonly string[],
  met: Extract<MetTrigger, { of: "segment" }>,
): Promise<void> => {
  const event = triggerMet(noScores, met);
  if (rules.some(({ compiled }) => compiled.triggers.some(({ fires }) => fires(event))))
    await enqueueReactions(
      tx,
      personIds.map((personId) => ({ personId, type: triggerMetType, causedBy: personId, met })),
    );
  const key = segmentHappeningKey(met.id, met.is);
  await noteHappenings(
    tx,
    asking,
    personIds.map((personId) => ({ personId, key, at: now })),
  );
};

/** One page after the other, by the ids of the people. */
const eachPage = async (
  find: (after: string | null) => Promise<string[]>,
  take: (personIds: string[]) => Promise<unknown>,
): Promise<void> => {
  let after: string | null = null;
  for (;;) {
    const page = await find(after);
    if (page.length > 0) await take(page);
    if (page.length < pageSize) return;
    after = page.at(-1) ?? null;
  }
};

/**
 * Moves what is known of a segment's members to what they are now, by the difference. The first look and one after an
 * edit of the segment set nothing off: nobody has entered or left by what they did.
 */
export const lookAtSegment = async (id: string, before: StoredWatch, context: LookContext): Promise<void> => {
  const { db, write, timezone, now } = context;
  const definition = await readDefinition(db, id);
  const isMember = (await readSegmentConditions(db, [id], { now, timezone, userId: null })).get(id)?.sql;
  // One that cannot be read, or is edited at this moment, keeps its members.
  if (!isMember || (await readDefinition(db, id)) !== definition) return;
  const isQuiet = before.seededAt === null || before.definition !== definition;
  if (isQuiet) await write(system, ({ tx }) => saveWatch(tx, { ...before, seededAt: null, definition }));
  const begun = performance.now();
  await eachPage(
    (after) => findEntering(db, id, isMember, after, pageSize),
    (personIds) =>
      write(system, async ({ tx }) => {
        const entered = await addMembers(tx, id, personIds, now);
        if (!isQuiet) await tell(tx, context, entered, { of: "segment", id, is: "entered" });
      }),
  );
  await eachPage(
    (after) => findLeaving(db, id, isMember, after, pageSize),
    (personIds) =>
      write(system, async ({ tx }) => {
        const left = await removeMembers(tx, id, personIds);
        if (!isQuiet) await tell(tx, context, left, { of: "segment", id, is: "left" });
      }),
  );
  const tookMs = Math.round(performance.now() - begun);
  const seededAt = isQuiet ? now : before.seededAt;
  await write(system, ({ tx }) => saveWatch(tx, { ...before, seededAt, lookedAt: now, tookMs, definition }));
};
