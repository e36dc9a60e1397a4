import { type CallbackClient, createCallbackClient } from "./callback-client.ts";
import { createFaultSelector, type FaultSelector } from "./faults.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { createPhone, type Phone } from "./phone/phone.ts";
import { createRandom, type Random } from "./random.ts";
import { defaultSettings, type SandboxSettings } from "./settings.ts";
import { createMailStore, type MailStore } from "./smtp/mail-store.ts";
import { createTimers } from "./waits.ts";

/** A way by which a customer reaches the business: what the phone sends leaves by it. */
export type Carrier = (reply: {
  customer: string;
  business: string;
  text: string;
  subject?: string | undefined;
  /** Of an e-mail, besides the usual ones. */
  headers?: string[] | undefined;
}) => Promise<void>;

/** All that simulators share: who they are, what they remember, and how they reach the other side. */
export type SandboxContext = {
  /** Where they are reached. */
  baseUrl: () => string;
  settings: SandboxSettings;
  random: Random;
  ledger: Ledger;
  callbacks: CallbackClient;
  faults: FaultSelector;
  phone: Phone;
  mails: MailStore;
  carriers: Map<string, Carrier>;
  /** When a customer last wrote to a business on WhatsApp. */
  serviceWindows: ServiceWindows;
  /** Ends early, by throwing, when the sandbox stops. */
  wait: (ms: number) => Promise<void>;
  /** A step of what becomes of a message, not always the same. */
  stepDelayMs: () => number;
  stop: () => Promise<void>;
};

export type ServiceWindows = {
  open: (business: string, customer: string, at?: number) => void;
  isOpen: (business: string, customer: string) => boolean;
};

const serviceWindowMs = 24 * 3600 * 1000;

const createServiceWindows = (): ServiceWindows => {
  const lastHeard = new Map<string, number>();
  const digits = (text: string) => text.replaceAll(/\D/g, "");
  const key = (business: string, customer: string) => `${digits(business)} ${digits(customer)}`;
  return {
    open: (business, customer, at = Date.now()) => void lastHeard.set(key(business, customer), at),
    isOpen: (business, customer) =>
      Date.now() - (lastHeard.get(key(business, customer)) ?? Number.NEGATIVE_INFINITY) < serviceWindowMs,
  };
};

export const createSandboxContext = (base: () => string): SandboxContext => {
  const settings = defaultSettings();
  const random = createRandom();
  const callbacks = createCallbackClient(() => settings.origins);
  const waits = createTimers();
  return {
    baseUrl: base,
    settings,
    random,
    ledger: createLedger(),
    callbacks,
    // With luck of their own, so that a seed tells what goes wrong whatever else happens.
    faults: createFaultSelector(createRandom()),
    phone: createPhone(),
    mails: createMailStore(),
    carriers: new Map(),
    serviceWindows: createServiceWindows(),
    wait: waits.wait,
    stepDelayMs: () => random.between(...settings.paceMs),
    stop: async () => {
      waits.stop();
      await callbacks.close();
    },
  };
};
