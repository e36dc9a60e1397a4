import { type Callbacks, createCallbacks } from "./callbacks.ts";
import { createFaults, type Faults } from "./faults.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { createPhone, type Phone } from "./phone/phone.ts";
import { createRandom, type Random } from "./random.ts";
import { type Settings, usualSettings } from "./settings.ts";
import { createMails, type Mails } from "./smtp/kept-mail.ts";
import { createWaits } from "./waits.ts";

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
export type World = {
  /** Where they are reached. */
  base: () => string;
  settings: Settings;
  random: Random;
  ledger: Ledger;
  callbacks: Callbacks;
  faults: Faults;
  phone: Phone;
  mails: Mails;
  carriers: Map<string, Carrier>;
  /** When a customer last wrote to a business on WhatsApp. */
  windows: Windows;
  /** Ends early, by throwing, when the sandbox stops. */
  wait: (ms: number) => Promise<void>;
  /** A step of what becomes of a message, not always the same. */
  pace: () => number;
  stop: () => Promise<void>;
};

export type Windows = {
  opened: (business: string, customer: string, at?: number) => void;
  isOpen: (business: string, customer: string) => boolean;
};

const windowMs = 24 * 3600 * 1000;

const createWindows = (): Windows => {
  const lastHeard = new Map<string, number>();
  const digits = (text: string) => text.replaceAll(/\D/g, "");
  const key = (business: string, customer: string) => `${digits(business)} ${digits(customer)}`;
  return {
    opened: (business, customer, at = Date.now()) => void lastHeard.set(key(business, customer), at),
    isOpen: (business, customer) =>
      Date.now() - (lastHeard.get(key(business, customer)) ?? Number.NEGATIVE_INFINITY) < windowMs,
  };
};

export const createWorld = (base: () => string): World => {
  const settings = usualSettings();
  const random = createRandom();
  const callbacks = createCallbacks(() => settings.origins);
  const waits = createWaits();
  return {
    base,
    settings,
    random,
    ledger: createLedger(),
    callbacks,
    // With luck of their own, so that a seed tells what goes wrong whatever else happens.
    faults: createFaults(createRandom()),
    phone: createPhone(),
    mails: createMails(),
    carriers: new Map(),
    windows: createWindows(),
    wait: waits.wait,
    pace: () => random.between(...settings.paceMs),
    stop: async () => {
      waits.stop();
      await callbacks.close();
    },
  };
};
