import type { CallInput } from "#sandbox/phone/phone.ts";
import { callForm, callPositionMs, hasEnded } from "./call.ts";
import { addCallNote, speak, waitForInput } from "./call-dialogue.ts";
import { dial } from "./dial.ts";
import {
  completeRecording,
  recordingForm,
  recordingSeconds,
  recordingUrl,
  startRecording,
} from "./recording.ts";
import { connect } from "./relay/connect.ts";
import { charactersPerSecond } from "./relay/relay-clock.ts";
import { newSid } from "./rest-api.ts";
import {
  fetchDocument,
  goToAction,
  type NextStep,
  parseTwiml,
  resolveUrl,
  type TwimlDocument,
  type TwimlRun,
  type VerbHandler,
} from "./twiml-run.ts";
import { childElements, elementText, type XmlElement } from "./xml.ts";

const maxDocuments = 50;

/** What one call shares with the parts of the business's documents. */
export type TwimlContext = Omit<TwimlRun, "runFor" | "tell">;

/** Fetches the first document of a call and runs it. */
export const runTwiml = async (twiml: TwimlContext): Promise<void> => {
  const { url, twiml: text, method } = twiml.call.options;
  await runDocuments(
    twiml,
    url ? await fetchDocument(twiml, url, {}, method) : text ? parseTwiml(text) : undefined,
  );
};

/** Runs the business's documents one after another. True when the last one had no more verbs. */
export const runDocuments = async (
  twiml: TwimlContext,
  firstDocument: TwimlDocument | undefined,
): Promise<boolean> => {
  const { context, call } = twiml;
  const run: TwimlRun = {
    ...twiml,
    tell: async (url, form) => {
      await twiml.callbacks.post(call.account, url, { ...callForm(call), ...form });
    },
    runFor: async (other, url) => {
      const otherTwiml = { ...twiml, call: other };
      return runDocuments(otherTwiml, await fetchDocument(otherTwiml, url, {}, "POST"));
    },
  };
  let document = firstDocument;
  for (let count = 0; count < maxDocuments; count++) {
    if (hasEnded(call)) return false;
    if (!document) {
      addCallNote(context, call, "error");
      return false;
    }
    const next = await runVerbs(run, document, childElements(document.root));
    const redirect = call.redirect;
    call.redirect = null;
    if (redirect) {
      document =
        "url" in redirect ? await fetchDocument(run, redirect.url, {}, "POST") : parseTwiml(redirect.twiml);
      continue;
    }
    if (!next) return !hasEnded(call);
    if (next === "end" || hasEnded(call)) return false;
    document = await fetchDocument(run, next.url, next.form, next.method);
  }
  return false;
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
  const seconds = Math.min(Number(maxLength) || 3600, Math.ceil(speech.length / charactersPerSecond) + 1);
  const fromMs = callPositionMs(call);
  const recording = startRecording(call, "RecordVerb", { fromMs });
  run.voice.recordings.set(recording.sid, recording);
  call.speech.push({ who: "customer", fromMs, toMs: fromMs + (speech.length / charactersPerSecond) * 1000 });
  completeRecording(recording, fromMs + seconds * 1000);
  call.seconds += seconds;
  const form = recordingForm(context, recording);
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
    RecordingDuration: String(recordingSeconds(recording)),
    Digits: input === "end" ? "hangup" : input && "digits" in input ? input.digits : "",
  });
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
  Dial: dial,
  Connect: connect,
  Hangup: async () => "end",
  Reject: async () => "end",
};
