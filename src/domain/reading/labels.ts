/** What a message can say. The order of the intents is their precedence when several are present. */
export const readIntents = [
  "automatic_reply",
  "opt_out",
  "wrong_person",
  "cancel_service",
  "wants_human",
  "complaint",
  "ready_to_buy",
  "reschedule",
  "schedule",
  "callback_later",
  "already_bought",
  "not_interested",
  "opt_in",
  "interested",
  "question",
  "acknowledgement",
  "other",
] as const;
export type ReadIntent = (typeof readIntents)[number];

/** Intents that may stand beside a main one. */
export const secondaryIntents = readIntents.filter(
  (intent) => !["automatic_reply", "opt_out", "acknowledgement", "other"].includes(intent),
);

export const readLanguages = ["en", "es", "mixed"] as const;
export type ReadLanguage = (typeof readLanguages)[number];

export const readTopics = [
  "price",
  "financing",
  "availability",
  "appointment",
  "location",
  "documents",
  "status",
  "technical",
  "coverage",
  "warranty",
  "other",
] as const;
export type ReadTopic = (typeof readTopics)[number];

export const readObjections = [
  "price",
  "timing",
  "trust",
  "competitor",
  "spouse",
  "renter",
  "other",
] as const;
export type ReadObjection = (typeof readObjections)[number];

export const readOptOuts = ["no", "yes", "unclear"] as const;
export type ReadOptOut = (typeof readOptOuts)[number];

export const readSentiments = [-1, 0, 1] as const;
export type ReadSentiment = (typeof readSentiments)[number];
export const readUrgencies = [0, 1, 2] as const;
export type ReadUrgency = (typeof readUrgencies)[number];

/** `call`: the transcript of what the person said. */
export const readChannels = ["sms", "whatsapp", "email", "web_form", "call", "x"] as const;
export type ReadChannel = (typeof readChannels)[number];

/** A message as it arrives. */
export type InboundText = {
  text: string;
  /** Our last message before it. */
  previous?: string | null | undefined;
  channel?: ReadChannel | null | undefined;
};

/** A message with the reading that people gave it. */
export type LabelledText = InboundText & {
  language: ReadLanguage;
  intent: ReadIntent;
  also: readonly ReadIntent[];
  sentiment: ReadSentiment;
  urgency: ReadUrgency;
  asks: readonly ReadTopic[];
  objection: ReadObjection | null;
  optOut: ReadOptOut;
};
