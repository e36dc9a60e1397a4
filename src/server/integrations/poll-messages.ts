import type { OperationResult } from "#server/connectors/operation-result.ts";
import type { DirectMessage, MessagePage } from "#server/connectors/work/work-vendor.ts";
import { addWork } from "#server/store/integrations/integration-work.ts";
import { readMessageCursor, saveMessageCursor } from "#server/store/integrations/poll-cursors.ts";
import { done, type WorkHandler } from "./work-context.ts";

/** The first poll takes what was written since then; older messages are at the vendor. */
const firstSpanMs = 24 * 60 * 60_000;
const maxPages = 50;

/** Lists messages since the last one that is known, and adds each as work; those and the new cursor commit together. */
export const pollMessages: WorkHandler = async ({ service }, { vendor, run }, { database }) => {
  const list = vendor.messages?.listMessages;
  if (!list) return done;
  const sinceId = (await readMessageCursor(database.db, service)) ?? null;
  const found: DirectMessage[] = [];
  let newestId: string | null = null;
  let after: string | null = null;
  for (let page = 0; page < maxPages; page++) {
    const result: OperationResult<MessagePage> = await run(list, { sinceId, after });
    if (!result.ok) return { kind: "failed", error: result.error };
    const { messages, next }: MessagePage = result.value;
    newestId ??= result.value.newestId;
    found.push(...messages);
    after = next;
    const isOld = sinceId === null && messages.some(({ at }) => at < Date.now() - firstSpanMs);
    if (after === null || isOld) break;
  }
  const since = sinceId === null ? Date.now() - firstSpanMs : 0;
  const taken = found.filter(({ at }) => at >= since).toReversed();
  // A millisecond apart, so that they are processed in the order in which they were written.
  const firstDueAt = Date.now() - taken.length;
  return {
    kind: "done",
    change: async ({ tx, touch }) => {
      await addWork(
        tx,
        taken.map((message, index) => ({
          service,
          kind: "direct_message",
          key: message.id,
          payload: message,
          dueAt: new Date(firstDueAt + index).toISOString(),
        })),
      );
      if (newestId !== null) await saveMessageCursor(tx, service, newestId);
      touch("integration-work");
    },
  };
};
