import { sql } from "drizzle-orm";
import type { Channel } from "#domain/channels/channel.ts";
import { dropReason } from "#domain/rules/entry.ts";
import { defaultOptions } from "#domain/rules/rule.ts";
import type { Tx } from "#server/db/database.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import { saveDecisions } from "./actions.ts";

type WaitingAction = { id: string; personId: string; channel: Channel; firedAt: number };

/**
 * Cancels what waits for these people only for as long as they have not replied. Returns how many. Rows that a claim has
 * locked are skipped: it waits for the addresses that the caller has locked, and then sees the reply itself.
 */
export const cancelAnsweredActions = async (
  tx: Tx,
  personIds: readonly string[],
  repliedAt: number,
): Promise<number> => {
  if (personIds.length === 0) return 0;
  const { rows } = await tx.execute<WaitingAction>(sql`
    SELECT id, person_id AS "personId", type AS channel, (config ->> 'firedAt')::float8 AS "firedAt" FROM actions
     WHERE person_id = ANY(${sql.param([...personIds])}::uuid[]) AND status IN ('pending', 'held')
       AND config ->> 'stopOnReply' = 'true' AND config ? 'firedAt'
     ORDER BY id FOR UPDATE SKIP LOCKED`);
  const options = { ...defaultOptions, stopOnReply: true };
  const dropped = rows.flatMap((action) => {
    const reason = dropReason(options, { firedAt: action.firedAt, lastReplyAt: repliedAt });
    return reason ? [{ ...action, reasons: [reason] }] : [];
  });
  await saveDecisions(
    tx,
    dropped.map(({ id, reasons }) => ({ id, status: "cancelled" as const, reasons, notBefore: null })),
  );
  await addToTimeline(
    tx,
    dropped.map(({ id, personId, channel, reasons }) => ({
      personId,
      eventType: "message_cancelled" as const,
      source: channel,
      title: `${channel} cancelled`,
      description: null,
      metadata: { channel, reasons, actionId: id },
      causedBy: id,
    })),
  );
  return dropped.length;
};
