import { randomBytes } from "node:crypto";
import { type CallbackPlan, runSteps, type StatusStep } from "#sandbox/callback-plan.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import type { SimulatedFile } from "#sandbox/file-store.ts";
import { findActionId, hashBody, type LedgerEntry } from "#sandbox/ledger.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { createPhoneMessage } from "#sandbox/phone/phone.ts";
import type { SimulatedWhatsappProvider } from "./webhook.ts";

export const newWamid = (): string => `wamid.${randomBytes(27).toString("base64")}`;
export const onlyDigits = (number: string): string => number.replaceAll(/\D/g, "");
export const addPlus = (number: string): string => `+${onlyDigits(number)}`;
export const unixSeconds = (): string => String(Math.floor(Date.now() / 1000));

export type WhatsappError = { code: number; title: string };
export const windowClosedError: WhatsappError = { code: 131_047, title: "Re-engagement message" };

/** The error of a magic number: in the response, or in a later callback. */
export const magicError = (
  to: string,
): { when: "immediately" | "later"; error: WhatsappError } | undefined => {
  const { meta, fail } = magicBehaviour(addPlus(to));
  if (meta) return { when: meta.when, error: { code: meta.code, title: meta.title } };
  return fail ? { when: "later", error: { code: 131_026, title: "Message undeliverable" } } : undefined;
};

export type WhatsappMessage = {
  id: string;
  provider: SimulatedWhatsappProvider;
  business: string;
  to: string;
  text: string;
  template: string | null;
  file?: SimulatedFile;
  /** Returned to the sender with every status. */
  callbackData: string | null;
  at: number;
};
export type WhatsappStatus = "sent" | "delivered" | "read" | "failed";

/** Enters the message into the ledger and on the phone, and plans its status callbacks. */
export const acceptWhatsappMessage = (
  context: SandboxContext,
  entry: LedgerEntry | undefined,
  message: WhatsappMessage,
  failure: WhatsappError | undefined,
  postStatus: (
    message: WhatsappMessage,
    status: WhatsappStatus,
    error?: WhatsappError,
    forged?: boolean,
  ) => Promise<void>,
): CallbackPlan => {
  const at = new Date(message.at).toISOString();
  if (entry)
    entry.effect = {
      id: message.id,
      channel: "whatsapp",
      to: addPlus(message.to),
      from: message.business,
      bodyHash: hashBody(message.text),
      at,
      actionId: findActionId(message.callbackData),
    };
  const phoneEntry = createPhoneMessage({
    id: message.id,
    at,
    channel: "whatsapp",
    arrived: true,
    business: message.business,
    text: message.text,
    status: "accepted",
    template: message.template,
    files: message.file ? [message.file] : [],
  });
  if (!failure) context.phone.add(addPlus(message.to), phoneEntry, `whatsapp/${message.provider}`);
  const step = (status: WhatsappStatus): StatusStep => ({
    afterMs: context.stepDelayMs(),
    apply: () => {
      phoneEntry.status = status;
      context.phone.notifyChanged(addPlus(message.to));
    },
    post: () => postStatus(message, status, status === "failed" ? failure : undefined),
  });
  return {
    run: runSteps(
      (failure ? (["failed"] as const) : (["sent", "delivered", "read"] as const)).map(step),
      context.wait,
    ),
    postStray: () => postStatus({ ...message, id: newWamid() }, "delivered"),
    postForged: () => postStatus(message, "failed", { code: 131_026, title: "Message undeliverable" }, true),
  };
};

/** A customer's message opens the service window. Returns the message id. */
export const receiveWhatsappMessage = (
  context: SandboxContext,
  provider: SimulatedWhatsappProvider,
  { customer, business, text }: { customer: string; business: string; text: string },
): string => {
  const id = newWamid();
  context.serviceWindows.open(business, customer);
  context.phone.add(
    addPlus(customer),
    createPhoneMessage({ id, channel: "whatsapp", arrived: false, business, text, status: "received" }),
    `whatsapp/${provider}`,
  );
  return id;
};
