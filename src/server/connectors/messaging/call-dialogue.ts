import { readReply } from "#domain/compliance/read-reply.ts";
import { callKeys } from "#domain/voice/interpret-call.ts";
import { asksIfMachine, callDisclosure, callPhrases, offersOptOut, scriptSteps } from "./call-phrases.ts";
import { callbackForm, callbackUrlFor, queryParameter } from "./callback.ts";
import type { CallbackResponse, OutgoingMessage, VendorCallback } from "./messenger.ts";
import { gather, hangup, response, say } from "./twiml.ts";

/** The callback URL for one part of a call: `answer`, `gather`, `status` or `recording`. */
export const callPartUrl = (
  url: string,
  { actionId, channel }: Pick<OutgoingMessage, "actionId" | "channel">,
  part: string,
  parameters: Record<string, string> = {},
): string => callbackUrlFor(url, actionId, { part, channel, ...parameters });

/** What the call says next; undefined for callbacks that expect no instructions. */
export const respondToCall = (
  callback: VendorCallback,
  message: OutgoingMessage | null,
): CallbackResponse | undefined => {
  const part = queryParameter(callback, "part");
  if (part !== undefined && part !== "answer" && part !== "gather") return undefined;
  if (!message) return response(hangup);
  return part === "gather" ? continueCall(callback, message) : openCall(callback, message);
};

const openCall = (callback: VendorCallback, message: OutgoingMessage): CallbackResponse => {
  const { language, text } = message;
  const phrases = callPhrases[language];
  const answeredBy = callbackForm(callback)("AnsweredBy") ?? "";
  if (answeredBy === "fax") return response(hangup);
  if (answeredBy.startsWith("machine")) {
    const script = scriptSteps(message).join(" ");
    return sayAndHangUp(callback, language, callDisclosure(message), script, phrases.optOutByText);
  }
  const [firstStep = ""] = scriptSteps(message);
  return sayAndListen(callback, message, 1, [
    callDisclosure(message),
    firstStep,
    offersOptOut(text) ? "" : phrases.optOut,
  ]);
};

const continueCall = (callback: VendorCallback, message: OutgoingMessage): CallbackResponse => {
  const { language, business } = message;
  const phrases = callPhrases[language];
  const field = callbackForm(callback);
  const key = field("Digits");
  const speech = field("SpeechResult") ?? "";
  const meaning = readReply(speech).kind;
  if (key === callKeys.optOut || meaning === "opt_out")
    return sayAndHangUp(callback, language, phrases.optedOut);
  if (key === callKeys.person) return sayAndHangUp(callback, language, phrases.toPerson);
  const turn = Math.max(Math.trunc(Number(queryParameter(callback, "turn")) || 1), 1);
  const isRepeated = queryParameter(callback, "again") !== undefined;
  if (meaning === "ambiguous" && !isRepeated)
    return sayAndListen(callback, message, turn, [phrases.unclear], { again: "1" });
  const reply = speech !== "" && asksIfMachine(speech) ? phrases.isMachine(business) : "";
  const nextStep = scriptSteps(message)[turn];
  if (nextStep !== undefined) return sayAndListen(callback, message, turn + 1, [reply, nextStep]);
  const acknowledgement = reply || (speech !== "" || key !== undefined ? phrases.noted : "");
  return sayAndHangUp(callback, language, acknowledgement, phrases.goodbye);
};

const sayAndListen = (
  callback: VendorCallback,
  message: OutgoingMessage,
  turn: number,
  texts: string[],
  parameters: Record<string, string> = {},
): CallbackResponse => {
  const { language } = message;
  const prompts = texts.map((text) => say(language, text)).join("");
  const callbackUrl = message.callbackUrl ?? (callback.urls[0] ?? "").replace(/[?#].*$/, "");
  const gatherUrl = callPartUrl(callbackUrl, message, "gather", { turn: String(turn), ...parameters });
  const goodbye = say(language, callPhrases[language].goodbye);
  return withSpoken(callback, response(gather(language, gatherUrl, prompts), goodbye, hangup), texts);
};

const sayAndHangUp = (
  callback: VendorCallback,
  language: OutgoingMessage["language"],
  ...texts: string[]
): CallbackResponse =>
  withSpoken(callback, response(...texts.map((text) => say(language, text)), hangup), texts);

/** Adds the spoken texts for the transcript, identified by the turn of the dialogue. */
const withSpoken = (
  callback: VendorCallback,
  callbackResponse: CallbackResponse,
  texts: string[],
): CallbackResponse => {
  const callId = callbackForm(callback)("CallSid");
  if (!callId) return callbackResponse;
  const turn = [
    queryParameter(callback, "part") ?? "answer",
    queryParameter(callback, "turn"),
    queryParameter(callback, "again"),
  ].join(" ");
  return { ...callbackResponse, spoken: { callId, turn, texts: texts.filter(Boolean) } };
};
