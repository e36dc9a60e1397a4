import { randomBytes } from "node:crypto";
import { actionIdIn, bodyHash, type LedgerEntry } from "#sandbox/ledger.ts";
import { magicOf } from "#sandbox/magic.ts";
import { type Announcement, inSteps, type Notice } from "#sandbox/notices.ts";
import type { World } from "#sandbox/world.ts";
import type { Dialect } from "./webhook.ts";

export const newWamid = (): string => `wamid.${randomBytes(27).toString("base64")}`;
export const digitsOf = (number: string): string => number.replaceAll(/\D/g, "");
export const plus = (number: string): string => `+${digitsOf(number)}`;
export const nowSeconds = (): string => String(Math.floor(Date.now() / 1000));

export type Trouble = { code: number; title: string };
export const windowClosed: Trouble = { code: 131_047, title: "Re-engagement message" };

/** What stands in the way of a message to this number; found before it is sent, or after. */
export const troubleOf = (to: string): { at: "once" | "later"; trouble: Trouble } | undefined => {
  const { meta, fail } = magicOf(plus(to));
  if (meta) return { at: meta.at, trouble: { code: meta.code, title: meta.title } };
  return fail ? { at: "later", trouble: { code: 131_026, title: "Message undeliverable" } } : undefined;
};

export type Outgoing = {
  id: string;
  dialect: Dialect;
  business: string;
  to: string;
  text: string;
  template: string | null;
  /** What the sender wants to hear again with every status. */
  opaque: string | null;
  at: number;
};
export type Status = "sent" | "delivered" | "read" | "failed";

/** From here on the message is WhatsApp's: it is in the ledger, and what becomes of it is told. */
export const transmit = (
  world: World,
  entry: LedgerEntry | undefined,
  message: Outgoing,
  failed: Trouble | undefined,
  tell: (message: Outgoing, status: Status, trouble?: Trouble, forged?: boolean) => Promise<void>,
): Announcement => {
  const at = new Date(message.at).toISOString();
  if (entry)
    entry.effect = {
      id: message.id,
      channel: "whatsapp",
      to: plus(message.to),
      from: message.business,
      bodyHash: bodyHash(message.text),
      at,
      actionId: actionIdIn(message.opaque),
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
  if (!failed) world.phone.add(plus(message.to), shown, `whatsapp/${message.dialect}`);
  const step = (status: Status): Notice => ({
    afterMs: world.pace(),
    apply: () => {
      shown.status = status;
      world.phone.changed(plus(message.to));
    },
    post: () => tell(message, status, status === "failed" ? failed : undefined),
  });
  return {
    course: inSteps(
      (failed ? (["failed"] as const) : (["sent", "delivered", "read"] as const)).map(step),
      world.wait,
    ),
    stray: () => tell({ ...message, id: newWamid() }, "delivered"),
    forged: () => tell(message, "failed", { code: 131_026, title: "Message undeliverable" }, true),
  };
};

/** Somebody writes to the business: it is theirs to answer freely for a day. */
export const receive = (
  world: World,
  dialect: Dialect,
  { customer, business, text }: { customer: string; business: string; text: string },
): string => {
  const id = newWamid();
  world.windows.opened(business, customer);
  world.phone.add(
    plus(customer),
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
