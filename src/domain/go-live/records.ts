/** What is remembered of going live: a passed test, a verified callback, a DNS check, or a step that a user ticked. */
export const goLiveRecordNames = [
  "tested:twilio",
  "tested:whatsapp",
  "tested:smtp",
  "callback:twilio-sms",
  "callback:twilio-whatsapp",
  "callback:twilio-call",
  "callback:whatsapp-meta",
  "callback:whatsapp-360dialog",
  "callback:whatsapp-wati",
  "dns",
  "tick:a2p",
  "tick:whatsapp_templates",
] as const;
export type GoLiveRecordName = (typeof goLiveRecordNames)[number];

/** Steps outside the product, which only a person can confirm. */
export const manualSteps = ["a2p", "whatsapp_templates"] as const;
export type ManualStep = (typeof manualSteps)[number];

export const isGoLiveRecordName = (name: string): name is GoLiveRecordName =>
  goLiveRecordNames.some((known) => known === name);

/** Steps that a new account of the connector has to pass again. */
export const recordsOfConnector = (connector: string): GoLiveRecordName[] =>
  goLiveRecordNames.filter(
    (name) => name === `tested:${connector}` || name.startsWith(`callback:${connector}`),
  );
