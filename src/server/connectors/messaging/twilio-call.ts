import * as z from "zod";
import { type TwilioContext, twilio } from "#server/connectors/twilio.ts";
import { callStatus, parseCallCallback } from "./call-callbacks.ts";
import { callPartUrl, respondToCall } from "./call-dialogue.ts";
import type { LookupResult, Messenger, OutgoingMessage, SendOutcome } from "./messenger.ts";
import { configuredRate, defaultCallsPerSecond } from "./rates.ts";
import {
  createResource,
  fetchRecordingFile,
  fetchResource,
  parseTwilioPrice,
  resolveSender,
} from "./twilio-api.ts";
import { verifyTwilioCallback } from "./twilio-messages.ts";
import { fetchTwilioPrices } from "./twilio-prices.ts";

/** About five rings; Puerto Rico allows no more. */
const ringSeconds = 25;
const longestCallSeconds = 900;

const send = async (context: TwilioContext, outgoing: OutgoingMessage): Promise<SendOutcome> => {
  const { callbackUrl } = outgoing;
  if (!callbackUrl) {
    const message = {
      en: "Calls need a public address at which Twilio asks what to say",
      es: "Las llamadas necesitan una dirección pública donde Twilio pregunte qué decir",
    };
    return { kind: "refused", code: "no_public_address", message, account: true };
  }
  const sender = await resolveSender(context, outgoing.from);
  if (!sender.ok) return sender.outcome;
  const fields = new URLSearchParams({
    To: outgoing.to,
    From: sender.from,
    Url: callPartUrl(callbackUrl, outgoing, "answer"),
    Method: "POST",
    StatusCallback: callPartUrl(callbackUrl, outgoing, "status"),
    StatusCallbackMethod: "POST",
    Timeout: String(ringSeconds),
    TimeLimit: String(longestCallSeconds),
    MachineDetection: "DetectMessageEnd",
    Record: "true",
    RecordingStatusCallback: callPartUrl(callbackUrl, outgoing, "recording"),
    RecordingStatusCallbackMethod: "POST",
    RecordingStatusCallbackEvent: "completed",
  });
  for (const step of ["initiated", "ringing", "answered", "completed"])
    fields.append("StatusCallbackEvent", step);
  return createResource(context, "Calls", fields, callStatus);
};

const call = z.object({
  sid: z.string(),
  status: z.string(),
  direction: z.string().nullish(),
  date_created: z.string().nullish(),
  start_time: z.string().nullish(),
  price: z.unknown().optional(),
  price_unit: z.unknown().optional(),
});
const page = z.object({ calls: z.array(call), next_page_uri: z.string().nullish() });

const clockSlackMs = 30_000;

const found = ({ sid, status, price, price_unit: unit }: z.infer<typeof call>): LookupResult => ({
  kind: "found",
  providerId: sid,
  status: callStatus(status) ?? "sent",
  price: parseTwilioPrice(price, unit),
});

/** A call has no text to know it by: one to this number since then is ours, several could be anybody's. */
const lookUp = async (
  context: TwilioContext,
  sent: { to: string; after: number; providerId: string | null },
): Promise<LookupResult> => {
  if (sent.providerId) {
    const one = call.safeParse(await fetchResource(context, `Calls/${sent.providerId}.json`));
    return one.success ? found(one.data) : { kind: "unknown" };
  }
  const query = new URLSearchParams({ To: sent.to, PageSize: "100" });
  const read = page.safeParse(await fetchResource(context, `Calls.json?${query}`));
  if (!read.success) return { kind: "unknown" };
  const recent = read.data.calls.filter(({ direction, date_created: made, start_time: began }) => {
    const time = Date.parse(made ?? began ?? "");
    return direction?.startsWith("outbound") && (Number.isNaN(time) || time >= sent.after - clockSlackMs);
  });
  const [only, ...more] = recent;
  const isCutOff = recent.length === read.data.calls.length && Boolean(read.data.next_page_uri);
  if (more.length > 0 || isCutOff) return { kind: "unknown" };
  return only ? found(only) : { kind: "absent" };
};

const recordingId = /\/Recordings\/(RE[0-9a-z]{32})(?:\.|$)/i;

/** By its id at our own account, wherever the address that was told leads. */
const recording = async (context: TwilioContext, url: string): Promise<Buffer | null> => {
  const id = recordingId.exec(url)?.[1];
  return id ? fetchRecordingFile(context, `Recordings/${id}.mp3`) : null;
};

export const twilioCall: Messenger = {
  id: "twilio-call",
  connector: twilio,
  channels: ["call", "voice_agent"],
  perSecond: ({ callsPerSecond }) => configuredRate(callsPerSecond, defaultCallsPerSecond),
  idempotency: "lookup",
  send,
  lookUp,
  fetchPrices: fetchTwilioPrices("Calls"),
  verifyCallback: verifyTwilioCallback,
  parseCallback: parseCallCallback,
  respondToCallback: respondToCall,
  fetchRecording: recording,
};
