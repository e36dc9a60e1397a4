import { type CallbackClient, createCallbackClient } from "./callback-client.ts";
import { type CallerAssignments, createCallerAssignments } from "./callers/assignments.ts";
import { createFaultSelector, type FaultSelector } from "./faults.ts";
import { createFileStore, type FileStore } from "./file-store.ts";
import { createInterruptions, type Interruptions } from "./interruptions.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { type BrainSelector, createBrainSelector } from "./llm/brains.ts";
import { createPhone, type Phone } from "./phone/phone.ts";
import { createRandom, type Random } from "./random.ts";
import { defaultSettings, type SandboxSettings } from "./settings.ts";
import { createMailStore, type MailStore } from "./smtp/mail-store.ts";
import { createRelayLog, type RelayLog } from "./twilio/relay/relay-log.ts";
import { createTemplateStore, type TemplateStore } from "./whatsapp-templates.ts";

/** Delivers a customer's message to the business through one vendor. */
export type Carrier = (message: {
  customer: string;
  business: string;
  text: string;
  subject?: string | undefined;
  /** Additional header lines of an e-mail. */
  headers?: string[] | undefined;
}) => Promise<void>;

/** The state and services that all simulators share. */
export type SandboxContext = {
  baseUrl: () => string;
  settings: SandboxSettings;
  random: Random;
  ledger: Ledger;
  callbacks: CallbackClient;
  faults: FaultSelector;
  interruptions: Interruptions;
  brains: BrainSelector;
  phone: Phone;
  mails: MailStore;
  /** Files that came with messages to customers. */
  files: FileStore;
  /** Of WhatsApp. */
  templates: TemplateStore;
  /** The scripted persons who answer at some numbers. */
  callers: CallerAssignments;
  /** The conversations over ConversationRelay. */
  relays: RelayLog;
  /** By vendor and channel or provider: `twilio/sms`, `whatsapp/meta`, `smtp`. */
  carriers: Map<string, Carrier>;
  serviceWindows: ServiceWindows;
  /** Rejects early when the sandbox stops. */
  wait: (ms: number) => Promise<void>;
  /** Random duration of one step, such as from sent to delivered. */
  stepDelayMs: () => number;
  stop: () => Promise<void>;
};

export const createSandboxContext = (baseUrl: () => string): SandboxContext => {
  const settings = defaultSettings();
  const random = createRandom();
  const callbacks = createCallbackClient(() => settings.origins);
  const timers = createTimers();
  const relays = createRelayLog();
  return {
    baseUrl,
    settings,
    random,
    ledger: createLedger(),
    callbacks,
    // A separate generator makes the faults depend on the seed alone.
    faults: createFaultSelector(createRandom()),
    interruptions: createInterruptions(),
    brains: createBrainSelector(),
    phone: createPhone(),
    mails: createMailStore(),
    files: createFileStore(),
    templates: createTemplateStore(),
    callers: createCallerAssignments(),
    relays,
    carriers: new Map(),
    serviceWindows: createServiceWindows(),
    wait: timers.wait,
    stepDelayMs: () => random.between(...settings.paceMs),
    stop: async () => {
      timers.stop();
      relays.stop();
      await callbacks.close();
    },
  };
};

/** WhatsApp's customer service window: free text is allowed for a day after the customer wrote. */
export type ServiceWindows = {
  open: (business: string, customer: string, at?: number) => void;
  isOpen: (business: string, customer: string) => boolean;
};

const serviceWindowMs = 24 * 3600 * 1000;

const createServiceWindows = (): ServiceWindows => {
  const openedAt = new Map<string, number>();
  const digits = (text: string) => text.replaceAll(/\D/g, "");
  const key = (business: string, customer: string) => `${digits(business)} ${digits(customer)}`;
  return {
    open: (business, customer, at = Date.now()) => void openedAt.set(key(business, customer), at),
    isOpen: (business, customer) =>
      Date.now() - (openedAt.get(key(business, customer)) ?? Number.NEGATIVE_INFINITY) < serviceWindowMs,
  };
};

type Timers = Pick<SandboxContext, "wait"> & { stop: () => void };

/** Many thousands may run at once: one abort signal with a listener for each would be slow. */
const createTimers = (): Timers => {
  const pending = new Map<NodeJS.Timeout, (reason: Error) => void>();
  let stopped = false;
  return {
    wait: (ms) =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(new Error("The sandbox stops"));
        const timer = setTimeout(() => {
          pending.delete(timer);
          resolve();
        }, ms);
        timer.unref();
        pending.set(timer, reject);
      }),
    stop: () => {
      stopped = true;
      for (const [timer, reject] of pending) {
        clearTimeout(timer);
        reject(new Error("The sandbox stops"));
      }
      pending.clear();
    },
  };
};
