import * as z from "zod";
import { resolveStatus } from "#domain/mail/bounce.ts";
import { classifyBounce } from "#domain/mail/classify-bounce.ts";
import { cutText } from "#domain/storable-text.ts";
import { callbackJson, fromUnixSeconds, parseActionId } from "./callback.ts";
import type { MailReport, StatusUpdate, VendorCallback, VendorUpdate } from "./messenger.ts";

/** The custom argument that names the action; SendGrid returns it with every event. */
export const actionArgument = "faro_action";

const text = z.string().min(1).nullish().catch(null);
const eventSchema = z.object({
  event: z.string(),
  email: z.string().min(3).max(320),
  sg_event_id: z.string().min(1).max(200),
  timestamp: z.unknown().optional(),
  sg_message_id: text,
  reason: text,
  status: text,
  type: text,
  bounce_classification: text,
  [actionArgument]: z.unknown().optional(),
});
type SendgridEvent = z.infer<typeof eventSchema>;

const maxDiagnosticLength = 1000;

/** The id of `X-Message-Id` is the part before the name of the server that filtered the message. */
const messageId = ({ sg_message_id: id }: SendgridEvent): string | null =>
  id?.split(".")[0]?.slice(0, 200) || null;

type Bounce = Extract<MailReport["content"], { kind: "bounce" }>["bounce"];

const toBounce = (event: SendgridEvent, action: Bounce["action"]): Bounce => {
  const diagnostic = cutText(event.reason ?? "", maxDiagnosticLength) || null;
  const status = resolveStatus(event.status ?? undefined, diagnostic);
  const classified = classifyBounce({ status, action, diagnostic });
  // A block concerns this message or our servers, not the address.
  if (event.type === "blocked")
    return {
      action,
      status,
      diagnostic,
      class: classified.class === "hard" ? "policy" : classified.class,
      suppress: false,
    };
  const isInvalid = action === "failed" && event.bounce_classification === "Invalid Address";
  return {
    action,
    status,
    diagnostic,
    ...classified,
    ...(isInvalid ? { class: "hard", suppress: true } : {}),
  };
};

/** Addresses that SendGrid no longer writes to, because of what happened to earlier messages. */
const droppedOptOuts: Readonly<Record<string, string>> = {
  "Unsubscribed Address": "dropped_unsubscribed",
  "Spam Reporting Address": "dropped_spam_report",
};
const droppedAddresses: readonly string[] = ["Bounced Address", "Invalid"];

const toDropped = (event: SendgridEvent): MailReport["content"] | { optedOut: string } => {
  const reason = event.reason ?? "";
  const optedOut = droppedOptOuts[reason];
  if (optedOut) return { optedOut };
  const isDead = droppedAddresses.includes(reason);
  return {
    kind: "bounce",
    bounce: {
      action: "failed",
      status: isDead ? "5.1.1" : "5.7.0",
      diagnostic: cutText(reason, maxDiagnosticLength) || null,
      class: isDead ? "hard" : "policy",
      suppress: isDead,
    },
  };
};

const toUpdates = (event: SendgridEvent): VendorUpdate[] => {
  const providerId = messageId(event);
  const actionId = parseActionId(event[actionArgument]);
  const at = fromUnixSeconds(event.timestamp);
  const status = (update: Pick<StatusUpdate, "status" | "code" | "optedOut">): VendorUpdate[] =>
    providerId === null ? [] : [{ kind: "status", providerId, actionId, price: null, at, ...update }];
  const mail = (content: MailReport["content"]): VendorUpdate[] => [
    {
      kind: "mail",
      reportId: event.sg_event_id,
      providerId,
      actionId,
      address: event.email.trim().toLowerCase(),
      at,
      content,
    },
  ];
  switch (event.event) {
    case "processed":
      return status({ status: "sent", code: null });
    case "delivered":
      return status({ status: "delivered", code: null });
    case "deferred":
      return mail({ kind: "bounce", bounce: toBounce(event, "delayed") });
    case "bounce":
      return mail({ kind: "bounce", bounce: toBounce(event, "failed") });
    case "dropped": {
      const dropped = toDropped(event);
      return "optedOut" in dropped
        ? status({ status: "failed", code: dropped.optedOut, optedOut: true })
        : mail(dropped);
    }
    case "spamreport":
      return mail({ kind: "complaint" });
    case "unsubscribe":
      return mail({ kind: "unsubscribe", scope: "all" });
    case "group_unsubscribe":
      return mail({ kind: "unsubscribe", scope: "email" });
    // Opens and clicks are not asked for, and no report ever opts a person in again.
    default:
      return [];
  }
};

/** A list of events in any order. */
export const parseSendgridEvents = (callback: VendorCallback): VendorUpdate[] => {
  const body = callbackJson(callback);
  if (!Array.isArray(body)) return [];
  return body.flatMap((entry) => {
    const parsed = eventSchema.safeParse(entry);
    return parsed.success ? toUpdates(parsed.data) : [];
  });
};
