import * as z from "zod";
import type { Approved } from "#domain/compliance/evaluate-gate.ts";
import { type TwilioContext, twilio } from "#server/connectors/twilio.ts";
import { callStatus, parseCallCallback } from "./call-callbacks.ts";
import { callPartUrl, respondToCall } from "./call-dialogue.ts";
import type { LookupQuery, LookupResult, Messenger, OutgoingMessage, SendOutcome } from "./messenger.ts";
import { configuredRate, defaultCallsPerSecond } from "./rates.ts";
import {
  createResource,
  fetchRecordingFile,
  fetchResource,
  parseTwilioPrice,
  resolveSender,
} from "./twilio-api.ts";
import { clockToleranceMs, verifyTwilioCallback } from "./twilio-messages.ts";
import { fetchTwilioPrices } from "./twilio-prices.ts";
import { deleteTwilioRecordings } from "./twilio-recordings.ts";

/** About five rings, the legal maximum in Puerto Rico. */
const ringSeconds = 25;
/** Of an announcement. */
const maxCallSeconds = 15 * 60;

const send = async (
  context: TwilioContext,
  { message: outgoing }: Approved<OutgoingMessage>,
): Promise<SendOutcome> => {
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
    Method: "POST",
    StatusCallback: callPartUrl(callbackUrl, outgoing, "status"),
    StatusCallbackMethod: "POST",
    Timeout: String(ringSeconds),
    TimeLimit: String(outgoing.maxSeconds ?? maxCallSeconds),
    MachineDetection: "DetectMessageEnd",
    ...(outgoing.channel === "voice_agent"
      ? agentFields(callbackUrl, outgoing)
      : announcementFields(callbackUrl, outgoing)),
  });
  for (const event of ["initiated", "ringing", "answered", "completed"])
    fields.append("StatusCallbackEvent", event);
  return createResource(context, "Calls", fields, callStatus);
};

/** The announcement begins with the notice; nothing of the called person is recorded before it. */
const announcementFields = (callbackUrl: string, outgoing: OutgoingMessage): Record<string, string> => ({
  Url: callPartUrl(callbackUrl, outgoing, "answer"),
});

/** Detection runs while the agent speaks, because silence after the answer makes people hang up. */
const agentFields = (callbackUrl: string, outgoing: OutgoingMessage): Record<string, string> => {
  const voiceUrl = new URL("twilio-voice", callbackUrl).href;
  return {
    Url: callPartUrl(voiceUrl, outgoing, "answer"),
    AsyncAmd: "true",
    AsyncAmdStatusCallback: callPartUrl(voiceUrl, outgoing, "amd"),
    AsyncAmdStatusCallbackMethod: "POST",
  };
};

const callSchema = z.object({
  sid: z.string(),
  status: z.string(),
  direction: z.string().nullish(),
  date_created: z.string().nullish(),
  start_time: z.string().nullish(),
  price: z.unknown().optional(),
  price_unit: z.unknown().optional(),
});
const callPage = z.object({ calls: z.array(callSchema), next_page_uri: z.string().nullish() });
const pageSize = 100;

const foundCall = ({ sid, status, price, price_unit: unit }: z.infer<typeof callSchema>): LookupResult => ({
  kind: "found",
  providerId: sid,
  status: callStatus(status) ?? "sent",
  price: parseTwilioPrice(price, unit),
});

/** A call has no text to compare: a single recent call to the number is ours, several are ambiguous. */
const lookUp = async (context: TwilioContext, query: LookupQuery): Promise<LookupResult> => {
  if (query.providerId) {
    const parsed = callSchema.safeParse(await fetchResource(context, `Calls/${query.providerId}.json`));
    return parsed.success ? foundCall(parsed.data) : { kind: "unknown" };
  }
  const parameters = new URLSearchParams({ To: query.to, PageSize: String(pageSize) });
  const page = callPage.safeParse(await fetchResource(context, `Calls.json?${parameters}`));
  if (!page.success) return { kind: "unknown" };
  const { calls, next_page_uri: next } = page.data;
  const recent = calls.filter(({ direction, date_created: created, start_time: started }) => {
    const time = Date.parse(created ?? started ?? "");
    const isRecent = Number.isNaN(time) || time >= query.after - clockToleranceMs;
    return direction?.startsWith("outbound") && isRecent;
  });
  const [only, ...others] = recent;
  const isCutOff = recent.length === calls.length && Boolean(next);
  if (others.length > 0 || isCutOff) return { kind: "unknown" };
  return only ? foundCall(only) : { kind: "absent" };
};

const recordingPath = /\/Accounts\/(AC[0-9a-z]{32})\/Recordings\/(RE[0-9a-z]{32})(?:\.|$)/i;

const parseRecordingUrl = (url: string): { account: string; id: string } | undefined => {
  const [, account, id] = recordingPath.exec(url) ?? [];
  return account && id ? { account, id } : undefined;
};

/** Fetched by id from the connection's account, because the URL in the callback may lead anywhere. */
const fetchRecording = async (context: TwilioContext, url: string): Promise<Buffer | null> => {
  const recording = parseRecordingUrl(url);
  return recording ? fetchRecordingFile(context, `Recordings/${recording.id}.mp3`) : null;
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
  fetchRecording,
  parseRecordingUrl,
  deleteRecordings: deleteTwilioRecordings,
};
