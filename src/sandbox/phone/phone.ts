import type { SimulatedFile } from "#sandbox/file-store.ts";

export type PhoneChannel = "sms" | "whatsapp" | "email";

export type PhoneMessage = {
  kind: "message";
  id: string;
  at: string;
  channel: PhoneChannel;
  /** True for a message to the customer, false for one from the customer. */
  arrived: boolean;
  business: string;
  subject: string | null;
  text: string;
  status: string;
  code: number | string | null;
  segments: number | null;
  price: string | null;
  template: string | null;
  /** The one-click unsubscription address of an e-mail. */
  unsubscribe: string | null;
  /** What the headers of an e-mail say of a machine that sent it. */
  autoSubmitted: string | null;
  /** Whether an e-mail can be shown as its sender drew it. */
  hasHtml: boolean;
  files: SimulatedFile[];
};

/** A message without the details that only some channels have, unless given. */
export const createPhoneMessage = (
  fields: Pick<PhoneMessage, "id" | "channel" | "arrived" | "business" | "text" | "status"> &
    Partial<PhoneMessage>,
): PhoneMessage => ({
  kind: "message",
  at: new Date().toISOString(),
  subject: null,
  code: null,
  segments: null,
  price: null,
  template: null,
  unsubscribe: null,
  autoSubmitted: null,
  hasHtml: false,
  files: [],
  ...fields,
});

export type CallLine =
  | { who: "business" | "customer"; text: string; keys?: boolean; lang?: string }
  | { who: "note"; note: CallNote; text: string };
/** The page shows the text in the reader's language. */
export type CallNote =
  | "silence"
  | "hung-up"
  | "plays"
  | "error"
  | "puts-through"
  | "bridged"
  | "unknown-verb";
export type PhoneCall = {
  kind: "call";
  id: string;
  at: string;
  channel: "call";
  business: string;
  /** As seen from the phone. */
  direction: "incoming" | "outgoing";
  /** The business transfers another call to this phone. */
  isTransfer: boolean;
  /** The conversation with an agent, in which the person may speak at any time. */
  relay: "none" | "open" | "over";
  isAgentSpeaking: boolean;
  status: string;
  lines: CallLine[];
  /** The input that the call waits for. */
  awaits: "answer" | "keys" | "words" | "keys or words" | "message" | null;
  seconds: number | null;
  price: string | null;
};
export type PhoneEntry = PhoneMessage | PhoneCall;

export type Conversation = {
  address: string;
  entries: PhoneEntry[];
  unread: number;
  /** The carrier and the business address for replies on each channel. */
  routes: Partial<Record<PhoneChannel, { carrier: string; business: string }>>;
};

/** An action of the called person. */
export type CallInput = { pickUp: true } | { digits: string } | { speech: string } | { hangUp: true };

export type Phone = {
  add: (address: string, entry: PhoneEntry, carrier?: string) => void;
  notifyChanged: (address: string) => void;
  list: () => Conversation[];
  find: (address: string) => Conversation | undefined;
  findEntry: (id: string) => { address: string; entry: PhoneEntry } | undefined;
  markRead: (address: string) => void;
  watch: (onChange: (addresses: string[]) => void) => () => void;
  isWatched: () => boolean;
  /** Registers the handler of inputs. */
  onCallInput: (handler: (id: string, input: CallInput) => boolean) => void;
  /** Registers what happens when a customer calls the business. */
  onCallPlaced: (handler: (customer: string, business: string) => string | undefined) => void;
  /** The id of the call; undefined when the business cannot be called. */
  placeCall: (customer: string, business: string) => string | undefined;
  /** False when the call is unknown or over. */
  sendCallInput: (id: string, input: CallInput) => boolean;
};

const maxConversations = 1000;
const maxEntries = 200;
/** Changes are collected for this long, to limit the number of notifications. */
const notifyDelayMs = 60;

export const createPhone = (): Phone => {
  /** In order of the latest activity. */
  const conversations = new Map<string, Conversation>();
  const watchers = new Set<(addresses: string[]) => void>();
  let changedAddresses = new Set<string>();
  let handleCallInput: (id: string, input: CallInput) => boolean = () => false;

  let handleCallPlaced: (customer: string, business: string) => string | undefined = () => undefined;

  const changed = (address: string): void => {
    if (watchers.size === 0) return;
    if (changedAddresses.size === 0) {
      setTimeout(() => {
        const addresses = [...changedAddresses];
        changedAddresses = new Set();
        for (const onChange of watchers) onChange(addresses);
      }, notifyDelayMs).unref();
    }
    changedAddresses.add(address);
  };

  return {
    add: (address, entry, carrier) => {
      const existing = conversations.get(address);
      const conversation = existing ?? { address, entries: [], unread: 0, routes: {} };
      if (existing) conversations.delete(address);
      conversations.set(address, conversation);
      if (conversations.size > maxConversations)
        conversations.delete(conversations.keys().next().value ?? "");
      conversation.entries.push(entry);
      if (conversation.entries.length > maxEntries) conversation.entries.shift();
      if (entry.kind === "call" || entry.arrived) conversation.unread++;
      if (carrier && entry.kind === "message")
        conversation.routes[entry.channel] = { carrier, business: entry.business };
      changed(address);
    },
    notifyChanged: changed,
    list: () => [...conversations.values()].toReversed(),
    find: (address) => conversations.get(address),
    findEntry: (id) => {
      for (const { address, entries } of conversations.values()) {
        const entry = entries.find((candidate) => candidate.id === id);
        if (entry) return { address, entry };
      }
      return undefined;
    },
    markRead: (address) => {
      const conversation = conversations.get(address);
      if (!conversation || conversation.unread === 0) return;
      conversation.unread = 0;
      changed(address);
    },
    watch: (onChange) => {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
    isWatched: () => watchers.size > 0,
    onCallInput: (handler) => {
      handleCallInput = handler;
    },
    onCallPlaced: (handler) => {
      handleCallPlaced = handler;
    },
    placeCall: (customer, business) => handleCallPlaced(customer, business),
    sendCallInput: (id, input) => handleCallInput(id, input),
  };
};
