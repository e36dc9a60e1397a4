import type { CallInput, PhoneCall } from "#sandbox/phone/phone.ts";
import type { CallbackForm } from "./callbacks.ts";
import type { CallerLine } from "./relay/caller-line.ts";
import { formatRfc2822, twilioApiVersion } from "./rest-api.ts";

/** Positions are those of the call. */
export type CallRecording = {
  sid: string;
  callSid: string;
  account: string;
  source: "RecordVerb" | "OutboundAPI" | "StartCallRecordingAPI";
  status: "in-progress" | "paused" | "completed";
  startedAt: number;
  fromMs: number;
  /** Null while it goes on. */
  toMs: number | null;
  pauses: { fromMs: number; toMs: number | null }[];
  callback: { url: string; events: string[] } | null;
};

export type SimulatedCall = {
  sid: string;
  account: string;
  to: string;
  from: string;
  direction: "inbound" | "outbound-api" | "outbound-dial";
  /** The call of which this one is a part, when the business transfers it. */
  parentSid: string | null;
  /** The address of the phone that rings, or from which the call comes. */
  phone: string;
  status: "queued" | "ringing" | "in-progress" | "completed" | "busy" | "failed" | "no-answer" | "canceled";
  answeredBy: string | null;
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** Computed from the length of the spoken text, not from the clock. */
  seconds: number;
  price: string | null;
  /** The parameters of the request that placed the call. */
  options: {
    url: string | null;
    method: "GET" | "POST";
    twiml: string | null;
    fallbackUrl: string | null;
    statusCallback: string | null;
    events: string[];
    timeoutSeconds: number;
    record: boolean;
    recordingCallback: string | null;
    machineDetection: string | null;
    asyncAmdCallback: string | null;
  };
  sequence: number;
  recordings: CallRecording[];
  /** Who spoke when, for the audio of recordings. */
  speech: SpeechSegment[];
  inputs: CallInput[];
  /** Wakes the code that waits for input. */
  onInput: (() => void) | null;
  /** Set when the account redirects the call. */
  redirect: { url: string } | { twiml: string } | null;
  /** Set during a conversation over ConversationRelay, which then receives the inputs. */
  relay: CallerLine | null;
  /** Speaks for the person at the phone, when no person does. */
  caller: ((line: CallerLine) => void) | null;
  phoneEntry: PhoneCall;
};

/** Positions in the call. */
export type SpeechSegment = { who: "business" | "customer"; fromMs: number; toMs: number };

/** How far the call has come, as its recordings count. */
export const callPositionMs = (call: SimulatedCall): number =>
  call.relay?.positionMs() ?? call.seconds * 1000;

export const hasEnded = ({ status }: SimulatedCall): boolean =>
  !["queued", "ringing", "in-progress"].includes(status);

export const callResource = (call: SimulatedCall) => ({
  sid: call.sid,
  account_sid: call.account,
  api_version: twilioApiVersion,
  parent_call_sid: call.parentSid,
  to: call.to,
  to_formatted: call.to,
  from: call.from,
  from_formatted: call.from,
  phone_number_sid: null,
  status: call.status,
  direction: call.direction,
  answered_by: call.answeredBy,
  forwarded_from: null,
  caller_name: null,
  queue_time: "0",
  date_created: formatRfc2822(call.createdAt),
  date_updated: formatRfc2822(call.endedAt ?? call.startedAt ?? call.createdAt),
  start_time: formatRfc2822(call.startedAt),
  end_time: formatRfc2822(call.endedAt),
  duration: call.endedAt === null ? null : String(call.seconds),
  price: call.price,
  price_unit: "USD",
  group_sid: null,
  trunk_sid: null,
  uri: `/${twilioApiVersion}/Accounts/${call.account}/Calls/${call.sid}.json`,
});

/** The fields of every callback about a call. */
export const callForm = (call: SimulatedCall, status: string = call.status): CallbackForm => ({
  AccountSid: call.account,
  ApiVersion: twilioApiVersion,
  CallSid: call.sid,
  CallStatus: status,
  Called: call.to,
  Caller: call.from,
  Direction: call.direction,
  From: call.from,
  To: call.to,
  FromCountry: "US",
  ToCountry: "US",
  ...(call.parentSid ? { ParentCallSid: call.parentSid } : {}),
  ...(call.answeredBy ? { AnsweredBy: call.answeredBy } : {}),
});

const sipCodes: Partial<Record<SimulatedCall["status"], string>> = {
  busy: "486",
  failed: "404",
  "no-answer": "487",
};

export const progressForm = (call: SimulatedCall, status: string): CallbackForm => ({
  ...callForm(call, status),
  CallbackSource: "call-progress-events",
  SequenceNumber: String(call.sequence++),
  Timestamp: formatRfc2822(Date.now()) ?? "",
  ...(hasEnded(call)
    ? {
        CallDuration: String(call.seconds),
        Duration: String(Math.ceil(call.seconds / 60)),
        SipResponseCode: sipCodes[call.status] ?? "200",
      }
    : {}),
});
