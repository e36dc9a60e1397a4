import { sql } from "drizzle-orm";
import type { PersonRequestKind } from "#domain/agent/request.ts";
import type { TimelineKind } from "#domain/timeline.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { addHandoffTask, closeHandoffTask } from "#server/store/conversations/handoff-tasks.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";

/** The topic of a call back that was promised to a person who asked for a human. */
export const handoffTopic = "person";

export type NewRequest = {
  personId: string;
  callId: string;
  kind: PersonRequestKind;
  topic: string;
  wanted: string;
  quote: string;
};

const entryOf: Record<PersonRequestKind, { eventType: TimelineKind; title: string }> = {
  appointment: { eventType: "appointment_requested", title: "Asked for an appointment" },
  callback: { eventType: "callback_requested", title: "Asked to be called back" },
  erasure: { eventType: "data_requested", title: "Asked for their data or its erasure" },
};

/** Stores what a person asked for, once for each call and wish, with its entry on their timeline. */
export const insertRequest = async (tx: Tx, request: NewRequest): Promise<boolean> => {
  const id = newId();
  const { rows } = await tx.execute(sql`
    INSERT INTO person_requests (id, person_id, call_id, kind, topic, wanted, quote)
    SELECT ${id}, ${request.personId}, ${request.callId}, ${request.kind}, ${request.topic}, ${request.wanted}, ${request.quote}
     WHERE NOT EXISTS (SELECT 1 FROM person_requests WHERE call_id = ${request.callId} AND kind = ${request.kind}
                         AND wanted = ${request.wanted} AND topic = ${request.topic} AND status = 'requested'
                         AND (kind <> 'erasure' OR quote = ${request.quote})) RETURNING id`);
  if (rows.length === 0) return false;
  await addToTimeline(tx, [
    {
      personId: request.personId,
      ...entryOf[request.kind],
      source: "voice_agent",
      description: [request.topic, request.wanted].filter(Boolean).join(" · ") || request.quote,
      metadata: { channel: "voice_agent", callId: request.callId, quote: request.quote },
      causedBy: request.callId,
    },
  ]);
  // A call that was promised because no human was free is the task of the hand-over.
  const isHandoff = request.kind === "callback" && request.topic === handoffTopic;
  await addHandoffTask(tx, {
    id: isHandoff ? request.callId : id,
    personId: request.personId,
    kind: request.kind,
    details: isHandoff ? [] : [request.topic, request.wanted],
    wanted: request.wanted,
  });
  return true;
};

/** The time of a request was corrected in the same call. */
export const withdrawRequest = async (
  tx: Tx,
  { callId, kind, wanted }: Pick<NewRequest, "callId" | "kind" | "wanted">,
): Promise<void> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    UPDATE person_requests SET status = 'cancelled', updated_at = now()
     WHERE call_id = ${callId} AND kind = ${kind} AND wanted = ${wanted} AND status = 'requested' RETURNING id`);
  for (const { id } of rows) await closeHandoffTask(tx, id);
};

/** Only the person's own request. */
export const cancelRequest = async (tx: Tx, personId: string, id: string): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    UPDATE person_requests SET status = 'cancelled', updated_at = now()
     WHERE id = ${id} AND person_id = ${personId} AND status = 'requested' RETURNING id`);
  if (rows.length === 0) return false;
  await closeHandoffTask(tx, id);
  return true;
};
