import type { Channel } from "#domain/channels/channel.ts";
import type { ConsentPurpose } from "#domain/compliance/consent.ts";
import { replySubject } from "#domain/messages/reply-subject.ts";
import { insertActions } from "#server/store/automation/rule-runs.ts";
import { readMissedItems } from "#server/store/conversations/crossing.ts";
import { findLastSubject, noteWriting } from "#server/store/conversations/written-messages.ts";
import type { WriteContext } from "#server/store/write.ts";

type MissedItems = Awaited<ReturnType<typeof readMissedItems>>;

/** Something came into the conversation that the writer had not seen; the transaction must end without changes. */
export class AnsweredMeanwhile extends Error {
  readonly items: MissedItems;
  constructor(items: MissedItems) {
    super("Something came into the conversation meanwhile");
    this.items = items;
  }
}

export type HandwrittenMessage = {
  id: string;
  personId: string;
  userId: string;
  channel: Channel;
  purpose: ConsentPurpose;
  /** Text or template, and what else the action keeps. */
  config: Record<string, unknown>;
  notBefore: string;
  /** The newest item that the writer has seen; null for an empty thread. */
  seenUpTo: string | null;
  /** Send although something came after `seenUpTo`. */
  anyway: boolean;
};

/**
 * Stores a message that a user wrote as an action, which passes the gate when it is due. Of two users who write at once,
 * the second waits for the lock of the thread and then sees the words of the first.
 */
export const writeByHand = async (
  { tx, audit, touch }: WriteContext,
  message: HandwrittenMessage,
  now: number,
): Promise<void> => {
  const { id, personId, userId, channel, purpose, config, notBefore, seenUpTo, anyway } = message;
  const writing = await noteWriting(tx, personId, userId, now);
  const missed = anyway ? [] : await readMissedItems(tx, personId, seenUpTo, userId);
  if (missed.length > 0) throw new AnsweredMeanwhile(missed);
  const lacksSubject = channel === "email" && config.subject === undefined && config.template === undefined;
  const answered = lacksSubject ? await findLastSubject(tx, personId) : null;
  const subject = answered === null ? null : replySubject(answered);
  await insertActions(tx, [
    {
      id,
      personId,
      ruleId: null,
      ruleRunId: null,
      type: channel,
      config: { ...config, ...(subject === null ? {} : { subject }), purpose, writing },
      notBefore,
      causedBy: null,
      sentBy: userId,
    },
  ]);
  audit({
    eventType: "data_change",
    entityType: "action",
    entityId: id,
    details: { kind: "message_written", channel },
    metadata: { deed: "asked", personId, purpose },
  });
  touch("actions", "threads");
};
