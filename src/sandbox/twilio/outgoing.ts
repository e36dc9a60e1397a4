import type { FastifyRequest } from "fastify";
import { countSegments } from "#domain/messages/segments.ts";
import type { Taken } from "#sandbox/carry-out.ts";
import { actionIdIn, bodyHash } from "#sandbox/ledger.ts";
import { magicOf } from "#sandbox/magic.ts";
import { inSteps, type Notice } from "#sandbox/notices.ts";
import { type Answer, bodyOf } from "#sandbox/vendor.ts";
import type { World } from "#sandbox/world.ts";
import { firstNumber, owns } from "./accounts.ts";
import { renderContent } from "./contents.ts";
import type { Line } from "./line.ts";
import { bare, isWhatsapp, type Message, showMessage, statusForm } from "./message.ts";
import type { OptOuts } from "./opt-outs.ts";
import { priceOf } from "./prices.ts";
import { failure, newSid, sidOf } from "./resource.ts";
import type { Store } from "./store.ts";

export type Desk = { world: World; line: Line; messages: Store<Message>; optOuts: OptOuts };

const e164 = /^(whatsapp:)?\+[1-9]\d{6,14}$/;

/** Why Twilio would not take a message, in the order in which it looks. */
const refusalOf = ({ world, optOuts }: Desk, request: FastifyRequest): Answer | undefined => {
  const to = bodyOf(request, "To");
  const from = bodyOf(request, "From");
  const service = bodyOf(request, "MessagingServiceSid");
  const content = bodyOf(request, "ContentSid");
  const body = bodyOf(request, "Body");
  if (!to) return failure(400, 21_604, "A 'To' phone number is required.");
  if (!from && !service) return failure(400, 21_603, "A 'From' phone number is required.");
  if (!body && !content && !bodyOf(request, "MediaUrl"))
    return failure(400, 21_602, "Message body is required.");
  if (body && body.length > 1600)
    return failure(400, 21_617, "The concatenated message body exceeds the 1600 character limit.");
  if (!e164.test(to)) return failure(400, 21_211, `Invalid 'To' Phone Number: ${to}`);
  if (from && to.startsWith("whatsapp:") !== from.startsWith("whatsapp:"))
    return failure(400, 21_910, "Invalid From and To pair. From and To should be of the same channel");
  if (from && !owns(world, bare(from)))
    return from.startsWith("whatsapp:")
      ? failure(400, 63_007, "Twilio could not find a Channel with the specified From address")
      : failure(
          400,
          21_606,
          `The 'From' phone number provided (${from}) is not a valid message-capable Twilio phone number for this destination/account.`,
        );
  if (content && renderContent(content, bodyOf(request, "ContentVariables")) === undefined)
    return failure(400, 21_656, "The Content Variables Parameter is invalid.");
  const { refuse } = magicOf(bare(to));
  if (refuse)
    return {
      ...failure(refuse.status, refuse.code, refuse.message),
      ...(refuse.status === 429 ? { headers: { "retry-after": "1" } } : {}),
    };
  if (!to.startsWith("whatsapp:") && optOuts.has(from ?? firstNumber, to))
    return failure(400, 21_610, "Attempt to send to unsubscribed recipient");
  return undefined;
};

/** Takes a message that an account asks for, or says why not. */
export const takeMessage = (desk: Desk, request: FastifyRequest): Taken => {
  const refusal = refusalOf(desk, request);
  if (refusal) return { answer: refusal };
  const content = bodyOf(request, "ContentSid");
  const to = bodyOf(request, "To") ?? "";
  const service = bodyOf(request, "MessagingServiceSid") ?? null;
  const fallback = to.startsWith("whatsapp:") ? `whatsapp:${firstNumber}` : firstNumber;
  const { message, notices } = dispatch(desk, {
    account: sidOf(request),
    to,
    from: bodyOf(request, "From") ?? fallback,
    body: content
      ? (renderContent(content, bodyOf(request, "ContentVariables")) ?? "")
      : (bodyOf(request, "Body") ?? ""),
    service,
    template: content ?? null,
    callback: bodyOf(request, "StatusCallback") ?? null,
    direction: "outbound-api",
    entry: desk.world.ledger.entryOf(request),
  });
  const tell = (form: Record<string, string>, forged: boolean) =>
    message.callback
      ? desk.line.post(message.account, message.callback, form, { forged })
      : Promise.resolve(undefined);
  return {
    answer: { status: 201, body: showMessage(message) },
    announcement: {
      course: inSteps(notices, desk.world.wait),
      stray: () => {
        const sid = newSid("SM");
        return tell({ ...statusForm(message, "delivered"), MessageSid: sid, SmsSid: sid }, false);
      },
      forged: () => tell({ ...statusForm(message, "failed"), ErrorCode: "30007" }, true),
    },
  };
};

type Dispatched = Pick<Message, "account" | "to" | "from" | "body" | "service" | "callback" | "direction"> & {
  template: string | null;
  entry: ReturnType<World["ledger"]["entryOf"]>;
};

/** From here on the message exists: it is in the ledger and on the phone, and will become something. */
export const dispatch = (
  { world, line, messages }: Desk,
  { template, entry, ...given }: Dispatched,
): { message: Message; notices: Notice[] } => {
  const now = Date.now();
  const message: Message = {
    ...given,
    sid: newSid("SM"),
    status: given.service ? "accepted" : "queued",
    segments: Math.max(1, countSegments(given.body).segments),
    price: null,
    error: null,
    createdAt: now,
    sentAt: null,
    updatedAt: now,
  };
  const channel = isWhatsapp(message) ? "whatsapp" : "sms";
  messages.add(message);
  const opened = entry ?? world.ledger.open({ vendor: "twilio", method: "TWIML", path: "/Messages" });
  opened.effect = {
    id: message.sid,
    channel,
    to: bare(message.to),
    from: bare(message.from),
    bodyHash: bodyHash(message.body),
    at: new Date(now).toISOString(),
    actionId: actionIdIn(message.callback),
  };
  const shown = {
    kind: "message" as const,
    id: message.sid,
    at: new Date(now).toISOString(),
    channel,
    arrived: true,
    business: bare(message.from),
    subject: null,
    text: message.body,
    status: message.status,
    code: null as number | null,
    segments: channel === "sms" ? message.segments : null,
    price: null as string | null,
    template,
    unsubscribe: null,
  } as const;
  const onPhone = { ...shown };
  const closed =
    channel === "whatsapp" && !template && !world.windows.isOpen(bare(message.from), bare(message.to));
  const failed = closed
    ? { code: 63_016, message: "Failed to send freeform message because you are outside the allowed window" }
    : magicOf(bare(message.to)).fail;
  // A message that WhatsApp does not let through is never seen by anybody.
  if (!closed) world.phone.add(bare(message.to), onPhone, `twilio/${channel}`);

  const step = (status: string): Notice => ({
    afterMs: world.pace(),
    apply: () => {
      message.status = status;
      message.updatedAt = Date.now();
      if (status === "sent") {
        message.sentAt = message.updatedAt;
        message.price = priceOf(channel, channel === "sms" ? message.segments : 1);
      }
      if (status === "undelivered" || status === "failed") message.error = failed ?? null;
      Object.assign(onPhone, { status, price: message.price, code: message.error?.code ?? null });
      world.phone.changed(bare(message.to));
    },
    post: async () => {
      if (message.callback) await line.post(message.account, message.callback, statusForm(message, status));
    },
  });
  const course = closed
    ? ["failed"]
    : failed
      ? ["sent", failed.code >= 60_000 ? "failed" : "undelivered"]
      : ["sent", "delivered", ...(channel === "whatsapp" ? ["read"] : [])];
  return { message, notices: course.map(step) };
};
