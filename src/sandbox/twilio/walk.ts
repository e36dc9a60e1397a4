import type { CallInput } from "#sandbox/phone/phone.ts";
import type { World } from "#sandbox/world.ts";
import { type Call, callForm, isOver, type Recording, recordingForm, recordingUrl } from "./call.ts";
import { listen, note, speak } from "./conversation.ts";
import type { Line } from "./line.ts";
import { newSid } from "./resource.ts";
import type { Form } from "./signature.ts";
import { type Element, elementsOf, readXml, textOf } from "./xml.ts";

/** A document and where it came from: addresses inside it are relative to that. */
type Page = { document: Element; url: string | null };
/** Where the call goes on; nothing: with the next verb. `end`: it does not. */
type Next = { url: string; method: "GET" | "POST"; form: Form } | "end" | undefined;
type Walker = { world: World; line: Line; call: Call; keep: (recording: Recording) => void };

const mostDocuments = 50;

const fetchPage = async (
  { line, call }: Walker,
  url: string,
  form: Form,
  method: "GET" | "POST",
): Promise<Page | undefined> => {
  const ask = async (from: string) => {
    const answer = await line.post(call.account, from, { ...callForm(call), ...form }, { method });
    const document = answer && answer.status < 300 ? readXml(answer.body) : undefined;
    return document?.name === "Response" ? { document, url: from } : undefined;
  };
  return (await ask(url)) ?? (call.asked.fallbackUrl ? await ask(call.asked.fallbackUrl) : undefined);
};

/** Does what the business says it should, document after document, until somebody hangs up. */
export const walk = async (walker: Walker): Promise<void> => {
  const { world, call } = walker;
  const { url, twiml, method } = call.asked;
  let page = url ? await fetchPage(walker, url, {}, method) : twiml ? pageOf(twiml) : undefined;
  for (let seen = 0; seen < mostDocuments; seen++) {
    if (isOver(call)) return;
    if (!page) {
      note(world, call, "error");
      return;
    }
    const next = await follow(walker, page, elementsOf(page.document));
    const redirect = call.redirect;
    call.redirect = null;
    if (redirect) {
      page = "url" in redirect ? await fetchPage(walker, redirect.url, {}, "POST") : pageOf(redirect.twiml);
      continue;
    }
    if (!next || next === "end" || isOver(call)) return;
    page = await fetchPage(walker, next.url, next.form, next.method);
  }
};

const pageOf = (twiml: string): Page | undefined => {
  const document = readXml(twiml);
  return document?.name === "Response" ? { document, url: null } : undefined;
};

const follow = async (walker: Walker, page: Page, verbs: readonly Element[]): Promise<Next> => {
  for (const verb of verbs) {
    if (isOver(walker.call) || walker.call.inputs.some((input) => "hangUp" in input)) return "end";
    if (walker.call.redirect) return undefined;
    const next = await (doers[verb.name] ?? unknownVerb)(walker, page, verb);
    if (next) return next;
  }
  return undefined;
};

const addressOf = (page: Page, given: string | undefined): string | undefined => {
  const base = page.url ?? undefined;
  if (!given) return base;
  return URL.canParse(given, base) ? new URL(given, base).toString() : undefined;
};

const goTo = (page: Page, verb: Element, form: Form): Next => {
  const url = addressOf(page, verb.attributes.action);
  const method = verb.attributes.method?.toUpperCase() === "GET" ? "GET" : "POST";
  return url ? { url, method, form } : "end";
};

type Doer = (walker: Walker, page: Page, verb: Element) => Promise<Next>;

const unknownVerb: Doer = async ({ world, call }, _page, verb) => {
  note(world, call, "unknown-verb", verb.name);
  return undefined;
};

const gather: Doer = async (walker, page, verb) => {
  const { world, call } = walker;
  const { input = "dtmf", numDigits, finishOnKey = "#", language = "en-US", timeout = "5" } = verb.attributes;
  const spoken = await follow(walker, page, elementsOf(verb));
  if (spoken) return spoken;
  const keys = input.includes("dtmf");
  const words = input.includes("speech");
  const awaits = keys && words ? "keys or words" : keys ? "keys" : "words";
  const given = await untilSuited(walker, awaits, Number(timeout) || 5, (one) =>
    "digits" in one ? keys : words,
  );
  if (given === "end") return "end";
  if (given && "digits" in given) {
    const before = finishOnKey === "" ? given.digits : (given.digits.split(finishOnKey)[0] ?? "");
    const wanted = numDigits ? Number(numDigits) : before.length;
    const rest = before.slice(wanted);
    if (rest) call.inputs.unshift({ digits: rest });
    return goTo(page, verb, { Digits: before.slice(0, wanted) });
  }
  if (given) return goTo(page, verb, { SpeechResult: given.speech, Confidence: "0.93", Language: language });
  note(world, call, "silence");
  return verb.attributes.actionOnEmptyResult === "true" ? goTo(page, verb, { Digits: "" }) : undefined;
};

type Answered = Exclude<CallInput, { hangUp: true } | { pickUp: true }>;

/** The first thing said or pressed that the question asked for; what does not fit is not heard. */
const untilSuited = async (
  { world, call }: Walker,
  awaits: "keys" | "words" | "keys or words" | "message",
  seconds: number,
  suits: (input: Answered) => boolean,
) => {
  for (;;) {
    const input = await listen(world, call, { awaits, seconds });
    if (!input) return isOver(call) ? "end" : undefined;
    if ("hangUp" in input) {
      call.inputs.unshift(input);
      return "end";
    }
    if (!("pickUp" in input) && suits(input)) return input;
  }
};

const record: Doer = async (walker, page, verb) => {
  const { world, line, call } = walker;
  const { maxLength = "3600", recordingStatusCallback, transcribeCallback, transcribe } = verb.attributes;
  const said = await untilSuited(walker, "message", Number(verb.attributes.timeout) || 5, () => true);
  const words = said && said !== "end" && "speech" in said ? said.speech : "";
  const recording = keepRecording(
    walker,
    Math.min(Number(maxLength) || 3600, Math.ceil(words.length / 14) + 1),
  );
  const facts = recordingForm(world.base(), call, recording, "RecordVerb");
  const told = addressOf(page, recordingStatusCallback);
  if (recordingStatusCallback && told) await line.post(call.account, told, facts);
  const heard = addressOf(page, transcribeCallback);
  if ((transcribe === "true" || transcribeCallback) && heard && words)
    await line.post(call.account, heard, {
      ...facts,
      TranscriptionSid: newSid("TR"),
      TranscriptionStatus: "completed",
      TranscriptionText: words,
    });
  return goTo(page, verb, {
    RecordingUrl: recordingUrl(world.base(), recording),
    RecordingSid: recording.sid,
    RecordingDuration: String(recording.seconds),
    Digits: said === "end" ? "hangup" : said && "digits" in said ? said.digits : "",
  });
};

export const keepRecording = ({ call, keep }: Pick<Walker, "call" | "keep">, seconds: number): Recording => {
  const recording: Recording = {
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

const doers: Record<string, Doer> = {
  Say: async ({ world, call }, _page, verb) => {
    for (let times = Math.min(5, Number(verb.attributes.loop ?? 1) || 1); times > 0; times--)
      await speak(world, call, textOf(verb).replaceAll(/\s+/g, " ").trim());
    return undefined;
  },
  Play: async ({ world, call }, _page, verb) => {
    note(world, call, "plays", textOf(verb).trim() || (verb.attributes.digits ?? ""));
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
    const url = addressOf(page, textOf(verb).trim());
    const method = verb.attributes.method?.toUpperCase() === "GET" ? "GET" : "POST";
    return url ? { url, method, form: {} } : "end";
  },
  /** The person they are put through to takes the call, and it is soon over. */
  Dial: async ({ world, call }, page, verb) => {
    note(world, call, "puts-through", textOf(verb).trim());
    call.seconds += 30;
    if (!verb.attributes.action) return undefined;
    const form = { DialCallStatus: "completed", DialCallSid: newSid("CA"), DialCallDuration: "30" };
    return goTo(page, verb, { ...form, DialBridged: "true" });
  },
  Hangup: async () => "end",
  Reject: async () => "end",
};
