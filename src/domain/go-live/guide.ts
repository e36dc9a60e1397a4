import type { ActionStatus } from "#domain/messages/action-status.ts";
import { type GoLiveChannel, type GoLiveRecordName, goLiveChannels } from "./records.ts";

export const goLiveSteps = [
  "address",
  "account",
  "test",
  "number",
  "callback",
  "a2p",
  "templates",
  "dns",
  "message",
] as const;
export type GoLiveStep = (typeof goLiveSteps)[number];

/** `later`: it needs an earlier step first. */
export const goLiveStates = ["done", "todo", "later"] as const;
export type GoLiveState = (typeof goLiveStates)[number];

export type GoLiveRecord = { at: string; by: string | null };

export type GoLiveConnector = "twilio" | "whatsapp" | "smtp" | "sendgrid";

export type GoLiveFacts = {
  /** Vendors reach us at a public https address. */
  hasPublicAddress: boolean;
  /** Which connectors have a live account. */
  live: Readonly<Record<GoLiveConnector, boolean>>;
  /** The messenger that sends e-mail. */
  emailMessenger: "smtp" | "sendgrid";
  /** The messenger that sends on WhatsApp; null without a live one. */
  whatsappMessenger: string | null;
  hasNumber: boolean;
  /** The last DNS check was about the sender's present domain, and found all three records. */
  isDnsValid: boolean;
  records: Readonly<Partial<Record<GoLiveRecordName, GoLiveRecord>>>;
  /** The status of the last test message by channel; a test send to the simulator does not count. */
  messages: Readonly<Partial<Record<GoLiveChannel, ActionStatus>>>;
};

export type GuideStep = { id: GoLiveStep; state: GoLiveState; at: string | null; by: string | null };
export type GuideChannel = { channel: GoLiveChannel; steps: GuideStep[]; isReady: boolean };

/** In the order in which they are offered. The address comes with the callbacks, which are the first to need it. */
const stepsOf: Readonly<Record<GoLiveChannel, readonly GoLiveStep[]>> = {
  sms: ["account", "test", "number", "address", "callback", "a2p", "message"],
  whatsapp: ["account", "test", "address", "callback", "templates", "message"],
  voice: ["account", "test", "number", "address", "callback", "message"],
  email: ["account", "test", "dns", "message"],
};

/** SendGrid reports bounces to an address of ours; a mail server sends them as mail. */
const guidedSteps = (channel: GoLiveChannel, { emailMessenger }: GoLiveFacts): readonly GoLiveStep[] =>
  channel === "email" && emailMessenger === "sendgrid"
    ? ["account", "test", "address", "callback", "dns", "message"]
    : stepsOf[channel];

const connectorOf = (channel: GoLiveChannel, facts: GoLiveFacts): GoLiveConnector => {
  if (channel === "email") return facts.emailMessenger;
  if (channel !== "whatsapp") return "twilio";
  return facts.whatsappMessenger === "twilio-whatsapp" ? "twilio" : "whatsapp";
};

const callbackOf = (channel: GoLiveChannel, { whatsappMessenger }: GoLiveFacts): string => {
  if (channel === "sms") return "twilio-sms";
  if (channel === "email") return "sendgrid";
  return channel === "voice" ? "twilio-call" : (whatsappMessenger ?? "whatsapp-meta");
};

/** A mail server reports no delivery, so a sent mail counts. */
const arrivedStatuses: Readonly<Record<GoLiveChannel, readonly ActionStatus[]>> = {
  sms: ["delivered", "read"],
  whatsapp: ["delivered", "read"],
  voice: ["delivered", "read"],
  email: ["sent", "delivered", "read"],
};

/** When a step was done and by whom; null where another fact shows that it is. Undefined while it is not done. */
const completion = (
  id: GoLiveStep,
  channel: GoLiveChannel,
  facts: GoLiveFacts,
): GoLiveRecord | null | undefined => {
  const { records } = facts;
  const connector = connectorOf(channel, facts);
  const isArrived = arrivedStatuses[channel].some((status) => status === facts.messages[channel]);
  const byStep: Record<GoLiveStep, () => GoLiveRecord | null | undefined> = {
    address: () => (facts.hasPublicAddress ? null : undefined),
    account: () => (facts.live[connector] ? null : undefined),
    test: () => records[`tested:${connector}`],
    number: () => (facts.live.twilio && facts.hasNumber ? null : undefined),
    callback: () => records[`callback:${callbackOf(channel, facts)}` as GoLiveRecordName],
    a2p: () => records["tick:a2p"],
    templates: () => records["tick:templates"],
    dns: () => (facts.isDnsValid ? records.dns : undefined),
    message: () => (isArrived ? records[`message:${channel}`] : undefined),
  };
  return byStep[id]();
};

/** Steps that are possible only with an account. */
const needsAccount: readonly GoLiveStep[] = ["test", "number", "callback", "dns", "message"];

const guideChannel = (channel: GoLiveChannel, facts: GoLiveFacts): GuideChannel => {
  const hasAccount = facts.live[connectorOf(channel, facts)];
  const steps = guidedSteps(channel, facts).map((id): GuideStep => {
    const isPossible = hasAccount || !needsAccount.includes(id);
    const done = isPossible ? completion(id, channel, facts) : undefined;
    const state = done !== undefined ? "done" : isPossible ? "todo" : "later";
    return { id, state, at: done?.at ?? null, by: done?.by ?? null };
  });
  return { channel, steps, isReady: steps.every(({ state }) => state === "done") };
};

/** What is left to do for each channel until real people can be reached. */
export const goLiveGuide = (facts: GoLiveFacts): GuideChannel[] =>
  goLiveChannels.map((channel) => guideChannel(channel, facts));

/** The step that is open: the first that can be done now. */
export const openStep = ({ steps }: Pick<GuideChannel, "steps">): GoLiveStep | null =>
  steps.find(({ state }) => state === "todo")?.id ?? null;

/** A live account whose connection was tested. */
export const isConnected = ({ steps }: Pick<GuideChannel, "steps">): boolean =>
  (["account", "test"] as const).every((id) => steps.some((step) => step.id === id && step.state === "done"));

const hasAccount = ({ steps }: GuideChannel): boolean =>
  steps.some(({ id, state }) => id === "account" && state === "done");

/** The channel to go on with: one that was begun, else the first that is not ready. */
export const channelToOpen = (channels: readonly GuideChannel[]): GoLiveChannel | null => {
  const left = channels.filter(({ isReady }) => !isReady);
  return (left.find(hasAccount) ?? left[0] ?? channels[0])?.channel ?? null;
};
