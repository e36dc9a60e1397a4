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
import { addCallNote, charactersPerSecond, speak, waitForInput } from "./call-dialogue.ts";
import type { CallbackForm, TwilioCallbacks } from "./callbacks.ts";
import { newSid } from "./rest-api.ts";
import { childElements, elementText, parseXml, type XmlElement } from "./xml.ts";

/** Addresses inside the document are relative to its URL. */
type TwimlDocument = { root: XmlElement; url: string | null };
/** Where the call continues. Undefined: with the next verb. */
type NextStep = { url: string; method: "GET" | "POST"; form: CallbackForm } | "end" | undefined;
type TwimlRun = {
  context: SandboxContext;
  callbacks: TwilioCallbacks;
  call: SimulatedCall;
  storeRecording: (recording: CallRecording) => void;
};

const maxDocuments = 50;

const fetchDocument = async (
  { callbacks, call }: TwimlRun,
  url: string,
  form: CallbackForm,
  method: "GET" | "POST",
): Promise<TwimlDocument | undefined> => {
  const request = async (from: string) => {
    const response = await callbacks.post(call.account, from, { ...callForm(call), ...form }, { method });
    const root = response && response.status < 300 ? parseXml(response.body) : undefined;
    return root?.name === "Response" ? { root, url: from } : undefined;
  };
  return (
    (await request(url)) ?? (call.options.fallbackUrl ? await request(call.options.fallbackUrl) : undefined)
  );
};

/** Runs the business's documents one after another, until the call ends. */
export const runTwiml = async (run: TwimlRun): Promise<void> => {
  const { context, call } = run;
  const { url, twiml, method } = call.options;
  let document = url ? await fetchDocument(run, url, {}, method) : twiml ? parseTwiml(twiml) : undefined;
  for (let count = 0; count < maxDocuments; count++) {
    if (hasEnded(call)) return;
    if (!document) {
      addCallNote(context, call, "error");
      return;
    }
    const next = await runVerbs(run, document, childElements(document.root));
    const redirect = call.redirect;
    call.redirect = null;
    if (redirect) {
      document =
        "url" in redirect ? await fetchDocument(run, redirect.url, {}, "POST") : parseTwiml(redirect.twiml);
      continue;
    }
    if (!next || next === "end" || hasEnded(call)) return;
    document = await fetchDocument(run, next.url, next.form, next.method);
  }
};

const parseTwiml = (twiml: string): TwimlDocument | undefined => {
  const root = parseXml(twiml);
  return root?.name === "Response" ? { root, url: null } : undefined;
};

const runVerbs = async (
  run: TwimlRun,
  document: TwimlDocument,
  verbs: readonly XmlElement[],
): Promise<NextStep> => {
  for (const verb of verbs) {
    if (hasEnded(run.call) || run.call.inputs.some((input) => "hangUp" in input)) return "end";
    if (run.call.redirect) return undefined;
    const next = await (verbHandlers[verb.name] ?? unknownVerb)(run, document, verb);
    if (next) return next;
  }
  return undefined;
};

const resolveUrl = (document: TwimlDocument, address: string | undefined): string | undefined => {
  const base = document.url ?? undefined;
  if (!address) return base;
  return URL.canParse(address, base) ? new URL(address, base).toString() : undefined;
};

const goToAction = (document: TwimlDocument, verb: XmlElement, form: CallbackForm): NextStep => {
  const url = resolveUrl(document, verb.attributes.action);
  const method = verb.attributes.method?.toUpperCase() === "GET" ? "GET" : "POST";
  return url ? { url, method, form } : "end";
};

type VerbHandler = (run: TwimlRun, document: TwimlDocument, verb: XmlElement) => Promise<NextStep>;

const unknownVerb: VerbHandler = async ({ context, call }, _document, verb) => {
  addCallNote(context, call, "unknown-verb", verb.name);
  return undefined;
};

const gather: VerbHandler = async (run, document, verb) => {
  const { context, call } = run;
  const { input = "dtmf", numDigits, finishOnKey = "#", language = "en-US", timeout = "5" } = verb.attributes;
  const nested = await runVerbs(run, document, childElements(verb));
  if (nested) return nested;
  const acceptsKeys = input.includes("dtmf");
  const acceptsSpeech = input.includes("speech");
  const awaits = acceptsKeys && acceptsSpeech ? "keys or words" : acceptsKeys ? "keys" : "words";
  const received = await waitForMatchingInput(run, awaits, Number(timeout) || 5, (candidate) =>
    "digits" in candidate ? acceptsKeys : acceptsSpeech,
  );
  if (received === "end") return "end";
  if (received && "digits" in received) {
    const digits = finishOnKey === "" ? received.digits : (received.digits.split(finishOnKey)[0] ?? "");
    const length = numDigits ? Number(numDigits) : digits.length;
    const rest = digits.slice(length);
    if (rest) call.inputs.unshift({ digits: rest });
    return goToAction(document, verb, { Digits: digits.slice(0, length) });
  }
  if (received)
    return goToAction(document, verb, {
      SpeechResult: received.speech,
      Confidence: "0.93",
      Language: language,
    });
  addCallNote(context, call, "silence");
  return verb.attributes.actionOnEmptyResult === "true"
    ? goToAction(document, verb, { Digits: "" })
    : undefined;
};

type KeysOrSpeech = Exclude<CallInput, { hangUp: true } | { pickUp: true }>;

/** The next keys or speech of the kind the verb accepts. Other input is ignored. */
const waitForMatchingInput = async (
  { context, call }: TwimlRun,
  awaits: "keys" | "words" | "keys or words" | "message",
  seconds: number,
  isAccepted: (input: KeysOrSpeech) => boolean,
) => {
  for (;;) {
    const input = await waitForInput(context, call, { awaits, seconds });
    if (!input) return hasEnded(call) ? "end" : undefined;
    if ("hangUp" in input) {
      call.inputs.unshift(input);
      return "end";
    }
    if (!("pickUp" in input) && isAccepted(input)) return input;
  }
};

const record: VerbHandler = async (run, document, verb) => {
  const { context, callbacks, call } = run;
  const { maxLength = "3600", recordingStatusCallback, transcribeCallback, transcribe } = verb.attributes;
  const input = await waitForMatchingInput(run, "message", Number(verb.attributes.timeout) || 5, () => true);
  const speech = input && input !== "end" && "speech" in input ? input.speech : "";
  const recording = addRecording(
    run,
    Math.min(Number(maxLength) || 3600, Math.ceil(speech.length / charactersPerSecond) + 1),
  );
  const form = recordingForm(context.baseUrl(), call, recording, "RecordVerb");
  const statusUrl = resolveUrl(document, recordingStatusCallback);
  if (recordingStatusCallback && statusUrl) await callbacks.post(call.account, statusUrl, form);
  const transcriptUrl = resolveUrl(document, transcribeCallback);
  if ((transcribe === "true" || transcribeCallback) && transcriptUrl && speech)
    await callbacks.post(call.account, transcriptUrl, {
      ...form,
      TranscriptionSid: newSid("TR"),
      TranscriptionStatus: "completed",
      TranscriptionText: speech,
    });
  return goToAction(document, verb, {
    RecordingUrl: recordingUrl(context.baseUrl(), recording),
    RecordingSid: recording.sid,
    RecordingDuration: String(recording.seconds),
    Digits: input === "end" ? "hangup" : input && "digits" in input ? input.digits : "",
  });
};

export const addRecording = (
  { call, storeRecording }: Pick<TwimlRun, "call" | "storeRecording">,
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
  storeRecording(recording);
  return recording;
};

const verbHandlers: Record<string, VerbHandler> = {
  Say: async ({ context, call }, _document, verb) => {
    for (let times = Math.min(5, Number(verb.attributes.loop ?? 1) || 1); times > 0; times--)
      await speak(context, call, elementText(verb).replaceAll(/\s+/g, " ").trim());
    return undefined;
  },
  Play: async ({ context, call }, _document, verb) => {
    addCallNote(context, call, "plays", elementText(verb).trim() || (verb.attributes.digits ?? ""));
    call.seconds += 3;
    return undefined;
  },
  Pause: async ({ call }, _document, verb) => {
    call.seconds += Number(verb.attributes.length ?? 1) || 1;
    return undefined;
  },
  Gather: gather,
  Record: record,
  Redirect: async (_run, document, verb) => {
    const url = resolveUrl(document, elementText(verb).trim());
    const method = verb.attributes.method?.toUpperCase() === "GET" ? "GET" : "POST";
    return url ? { url, method, form: {} } : "end";
  },
  /** The transferred part of the call always lasts 30 seconds. */
  Dial: async ({ context, call }, document, verb) => {
    addCallNote(context, call, "puts-through", elementText(verb).trim());
    call.seconds += 30;
    if (!verb.attributes.action) return undefined;
    const form = { DialCallStatus: "completed", DialCallSid: newSid("CA"), DialCallDuration: "30" };
    return goToAction(document, verb, { ...form, DialBridged: "true" });
  },
  Hangup: async () => "end",
  Reject: async () => "end",
};
