export type PhoneChannel = "sms" | "whatsapp" | "email";

export type PhoneMessage = {
  kind: "message";
  id: string;
  at: string;
  channel: PhoneChannel;
  /** True for what reached the customer, false for what the customer wrote. */
  arrived: boolean;
  business: string;
  subject: string | null;
  text: string;
  status: string;
  code: number | string | null;
  segments: number | null;
  price: string | null;
  template: string | null;
  /** Of an e-mail: how its reader hears no more of it by one click. */
  unsubscribe: string | null;
};

export type CallLine =
  | { who: "business" | "customer"; text: string; keys?: boolean }
  | { who: "note"; note: CallNote; text: string };
/** Worded by the page in its reader's language. */
export type CallNote = "silence" | "hung-up" | "plays" | "error" | "puts-through" | "unknown-verb";
export type PhoneCall = {
  kind: "call";
  id: string;
  at: string;
  channel: "call";
  business: string;
  status: string;
  lines: CallLine[];
  /** What the customer can do now; nothing while they only listen. */
  awaits: "answer" | "keys" | "words" | "keys or words" | "message" | null;
  seconds: number | null;
  price: string | null;
};
export type PhoneEntry = PhoneMessage | PhoneCall;

export type Conversation = {
  address: string;
  entries: PhoneEntry[];
  unread: number;
  /** By which carrier, and to which address, an answer leaves on each channel. */
  routes: Partial<Record<PhoneChannel, { carrier: string; business: string }>>;
};

/** What the person called does. */
export type CallInput = { pickUp: true } | { digits: string } | { speech: string } | { hangUp: true };

export type Phone = {
  add: (address: string, entry: PhoneEntry, carrier?: string) => void;
  /** Tells whoever watches that something about this conversation is new. */
  notifyChanged: (address: string) => void;
  list: () => Conversation[];
  find: (address: string) => Conversation | undefined;
  findEntry: (id: string) => { address: string; entry: PhoneEntry } | undefined;
  markRead: (address: string) => void;
  watch: (tell: (addresses: string[]) => void) => () => void;
  isWatched: () => boolean;
  /** Who carries calls hears here what the person called does. */
  onCallInput: (hear: (id: string, input: CallInput) => boolean) => void;
  /** False when there is no such call any more. */
  sendCallInput: (id: string, input: CallInput) => boolean;
};

const maxConversations = 1000;
const maxEntries = 200;
/** News are told together, so that a flood of messages is not a flood of events. */
const notifyDelayMs = 60;

export const createPhone = (): Phone => {
  /** The one that was active last comes last. */
  const conversations = new Map<string, Conversation>();
  const watchers = new Set<(addresses: string[]) => void>();
  let news = new Set<string>();
  let hearing: (id: string, input: CallInput) => boolean = () => false;

  const changed = (address: string): void => {
    if (watchers.size === 0) return;
    if (news.size === 0) {
      setTimeout(() => {
        const told = [...news];
        news = new Set();
        for (const tell of watchers) tell(told);
      }, notifyDelayMs).unref();
    }
    news.add(address);
  };

  return {
    add: (address, entry, carrier) => {
      const known = conversations.get(address);
      const conversation = known ?? { address, entries: [], unread: 0, routes: {} };
      if (known) conversations.delete(address);
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
        const entry = entries.find((one) => one.id === id);
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
    watch: (tell) => {
      watchers.add(tell);
      return () => void watchers.delete(tell);
    },
    isWatched: () => watchers.size > 0,
    onCallInput: (hear) => {
      hearing = hear;
    },
    sendCallInput: (id, input) => hearing(id, input),
  };
};
