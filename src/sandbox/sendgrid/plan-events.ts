import { findMagicMailbox } from "#sandbox/magic-recipients.ts";
import type { SimulatedMailEvent } from "./event-webhook.ts";
import type { SimulatedSuppressions } from "./suppressions.ts";

type PlannedEvent = Omit<SimulatedMailEvent, "email" | "sg_message_id">;
/** One report, which may hold several events. `arrives`: the mail reaches its mailbox. */
export type MailStep = { arrives: boolean; events: PlannedEvent[] };

const report = (...events: PlannedEvent[]): MailStep => ({ arrives: false, events });
const processed = report({ event: "processed" });
const delivered: PlannedEvent = { event: "delivered", response: "250 2.0.0 OK" };
const arrival = (...more: PlannedEvent[]): MailStep => ({ arrives: true, events: [delivered, ...more] });
const bounce = (more: Omit<PlannedEvent, "event">): MailStep[] => [
  processed,
  report({ event: "bounce", type: "bounce", ...more }),
];
const deferred: PlannedEvent = {
  event: "deferred",
  response: "451 4.7.1 Try again later",
  reason: "451 4.7.1 Try again later",
  attempt: "1",
};

const unknownUser = {
  status: "5.1.1",
  reason: "550 5.1.1 User unknown",
  bounce_classification: "Invalid Address",
};

const byMailbox: Record<string, MailStep[]> = {
  bounce: bounce(unknownUser),
  reject: bounce(unknownUser),
  full: bounce({
    status: "5.2.2",
    reason: "552 5.2.2 Mailbox full",
    bounce_classification: "Mailbox Unavailable",
  }),
  refuse: bounce({
    type: "blocked",
    status: "5.7.1",
    reason: "550 5.7.1 Message rejected due to local policy",
    bounce_classification: "Content",
  }),
  delay: [processed, report(deferred), arrival()],
  defer: [processed, report(deferred), arrival()],
  complain: [processed, arrival({ event: "spamreport" })],
};

/** What becomes of a message, by the name of its mailbox and by what SendGrid knows of the address. */
export const planMailEvents = (email: string, suppressions: SimulatedSuppressions): MailStep[] => {
  const reason = suppressions.reasonFor(email);
  if (reason) return [report({ event: "dropped", reason, status: "5.0.0" })];
  const mailbox = findMagicMailbox(email);
  const planned = mailbox && byMailbox[mailbox];
  if (planned) return planned;
  if (/^unsubscribe\b/i.test(email)) return [processed, arrival({ event: "unsubscribe" })];
  if (/^group-unsubscribe\b/i.test(email))
    return [processed, arrival({ event: "group_unsubscribe", asm_group_id: 10 })];
  return [processed, arrival()];
};
