import type { ConversationChannel } from "#domain/channels/channel.ts";
import type { ReadIntent } from "#domain/reading/labels.ts";
import { classifyBehaviour } from "#domain/scoring/behaviours.ts";
import type { TimelineKind } from "#domain/timeline.ts";

/** An entry of a person's timeline, as the profile reads it. Lists of entries are newest first. */
export type ProfileEntry = {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  kind: TimelineKind;
  /** The type of the received event. */
  type: string | null;
  channel: ConversationChannel | null;
  /** What they wrote, or what we wrote. */
  text: string | null;
  intent: ReadIntent | null;
  /** How sure the reader was of the intent, 0 to 1. */
  confidence: number | null;
  /** When they asked to be contacted. */
  callbackAt: number | null;
  /** The event or the message that the entry is about. */
  causedBy: string | null;
  /** Of a message that we sent: `person`, or the event that a rule answered; null for other messages. */
  answers: string | null;
};

/** `answers` of a message that an operator wrote. */
export const answersPerson = "person";

const automaticTypes = ["email_auto_reply", "email_bounce", "email_complaint"];

const isAutomatic = ({ type, intent }: ProfileEntry): boolean =>
  intent === "automatic_reply" || (type !== null && automaticTypes.includes(type));

/** The person wrote or called. */
export const isInbound = (entry: ProfileEntry): boolean =>
  (entry.kind === "reply" ||
    (entry.kind === "event_received" && (entry.text !== null || entry.channel !== null))) &&
  !isAutomatic(entry);

const ownBehaviours = ["asked", "replied", "wrote", "talked", "filled_form", "clicked", "opened", "visited"];

/** The person did something at that moment; a message that we sent and an import from another system do not count. */
export const isOwnActivity = (entry: ProfileEntry): boolean =>
  isInbound(entry) ||
  (entry.kind === "event_received" &&
    !isAutomatic(entry) &&
    ownBehaviours.includes(classifyBehaviour(entry.type) ?? ""));

/** A message or call of ours left. */
export const isSend = ({ kind }: ProfileEntry): boolean => kind === "message_sent";
