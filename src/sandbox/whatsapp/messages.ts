import { randomBytes } from "node:crypto";
import { type CallbackPlan, runSteps, type StatusStep } from "#sandbox/callback-plan.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { findActionId, hashBody, type LedgerEntry } from "#sandbox/ledger.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import type { WhatsappProvider } from "./webhook.ts";

export const newWamid = (): string => `wamid.${randomBytes(27).toString("base64")}`;
export const onlyDigits = (number: string): string => number.replaceAll(/\D/g, "");
export const toE164 = (number: string): string => `+${onlyDigits(number)}`;
export const unixSeconds = (): string => String(Math.floor(Date.now() / 1000));

export type WhatsappError = { code: number; title: string };
export const windowClosedError: WhatsappError = { code: 131_047, title: "Re-engagement message" };

/** What stands in the way of a message to this number; found before it is sent, or after. */
export const magicError = (to: string): { at: "once" | "later"; trouble: WhatsappError } | undefined => {
  const { meta, fail } = magicBehaviour(toE164(to));
  if (meta) return { at: meta.at, trouble: { code: meta.code, title: meta.title } };
  return fail ? { at: "later", trouble: { code: 131_026, title: "Message undeliverable" } } : undefined;
};

export type WhatsappMessage = {
  id: string;
  provider: WhatsappProvider;
  business: string;
  to: string;
  text: string;
  template: string | null;
  /** What the sender wants to hear again with every status. */
  callbackData: string | null;
  at: number;
};
export type WhatsappStatus = "sent" | "delivered" | "read" | "failed";

/** From here on the message is WhatsApp's: it is in the ledger, and what becomes of it is told. */
export const acceptWhatsappMessage = (
  context: SandboxContext,
  entry: LedgerEntry | undefined,
  message: WhatsappMessage,
  failed: WhatsappError | undefined,
  tell: (
    message: WhatsappMessage,
    status: WhatsappStatus,
    trouble?: WhatsappError,
    forged?: boolean,
  ) => Promise<void>,
): CallbackPlan => {
  const at = new Date(message.at).toISOString();
  if (entry)
    entry.effect = {
      id: message.id,
      channel: "whatsapp",
      to: toE164(message.to),
      from: message.business,
      bodyHash: hashBody(message.text),
      at,
      actionId: findActionId(message.callbackData),
    };
  const shown = {
    kind: "message" as const,
    id: message.id,
    at,
    channel: "whatsapp" as const,
    arrived: true,
    business: message.business,
    subject: null,
    text: message.text,
    status: "accepted",
    code: null as number | null,
    segments: null,
    price: null,
    template: message.template,
    unsubscribe: null,
  };
  if (!failed) context.phone.add(toE164(message.to), shown, `whatsapp/${message.provider}`);
  const step = (status: WhatsappStatus): StatusStep => ({
    afterMs: context.stepDelayMs(),
    apply: () => {
      shown.status = status;
      context.phone.notifyChanged(toE164(message.to));
    },
    post: () => tell(message, status, status === "failed" ? failed : undefined),
  });
  return {
    run: runSteps(
      (failed ? (["failed"] as const) : (["sent", "delivered", "read"] as const)).map(step),
      context.wait,
    ),
    postStray: () => tell({ ...message, id: newWamid() }, "delivered"),
    postForged: () => tell(message, "failed", { code: 131_026, title: "Message undeliverable" }, true),
  };
};

/** Somebody writes to the business: it is theirs to answer freely for a day. */
export const receiveWhatsappMessage = (
  context: SandboxContext,
  dialect: WhatsappProvider,
  { customer, business, text }: { customer: string; business: string; text: string },
): string => {
  const id = newWamid();
  context.serviceWindows.open(business, customer);
  context.phone.add(
    toE164(customer),
    {
      kind: "message",
      id,
      at: new Date().toISOString(),
      channel: "whatsapp",
      arrived: false,
      business,
      subject: null,
      text,
      status: "received",
      code: null,
      segments: null,
      price: null,
      template: null,
      unsubscribe: null,
    },
    `whatsapp/${dialect}`,
  );
  return id;
};
