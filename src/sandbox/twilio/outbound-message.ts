import type { FastifyRequest } from "fastify";
import { countSegments } from "#domain/messages/segments.ts";
import { runSteps, type StatusStep } from "#sandbox/callback-plan.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import type { SimulatedFile } from "#sandbox/file-store.ts";
import { findActionId, hashBody } from "#sandbox/ledger.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { createPhoneMessage } from "#sandbox/phone/phone.ts";
import type { AcceptResult } from "#sandbox/respond-with-fault.ts";
import { bodyField, bodyFields, type SimulatedResponse } from "#sandbox/vendor.ts";
import { defaultNumber, ownsNumber } from "./accounts.ts";
import type { TwilioCallbacks } from "./callbacks.ts";
import { renderContent } from "./contents.ts";
import {
  isWhatsapp,
  messageResource,
  statusForm,
  stripChannelPrefix,
  type TwilioMessage,
} from "./message.ts";
import type { SenderOptOuts } from "./opt-outs.ts";
import type { ResourceStore } from "./resource-store.ts";
import { accountSid, newSid, twilioError, twilioPrice } from "./rest-api.ts";

export type MessagingContext = {
  context: SandboxContext;
  callbacks: TwilioCallbacks;
  messages: ResourceStore<TwilioMessage>;
  optOuts: SenderOptOuts;
};

const e164 = /^(whatsapp:)?\+[1-9]\d{6,14}$/;

/** Twilio's error for the request, checked in its order; undefined when it is valid. */
const validateMessage = (
  { context, optOuts }: MessagingContext,
  request: FastifyRequest,
): SimulatedResponse | undefined => {
  const to = bodyField(request, "To");
  const from = bodyField(request, "From");
  const service = bodyField(request, "MessagingServiceSid");
  const content = bodyField(request, "ContentSid");
  const body = bodyField(request, "Body");
  if (!to) return twilioError(400, 21_604, "A 'To' phone number is required.");
  if (!from && !service) return twilioError(400, 21_603, "A 'From' phone number is required.");
  if (!body && !content && !bodyField(request, "MediaUrl"))
    return twilioError(400, 21_602, "Message body is required.");
  if (body && body.length > 1600)
    return twilioError(400, 21_617, "The concatenated message body exceeds the 1600 character limit.");
  if (!e164.test(to)) return twilioError(400, 21_211, `Invalid 'To' Phone Number: ${to}`);
  if (from && to.startsWith("whatsapp:") !== from.startsWith("whatsapp:"))
    return twilioError(400, 21_910, "Invalid From and To pair. From and To should be of the same channel");
  if (from && !ownsNumber(context, stripChannelPrefix(from)))
    return from.startsWith("whatsapp:")
      ? twilioError(400, 63_007, "Twilio could not find a Channel with the specified From address")
      : twilioError(
          400,
          21_606,
          `The 'From' phone number provided (${from}) is not a valid message-capable Twilio phone number for this destination/account.`,
        );
  if (content && renderContent(content, bodyField(request, "ContentVariables")) === undefined)
    return twilioError(400, 21_656, "The Content Variables Parameter is invalid.");
  const { refuse } = magicBehaviour(stripChannelPrefix(to));
  if (refuse)
    return {
      ...twilioError(refuse.status, refuse.code, refuse.message),
      ...(refuse.status === 429 ? { headers: { "retry-after": "1" } } : {}),
    };
  if (!to.startsWith("whatsapp:") && optOuts.has(from ?? defaultNumber, to))
    return twilioError(400, 21_610, "Attempt to send to unsubscribed recipient");
  return undefined;
};

export const acceptMessage = (messaging: MessagingContext, request: FastifyRequest): AcceptResult => {
  const rejection = validateMessage(messaging, request);
  if (rejection) return { response: rejection };
  const content = bodyField(request, "ContentSid");
  const to = bodyField(request, "To") ?? "";
  const service = bodyField(request, "MessagingServiceSid") ?? null;
  const fallback = to.startsWith("whatsapp:") ? `whatsapp:${defaultNumber}` : defaultNumber;
  const { message, steps } = createMessage(messaging, {
    account: accountSid(request),
    to,
    from: bodyField(request, "From") ?? fallback,
    body: content
      ? (renderContent(content, bodyField(request, "ContentVariables")) ?? "")
      : (bodyField(request, "Body") ?? ""),
    service,
    template: content ?? null,
    mediaUrls: bodyFields(request, "MediaUrl"),
    callback: bodyField(request, "StatusCallback") ?? null,
    direction: "outbound-api",
    entry: messaging.context.ledger.entryFor(request),
  });
  const postStatus = (form: Record<string, string>, forged: boolean) =>
    message.callback
      ? messaging.callbacks.post(message.account, message.callback, form, { forged })
      : Promise.resolve(undefined);
  return {
    response: { status: 201, body: messageResource(message) },
    callbackPlan: {
      run: runSteps(steps, messaging.context.wait),
      postStray: () => {
        const sid = newSid("SM");
        return postStatus({ ...statusForm(message, "delivered"), MessageSid: sid, SmsSid: sid }, false);
      },
      postForged: () => postStatus({ ...statusForm(message, "failed"), ErrorCode: "30007" }, true),
    },
  };
};

/** Twilio fetches the files of a message from the business. */
const fetchMedia = async (context: SandboxContext, urls: string[]): Promise<SimulatedFile[]> => {
  const fetched = await Promise.all(urls.map((url) => context.callbacks.fetchFile(url)));
  return fetched.flatMap((file, index) =>
    file ? [context.files.add({ ...file, filename: `media-${index + 1}` })] : [],
  );
};

type MessageDraft = Pick<
  TwilioMessage,
  "account" | "to" | "from" | "body" | "service" | "callback" | "direction"
> & {
  template: string | null;
  mediaUrls?: string[];
  entry: ReturnType<SandboxContext["ledger"]["entryFor"]>;
};

/** Enters the message into the store, the ledger and the phone, and plans its status steps. */
export const createMessage = (
  { context, callbacks, messages }: MessagingContext,
  { template, entry, mediaUrls = [], ...draft }: MessageDraft,
): { message: TwilioMessage; steps: StatusStep[] } => {
  const now = Date.now();
  const message: TwilioMessage = {
    ...draft,
    sid: newSid(mediaUrls.length > 0 ? "MM" : "SM"),
    mediaCount: mediaUrls.length,
    status: draft.service ? "accepted" : "queued",
    segments: Math.max(1, countSegments(draft.body).segments),
    price: null,
    error: null,
    createdAt: now,
    sentAt: null,
    updatedAt: now,
  };
  const channel = isWhatsapp(message) ? "whatsapp" : "sms";
  messages.add(message);
  const ledgerEntry = entry ?? context.ledger.open({ vendor: "twilio", method: "TWIML", path: "/Messages" });
  ledgerEntry.effect = {
    id: message.sid,
    channel,
    to: stripChannelPrefix(message.to),
    from: stripChannelPrefix(message.from),
    bodyHash: hashBody(message.body),
    at: new Date(now).toISOString(),
    actionId: findActionId(message.callback),
  };
  const phoneEntry = createPhoneMessage({
    id: message.sid,
    at: new Date(now).toISOString(),
    channel,
    arrived: true,
    business: stripChannelPrefix(message.from),
    text: message.body,
    status: message.status,
    segments: channel === "sms" ? message.segments : null,
    template,
  });
  const isWindowClosed =
    channel === "whatsapp" &&
    !template &&
    !context.serviceWindows.isOpen(stripChannelPrefix(message.from), stripChannelPrefix(message.to));
  const failure = isWindowClosed
    ? { code: 63_016, message: "Failed to send freeform message because you are outside the allowed window" }
    : magicBehaviour(stripChannelPrefix(message.to)).fail;
  fetchMedia(context, mediaUrls).then((files) => {
    phoneEntry.files = files;
    context.phone.notifyChanged(stripChannelPrefix(message.to));
  });
  // A message that WhatsApp rejects never reaches the phone.
  if (!isWindowClosed) context.phone.add(stripChannelPrefix(message.to), phoneEntry, `twilio/${channel}`);

  const step = (status: string): StatusStep => ({
    afterMs: context.stepDelayMs(),
    apply: () => {
      message.status = status;
      message.updatedAt = Date.now();
      if (status === "sent") {
        message.sentAt = message.updatedAt;
        message.price = twilioPrice(channel, channel === "sms" ? message.segments : 1);
      }
      if (status === "undelivered" || status === "failed") message.error = failure ?? null;
      Object.assign(phoneEntry, { status, price: message.price, code: message.error?.code ?? null });
      context.phone.notifyChanged(stripChannelPrefix(message.to));
    },
    post: async () => {
      if (message.callback)
        await callbacks.post(message.account, message.callback, statusForm(message, status));
    },
  });
  const statuses = isWindowClosed
    ? ["failed"]
    : failure
      ? ["sent", failure.code >= 60_000 ? "failed" : "undelivered"]
      : ["sent", "delivered", ...(channel === "whatsapp" ? ["read"] : [])];
  return { message, steps: statuses.map(step) };
};
