import type { Channel } from "#domain/channels/channel.ts";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import { assignNewThreads } from "#server/store/conversations/assignment.ts";
import { recordSharedMessages } from "#server/store/conversations/shared-messages.ts";
import {
  applyToThreads,
  insertMessages,
  type ThreadHappening,
  type ThreadResult,
} from "#server/store/conversations/threads.ts";
import type { WriteContext } from "#server/store/write.ts";

type Writing = Pick<WriteContext, "tx" | "touch" | "clock">;

/** A message of a person, and what it means for their thread. */
export type InboundNote = {
  kind: "inbound_human" | "inbound_automatic" | "opt_out";
  eventId: string;
  channel: string;
  text: string;
  at: number;
  /** Those who have the address, the one whom we wrote to last first. */
  people: readonly string[];
};

const isCallChannel = (channel: string): boolean => channel === "call" || channel === "voice_agent";

/**
 * Adds an inbound message to the threads of those who have its address. It belongs to the one whom we wrote to last;
 * the others see it as a shared one. What is said in a call belongs to the call.
 */
export const noteInboundMessage = async (
  { tx, touch, clock }: Writing,
  { kind, eventId, channel, text, at, people }: InboundNote,
): Promise<ThreadResult | undefined> => {
  const [first, ...others] = people;
  if (first === undefined || isCallChannel(channel)) return undefined;
  const item = { itemId: eventId, at, channel, text };
  await insertMessages(tx, [{ id: eventId, personId: first, at, direction: "in", channel, text }]);
  await recordSharedMessages(tx, { eventId, personId: first, others, channel, text });
  const now = clock.now();
  const opened = await applyToThreads(
    tx,
    [
      { ...item, kind, personId: first },
      ...others.map(
        (personId): ThreadHappening => ({
          ...item,
          kind: kind === "inbound_human" ? "inbound_automatic" : kind,
          personId,
        }),
      ),
    ],
    now,
  );
  const results = await assignNewThreads(tx, opened, now);
  touch("threads");
  return results.find(({ personId }) => personId === first);
};

/** A reply that may be an opt-out is on top of the threads of all who have the address. */
export const noteReview = async (
  { tx, touch, clock }: Writing,
  { eventId, channel, text, people }: { eventId: string; channel: Channel; text: string; people: string[] },
): Promise<void> => {
  const now = clock.now();
  const [first, ...others] = people;
  if (first === undefined) return;
  const item = { itemId: eventId, at: now, channel, text };
  if (!isCallChannel(channel)) {
    await insertMessages(tx, [{ id: eventId, personId: first, at: now, direction: "in", channel, text }]);
    await recordSharedMessages(tx, { eventId, personId: first, others, channel, text });
  }
  await applyToThreads(
    tx,
    people.map((personId) => ({ ...item, kind: "opt_out_ambiguous" as const, personId })),
    now,
  );
  touch("threads");
};

/** A message of ours whose outcome is known now. */
export type NotedOutcome = {
  id: string;
  personId: string;
  channel: Channel;
  status: ActionStatus;
  text: string | null;
  sentBy: string | null;
  createdAt: number;
  executedAt: number | null;
};

const leftStatuses: readonly ActionStatus[] = ["sent", "simulated", "delivered", "read"];
const notSentStatuses: readonly ActionStatus[] = ["failed", "unknown", "blocked"];

const toHappening = (outcome: NotedOutcome): ThreadHappening[] => {
  const { id, personId, channel, status, text, sentBy, createdAt, executedAt } = outcome;
  const at = executedAt ?? createdAt;
  const item = { personId, itemId: id, at, channel, text };
  if (notSentStatuses.includes(status)) return [{ ...item, kind: "not_sent", by: sentBy }];
  // What was said in a call is known when the call has ended.
  if (!leftStatuses.includes(status) || isCallChannel(channel)) return [];
  return sentBy === null
    ? [{ ...item, kind: "sent_by_machine" }]
    : [{ ...item, kind: "sent_by_hand", by: sentBy, writtenAt: createdAt }];
};

/** Adds outcomes to the threads of the recipients, and the texts of what was handed to a vendor to the search. */
export const noteOutcomes = async (
  { tx, touch, clock }: Writing,
  outcomes: readonly NotedOutcome[],
): Promise<void> => {
  const happenings = outcomes.flatMap(toHappening);
  if (happenings.length === 0) return;
  await insertMessages(tx, outcomes.flatMap(toMessage));
  const results = await applyToThreads(tx, happenings, clock.now());
  if (results.some(({ after }) => after !== null)) touch("threads");
};

const toMessage = ({ id, personId, channel, status, text, executedAt }: NotedOutcome) => {
  const hasLeft = executedAt !== null && status !== "pending" && status !== "blocked";
  return hasLeft && text !== null && !isCallChannel(channel)
    ? [{ id, personId, at: executedAt, direction: "out" as const, channel, text }]
    : [];
};

/** The review of a person was decided; others of theirs may be open. */
export const noteReviewResolved = async (
  { tx, touch, clock }: Writing,
  personId: string,
  remaining: boolean,
): Promise<void> => {
  await applyToThreads(tx, [{ kind: "review_resolved", remaining, personId }], clock.now());
  touch("threads");
};
