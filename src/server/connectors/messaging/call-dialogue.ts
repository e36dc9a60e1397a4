import { readReply } from "#domain/compliance/read-reply.ts";
import { callKeys } from "#domain/voice/heard.ts";
import { asksWhoSpeaks, callWords, offersOptOut, openingOf, stepsOf } from "./call-words.ts";
import { addressFor, fieldsOf, given } from "./callback.ts";
import type { CallbackRequest, Instructions, Outgoing } from "./messenger.ts";
import { gather, hangup, response, say } from "./twiml.ts";

type Answer = Instructions;

/** Addresses of one call differ by the part of it that they are for. */
export const partOf = (
  url: string,
  { actionId, channel }: Pick<Outgoing, "actionId" | "channel">,
  part: string,
  more: Record<string, string> = {},
): string => addressFor(url, actionId, { part, channel, ...more });

/** What the call says next. */
export const nextWords = (request: CallbackRequest, outgoing: Outgoing | null): Answer | undefined => {
  const part = given(request, "part");
  if (part !== undefined && part !== "answer" && part !== "gather") return undefined;
  if (!outgoing) return response(hangup);
  return part === "gather" ? afterGather(request, outgoing) : opening(request, outgoing);
};

/** With what it says, for the transcript: one entry for each point of the talk. */
const saying = (request: CallbackRequest, answer: Answer, texts: string[]): Answer => {
  const callId = fieldsOf(request)("CallSid");
  const at = [given(request, "part") ?? "answer", given(request, "turn"), given(request, "again")];
  return callId ? { ...answer, said: { callId, turn: at.join(" "), texts: texts.filter(Boolean) } } : answer;
};

const opening = (request: CallbackRequest, outgoing: Outgoing): Answer => {
  const { language, text } = outgoing;
  const words = callWords[language];
  const answeredBy = fieldsOf(request)("AnsweredBy") ?? "";
  if (answeredBy === "fax") return response(hangup);
  if (answeredBy.startsWith("machine")) {
    const script = stepsOf(outgoing).join(" ");
    return last(request, language, openingOf(outgoing), script, words.optOutByText);
  }
  const [first = ""] = stepsOf(outgoing);
  return listening(request, outgoing, 1, [
    openingOf(outgoing),
    first,
    offersOptOut(text) ? "" : words.optOut,
  ]);
};

const afterGather = (request: CallbackRequest, outgoing: Outgoing): Answer => {
  const { language, business } = outgoing;
  const words = callWords[language];
  const field = fieldsOf(request);
  const key = field("Digits");
  const heard = field("SpeechResult") ?? "";
  const meaning = readReply(heard).kind;
  if (key === callKeys.optOut || meaning === "opt_out") return last(request, language, words.optedOut);
  if (key === callKeys.person) return last(request, language, words.toPerson);
  const turn = Math.max(Math.trunc(Number(given(request, "turn")) || 1), 1);
  const isAsked = given(request, "again") !== undefined;
  if (meaning === "ambiguous" && !isAsked)
    return listening(request, outgoing, turn, [words.unclear], { again: "1" });
  const reply = heard !== "" && asksWhoSpeaks(heard) ? words.isMachine(business) : "";
  const next = stepsOf(outgoing)[turn];
  if (next !== undefined) return listening(request, outgoing, turn + 1, [reply, next]);
  const noted = reply || (heard !== "" || key !== undefined ? words.noted : "");
  return last(request, language, noted, words.goodbye);
};

const listening = (
  request: CallbackRequest,
  outgoing: Outgoing,
  turn: number,
  texts: string[],
  more: Record<string, string> = {},
): Answer => {
  const { language } = outgoing;
  const inside = texts.map((text) => say(language, text)).join("");
  const own = outgoing.callbackUrl ?? (request.urls[0] ?? "").replace(/[?#].*$/, "");
  const action = partOf(own, outgoing, "gather", { turn: String(turn), ...more });
  const goodbye = say(language, callWords[language].goodbye);
  return saying(request, response(gather(language, action, inside), goodbye, hangup), texts);
};

const last = (request: CallbackRequest, language: Outgoing["language"], ...texts: string[]): Answer =>
  saying(request, response(...texts.map((text) => say(language, text)), hangup), texts);
