import { readReply } from "#domain/compliance/keywords.ts";
import { asksWhoSpeaks, callWords, offersOptOut, openingOf, stepsOf } from "./call-words.ts";
import { addressFor, fieldsOf, given } from "./callback.ts";
import type { CallbackRequest, Outgoing } from "./messenger.ts";
import { gather, hangup, response, say } from "./twiml.ts";

type Answer = { contentType: string; body: string };

export const optOutKey = "9";
const personKey = "1";

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

const opening = (request: CallbackRequest, outgoing: Outgoing): Answer => {
  const { language, text } = outgoing;
  const words = callWords[language];
  const answeredBy = fieldsOf(request)("AnsweredBy") ?? "";
  if (answeredBy === "fax") return response(hangup);
  if (answeredBy.startsWith("machine")) {
    const script = stepsOf(outgoing).join(" ");
    return response(
      say(language, openingOf(outgoing)),
      say(language, script),
      say(language, words.optOutByText),
      hangup,
    );
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
  if (key === optOutKey || meaning === "opt_out") return last(language, words.optedOut);
  if (key === personKey) return last(language, words.toPerson);
  const turn = Math.max(Math.trunc(Number(given(request, "turn")) || 1), 1);
  const isAsked = given(request, "again") !== undefined;
  if (meaning === "ambiguous" && !isAsked)
    return listening(request, outgoing, turn, [words.unclear], { again: "1" });
  const reply = heard !== "" && asksWhoSpeaks(heard) ? words.isMachine(business) : "";
  const next = stepsOf(outgoing)[turn];
  if (next !== undefined) return listening(request, outgoing, turn + 1, [reply, next]);
  const noted = reply || (heard !== "" || key !== undefined ? words.noted : "");
  return last(language, noted, words.goodbye);
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
  return response(gather(language, action, inside), say(language, callWords[language].goodbye), hangup);
};

const last = (language: Outgoing["language"], ...texts: string[]): Answer =>
  response(...texts.map((text) => say(language, text)), hangup);
