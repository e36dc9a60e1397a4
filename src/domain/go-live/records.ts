/** The channels that the guide sets up. Calls and the voice agent share one. */
export const goLiveChannels = ["sms", "whatsapp", "voice", "email"] as const;
export type GoLiveChannel = (typeof goLiveChannels)[number];

/** What is remembered of going live, where no other table shows it. */
export const goLiveRecordNames = [
  "tested:twilio",
  "tested:whatsapp",
  "tested:smtp",
  "tested:sendgrid",
  "callback:twilio-sms",
  "callback:twilio-whatsapp",
  "callback:twilio-call",
  "callback:whatsapp-meta",
  "callback:whatsapp-360dialog",
  "callback:whatsapp-wati",
  "callback:sendgrid",
  "dns",
  "tick:a2p",
  "tick:templates",
  "message:sms",
  "message:whatsapp",
  "message:voice",
  "message:email",
] as const;
export type GoLiveRecordName = (typeof goLiveRecordNames)[number];

/** Steps outside the product, which only a person can confirm. */
export const manualSteps = ["a2p", "templates"] as const;

export const isGoLiveRecordName = (name: string): name is GoLiveRecordName =>
  goLiveRecordNames.some((known) => known === name);

/** Steps that a changed account of the connector has to pass again. */
export const recordsOfConnector = (connector: string): GoLiveRecordName[] =>
  goLiveRecordNames.filter(
    (name) => name === `tested:${connector}` || name.startsWith(`callback:${connector}`),
  );

/**
 * Whether a verified callback proves that the vendor knows our address. Twilio gets the address for statuses with each
 * message, so only a customer's message proves that the number is set up.
 */
export const provesCallback = (messenger: string, kinds: readonly string[]): boolean =>
  messenger === "twilio-sms" || messenger === "twilio-whatsapp"
    ? kinds.includes("message")
    : kinds.length > 0 || messenger === "twilio-call";
