import { readReply } from "#domain/compliance/keywords.ts";
import { callKeys } from "#domain/voice/heard.ts";
import { asksIfMachine, callDisclosure, callPhrases, offersOptOut, scriptSteps } from "./call-phrases.ts";
import { callbackForm, callbackUrlFor, queryParameter } from "./callback.ts";
import type { CallbackResponse, OutgoingMessage, VendorCallback } from "./messenger.ts";
import { gather, hangup, response, say } from "./twiml.ts";

type Answer = CallbackResponse;

/** Addresses of one call differ by the part of it that they are for. */
export const callPartUrl = (
  url: string,
  { actionId, channel }: Pick<OutgoingMessage, "actionId" | "channel">,
  part: string,
  more: Record<string, string> = {},
): string => callbackUrlFor(url, actionId, { part, channel, ...more });

/** What the call says next. */
export const respondToCall = (
  request: VendorCallback,
  outgoing: OutgoingMessage | null,
): Answer | undefined => {
  const part = queryParameter(request, "part");
  if (part !== undefined && part !== "answer" && part !== "gather") return undefined;
  if (!outgoing) return response(hangup);
  return part === "gather" ? afterGather(request, outgoing) : opening(request, outgoing);
};

/** With what it says, for the transcript: one entry for each point of the talk. */
const saying = (request: VendorCallback, answer: Answer, texts: string[]): Answer => {
  const callId = callbackForm(request)("CallSid");
  const at = [
    queryParameter(request, "part") ?? "answer",
    queryParameter(request, "turn"),
    queryParameter(request, "again"),
  ];
  return callId
    ? { ...answer, spoken: { callId, turn: at.join(" "), texts: texts.filter(Boolean) } }
    : answer;
};

const opening = (request: VendorCallback, outgoing: OutgoingMessage): Answer => {
  const { language, text } = outgoing;
  const words = callPhrases[language];
  const answeredBy = callbackForm(request)("AnsweredBy") ?? "";
  if (answeredBy === "fax") return response(hangup);
  if (answeredBy.startsWith("machine")) {
    const script = scriptSteps(outgoing).join(" ");
    return last(request, language, callDisclosure(outgoing), script, words.optOutByText);
  }
  const [first = ""] = scriptSteps(outgoing);
  return listening(request, outgoing, 1, [
    callDisclosure(outgoing),
    first,
    offersOptOut(text) ? "" : words.optOut,
  ]);
};

const afterGather = (request: VendorCallback, outgoing: OutgoingMessage): Answer => {
  const { language, business } = outgoing;
  const words = callPhrases[language];
  const field = callbackForm(request);
  const key = field("Digits");
  const heard = field("SpeechResult") ?? "";
  const meaning = readReply(heard).kind;
  if (key === callKeys.optOut || meaning === "opt_out") return last(request, language, words.optedOut);
  if (key === callKeys.person) return last(request, language, words.toPerson);
  const turn = Math.max(Math.trunc(Number(queryParameter(request, "turn")) || 1), 1);
  const isAsked = queryParameter(request, "again") !== undefined;
  if (meaning === "ambiguous" && !isAsked)
    return listening(request, outgoing, turn, [words.unclear], { again: "1" });
  const reply = heard !== "" && asksIfMachine(heard) ? words.isMachine(business) : "";
  const next = scriptSteps(outgoing)[turn];
  if (next !== undefined) return listening(request, outgoing, turn + 1, [reply, next]);
  const noted = reply || (heard !== "" || key !== undefined ? words.noted : "");
  return last(request, language, noted, words.goodbye);
};

const listening = (
  request: VendorCallback,
  outgoing: OutgoingMessage,
  turn: number,
  texts: string[],
  more: Record<string, string> = {},
): Answer => {
  const { language } = outgoing;
  const inside = texts.map((text) => say(language, text)).join("");
  const own = outgoing.callbackUrl ?? (request.urls[0] ?? "").replace(/[?#].*$/, "");
  const action = callPartUrl(own, outgoing, "gather", { turn: String(turn), ...more });
  const goodbye = say(language, callPhrases[language].goodbye);
  return saying(request, response(gather(language, action, inside), goodbye, hangup), texts);
};

const last = (request: VendorCallback, language: OutgoingMessage["language"], ...texts: string[]): Answer =>
  saying(request, response(...texts.map((text) => say(language, text)), hangup), texts);
