import type { SandboxContext } from "#sandbox/context.ts";
import type { CallInput } from "#sandbox/phone/phone.ts";
import {
  type CallRecording,
  callForm,
  hasEnded,
  recordingForm,
  recordingUrl,
  type SimulatedCall,
} from "./call.ts";
import { addCallNote, speak, waitForInput } from "./call-dialogue.ts";
import type { TwilioCallbacks } from "./callbacks.ts";
import { newSid } from "./rest-api.ts";
import type { CallbackForm } from "./signature.ts";
import { childElements, elementText, parseXml, type XmlElement } from "./xml.ts";

/** A document and where it came from: addresses inside it are relative to that. */
type TwimlDocument = { document: XmlElement; url: string | null };
/** Where the call goes on; nothing: with the next verb. `end`: it does not. */
type NextStep = { url: string; method: "GET" | "POST"; form: CallbackForm } | "end" | undefined;
type TwimlRun = {
  context: SandboxContext;
  callbacks: TwilioCallbacks;
  call: SimulatedCall;
  keep: (recording: CallRecording) => void;
};

const maxDocuments = 50;

const fetchDocument = async (
  { callbacks, call }: TwimlRun,
  url: string,
  form: CallbackForm,
  method: "GET" | "POST",
): Promise<TwimlDocument | undefined> => {
  const ask = async (from: string) => {
    const answer = await callbacks.post(call.account, from, { ...callForm(call), ...form }, { method });
    const document = answer && answer.status < 300 ? parseXml(answer.body) : undefined;
    return document?.name === "Response" ? { document, url: from } : undefined;
  };
  return (await ask(url)) ?? (call.options.fallbackUrl ? await ask(call.options.fallbackUrl) : undefined);
};

/** Does what the business says it should, document after document, until somebody hangs up. */
export const runTwiml = async (walker: TwimlRun): Promise<void> => {
  const { context, call } = walker;
  const { url, twiml, method } = call.options;
  let page = url ? await fetchDocument(walker, url, {}, method) : twiml ? parseTwiml(twiml) : undefined;
  for (let seen = 0; seen < maxDocuments; seen++) {
    if (hasEnded(call)) return;
    if (!page) {
      addCallNote(context, call, "error");
      return;
    }
    const next = await runVerbs(walker, page, childElements(page.document));
    const redirect = call.redirect;
    call.redirect = null;
    if (redirect) {
      page =
        "url" in redirect
          ? await fetchDocument(walker, redirect.url, {}, "POST")
          : parseTwiml(redirect.twiml);
      continue;
    }
    if (!next || next === "end" || hasEnded(call)) return;
    page = await fetchDocument(walker, next.url, next.form, next.method);
  }
};

const parseTwiml = (twiml: string): TwimlDocument | undefined => {
  const document = parseXml(twiml);
  return document?.name === "Response" ? { document, url: null } : undefined;
};

const runVerbs = async (
  walker: TwimlRun,
  page: TwimlDocument,
  verbs: readonly XmlElement[],
): Promise<NextStep> => {
  for (const verb of verbs) {
    if (hasEnded(walker.call) || walker.call.inputs.some((input) => "hangUp" in input)) return "end";
    if (walker.call.redirect) return undefined;
    const next = await (verbHandlers[verb.name] ?? unknownVerb)(walker, page, verb);
    if (next) return next;
  }
  return undefined;
};

const resolveUrl = (page: TwimlDocument, given: string | undefined): string | undefined => {
  const base = page.url ?? undefined;
  if (!given) return base;
  return URL.canParse(given, base) ? new URL(given, base).toString() : undefined;
};

const goToAction = (page: TwimlDocument, verb: XmlElement, form: CallbackForm): NextStep => {
  const url = resolveUrl(page, verb.attributes.action);
  const method = verb.attributes.method?.toUpperCase() === "GET" ? "GET" : "POST";
  return url ? { url, method, form } : "end";
};

type VerbHandler = (walker: TwimlRun, page: TwimlDocument, verb: XmlElement) => Promise<NextStep>;

const unknownVerb: VerbHandler = async ({ context, call }, _page, verb) => {
  addCallNote(context, call, "unknown-verb", verb.name);
  return undefined;
};

const gather: VerbHandler = async (walker, page, verb) => {
  const { context, call } = walker;
  const { input = "dtmf", numDigits, finishOnKey = "#", language = "en-US", timeout = "5" } = verb.attributes;
  const spoken = await runVerbs(walker, page, childElements(verb));
  if (spoken) return spoken;
  const keys = input.includes("dtmf");
  const words = input.includes("speech");
  const awaits = keys && words ? "keys or words" : keys ? "keys" : "words";
  const given = await waitForMatchingInput(walker, awaits, Number(timeout) || 5, (one) =>
    "digits" in one ? keys : words,
  );
  if (given === "end") return "end";
  if (given && "digits" in given) {
    const before = finishOnKey === "" ? given.digits : (given.digits.split(finishOnKey)[0] ?? "");
    const wanted = numDigits ? Number(numDigits) : before.length;
    const rest = before.slice(wanted);
    if (rest) call.inputs.unshift({ digits: rest });
    return goToAction(page, verb, { Digits: before.slice(0, wanted) });
  }
  if (given)
    return goToAction(page, verb, { SpeechResult: given.speech, Confidence: "0.93", Language: language });
  addCallNote(context, call, "silence");
  return verb.attributes.actionOnEmptyResult === "true" ? goToAction(page, verb, { Digits: "" }) : undefined;
};

type SpokenInput = Exclude<CallInput, { hangUp: true } | { pickUp: true }>;

/** The first thing said or pressed that the question asked for; what does not fit is not heard. */
const waitForMatchingInput = async (
  { context, call }: TwimlRun,
  awaits: "keys" | "words" | "keys or words" | "message",
  seconds: number,
  suits: (input: SpokenInput) => boolean,
) => {
  for (;;) {
    const input = await waitForInput(context, call, { awaits, seconds });
    if (!input) return hasEnded(call) ? "end" : undefined;
    if ("hangUp" in input) {
      call.inputs.unshift(input);
      return "end";
    }
    if (!("pickUp" in input) && suits(input)) return input;
  }
};

const record: VerbHandler = async (walker, page, verb) => {
  const { context, callbacks, call } = walker;
  const { maxLength = "3600", recordingStatusCallback, transcribeCallback, transcribe } = verb.attributes;
  const said = await waitForMatchingInput(
    walker,
    "message",
    Number(verb.attributes.timeout) || 5,
    () => true,
  );
  const words = said && said !== "end" && "speech" in said ? said.speech : "";
  const recording = addRecording(
    walker,
    Math.min(Number(maxLength) || 3600, Math.ceil(words.length / 14) + 1),
  );
  const facts = recordingForm(context.baseUrl(), call, recording, "RecordVerb");
  const told = resolveUrl(page, recordingStatusCallback);
  if (recordingStatusCallback && told) await callbacks.post(call.account, told, facts);
  const heard = resolveUrl(page, transcribeCallback);
  if ((transcribe === "true" || transcribeCallback) && heard && words)
    await callbacks.post(call.account, heard, {
      ...facts,
      TranscriptionSid: newSid("TR"),
      TranscriptionStatus: "completed",
      TranscriptionText: words,
    });
  return goToAction(page, verb, {
    RecordingUrl: recordingUrl(context.baseUrl(), recording),
    RecordingSid: recording.sid,
    RecordingDuration: String(recording.seconds),
    Digits: said === "end" ? "hangup" : said && "digits" in said ? said.digits : "",
  });
};

export const addRecording = (
  { call, keep }: Pick<TwimlRun, "call" | "keep">,
  seconds: number,
): CallRecording => {
  const recording: CallRecording = {
    sid: newSid("RE"),
    callSid: call.sid,
    account: call.account,
    seconds,
    startedAt: Date.now(),
  };
  call.recordings.push(recording);
  keep(recording);
  return recording;
};

const verbHandlers: Record<string, VerbHandler> = {
  Say: async ({ context, call }, _page, verb) => {
    for (let times = Math.min(5, Number(verb.attributes.loop ?? 1) || 1); times > 0; times--)
      await speak(context, call, elementText(verb).replaceAll(/\s+/g, " ").trim());
    return undefined;
  },
  Play: async ({ context, call }, _page, verb) => {
    addCallNote(context, call, "plays", elementText(verb).trim() || (verb.attributes.digits ?? ""));
    call.seconds += 3;
    return undefined;
  },
  Pause: async ({ call }, _page, verb) => {
    call.seconds += Number(verb.attributes.length ?? 1) || 1;
    return undefined;
  },
  Gather: gather,
  Record: record,
  Redirect: async (_walker, page, verb) => {
    const url = resolveUrl(page, elementText(verb).trim());
    const method = verb.attributes.method?.toUpperCase() === "GET" ? "GET" : "POST";
    return url ? { url, method, form: {} } : "end";
  },
  /** The person they are put through to takes the call, and it is soon over. */
  Dial: async ({ context, call }, page, verb) => {
    addCallNote(context, call, "puts-through", elementText(verb).trim());
    call.seconds += 30;
    if (!verb.attributes.action) return undefined;
    const form = { DialCallStatus: "completed", DialCallSid: newSid("CA"), DialCallDuration: "30" };
    return goToAction(page, verb, { ...form, DialBridged: "true" });
  },
  Hangup: async () => "end",
  Reject: async () => "end",
};
