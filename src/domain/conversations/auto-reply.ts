import type { ReadIntent } from "#domain/reading/labels.ts";

/** What happens with the suggested answer to an inbound message: nothing, an open draft, or a send once code has verified it. */
export const autoReplyModes = ["off", "draft", "send"] as const;
export type AutoReplyMode = (typeof autoReplyModes)[number];

export const suggestionStates = ["open", "used", "dismissed", "sent", "outdated"] as const;
export type SuggestionState = (typeof suggestionStates)[number];

export const autoReplyChannels = ["sms", "whatsapp", "email"] as const;
export type AutoReplyChannel = (typeof autoReplyChannels)[number];

/** Intents whose answers may be sent without a human, once code has verified them. */
export const sendableIntents = [
  "question",
  "interested",
  "schedule",
  "callback_later",
] as const satisfies readonly ReadIntent[];

/** Intents to which an answer can be proposed; the others get none, or are for a human alone. */
export const draftableIntents = [
  ...sendableIntents,
  "reschedule",
  "ready_to_buy",
  "already_bought",
  "not_interested",
  "cancel_service",
  "complaint",
  "wants_human",
  "other",
] as const satisfies readonly ReadIntent[];
