import type { OperationResult } from "#server/connectors/operation-result.ts";
import type { LeadPage } from "#server/connectors/work/work-vendor.ts";
import { addWork } from "#server/store/integrations/integration-work.ts";
import { readLeadCursor, saveLeadCursor } from "#server/store/integrations/poll-cursors.ts";
import { done, type WorkHandler } from "./work-context.ts";

/** Leads that were sent shortly before the last poll may be listed only after it. */
const overlapMs = 10 * 60_000;
/** The first poll goes back this far. */
const firstSpanMs = 24 * 60 * 60_000;
const maxPages = 50;

/**
 * Lists the leads since the last poll and adds each as work. Those and the new cursor commit together; a lead that was
 * reported before has the same key and is not added again.
 */
export const pollLeads: WorkHandler = async ({ service }, { vendor, run }, { database }) => {
  const list = vendor.leads?.listLeads;
  if (!list) return done;
  const until = Date.now();
  const since = (await readLeadCursor(database.db, service)) ?? until - firstSpanMs;
  const ids = new Set<string>();
  let after: string | null = null;
  for (let page = 0; page < maxPages; page++) {
    const result: OperationResult<LeadPage> = await run(list, { since: since - overlapMs, until, after });
    if (!result.ok) return { kind: "failed", error: result.error };
    for (const id of result.value.ids) ids.add(id);
    after = result.value.next;
    if (after === null) break;
  }
  // What did not fit is asked for by the next poll, which begins at the same time.
  const cursor = after === null ? until : since;
  return {
    kind: "done",
    change: async ({ tx, touch }) => {
      await addWork(
        tx,
        [...ids].map((leadId) => ({ service, kind: "lead", key: leadId, payload: { leadId } })),
      );
      await saveLeadCursor(tx, service, cursor);
      touch("integration-work");
    },
  };
};
