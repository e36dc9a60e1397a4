import type { CallAnswer } from "#domain/voice/interpret-call.ts";
import { system } from "#server/audit/entry.ts";
import type { VendorCallback, VendorUpdate } from "#server/connectors/messaging/messenger.ts";
import { twilioCall } from "#server/connectors/messaging/twilio-call.ts";
import { announcementCourses, isAgentCourse } from "#server/demo/call-words.ts";
import { saveSpokenTurn } from "#server/pipeline/receive/call-updates.ts";
import { saveReceipts } from "#server/pipeline/receive/receipts.ts";
import { receiveMessage } from "#server/pipeline/receive/receive-message.ts";
import type { ReceiveContext } from "#server/pipeline/receive/record-inbound.ts";
import { savePrices } from "#server/store/delivery/prices.ts";
import type { createAgentCalls } from "./play-agent-call.ts";
import { demoAccount, minutePrice, type PlayedCall } from "./vendors.ts";

const ourNumber = "+17875550100";
/** How long a telephone rings. */
export const answerMs = 6000;

type CallContext = ReceiveContext & {
  moveTo: (at: number) => Promise<void>;
  agentCalls: ReturnType<typeof createAgentCalls>;
};

/** A callback of the vendor about the call. */
const callbackOf = (
  { message: { actionId, channel, to }, providerId }: PlayedCall,
  query: Record<string, string>,
  fields: Record<string, string>,
): VendorCallback => ({
  method: "POST",
  urls: ["http://127.0.0.1/hooks/vendors/twilio-call"],
  headers: {},
  query: { action: actionId, channel, ...query },
  rawBody: Buffer.from(
    new URLSearchParams({ CallSid: providerId, To: to, From: ourNumber, ...fields }).toString(),
  ),
});

const saveStatuses = async (updates: VendorUpdate[], { write, hash }: CallContext): Promise<void> => {
  const receipts = updates.flatMap((update) =>
    update.kind === "status" ? [{ messenger: twilioCall.id, update }] : [],
  );
  await write(system, (context) => saveReceipts(context, receipts, hash));
};

const speak = async (call: PlayedCall, callback: VendorCallback, { write }: CallContext): Promise<void> => {
  const { message, providerId } = call;
  const spoken = twilioCall.respondToCallback?.(callback, message)?.spoken;
  const ref = { messenger: twilioCall.id, providerId, actionId: message.actionId };
  if (spoken) await write(system, (context) => saveSpokenTurn(context, ref, spoken.turn, spoken.texts));
};

/** The agent's calls are answered one by one; what an announcement says first is the same for all. */
export const answerCalls = async (
  calls: readonly PlayedCall[],
  placedAt: number,
  context: CallContext,
): Promise<void> => {
  await context.moveTo(placedAt + answerMs);
  const callbacks = calls.map((call) => callbackOf(call, { part: "answer" }, { CallStatus: "in-progress" }));
  await saveStatuses(callbacks.flatMap(twilioCall.parseCallback), context);
  for (const [index, call] of calls.entries())
    if (call.message.channel === "call") await speak(call, callbacks[index] as VendorCallback, context);
};

/** What the person called answers to an announcement. */
const playAnnouncement = async (
  call: PlayedCall,
  given: readonly CallAnswer[],
  answeredAt: number,
  context: CallContext,
): Promise<void> => {
  const lengthMs = call.answer.seconds * 1000;
  for (const [index, words] of given.entries()) {
    await context.moveTo(answeredAt + (lengthMs * (index + 1)) / (given.length + 1));
    const fields: Record<string, string> =
      "pressed" in words ? { Digits: words.pressed } : { SpeechResult: words.speech };
    const callback = callbackOf(call, { part: "gather", turn: String(index + 1) }, fields);
    for (const update of twilioCall.parseCallback(callback))
      if (update.kind === "message")
        await receiveMessage(context, update, { messenger: twilioCall.id, isTest: false });
    await speak(call, callback, context);
  }
};

/** The simulator makes the sound of a recording anew: its id says how long it is, and that nobody has spoken. */
const syntheticRecording = ({ actionId }: PlayedCall["message"], seconds: number): string => {
  const id = `5e5e5e5e${seconds.toString(16).padStart(8, "0")}${actionId.replaceAll("-", "").slice(-16)}`;
  return `http://127.0.0.1/twilio/2010-04-01/Accounts/${demoAccount}/Recordings/RE${id}`;
};

/** Plays an answered call to its end by the callbacks that the vendor would send, at their times. */
export const playCall = async (call: PlayedCall, placedAt: number, context: CallContext): Promise<void> => {
  const { write, moveTo, agentCalls } = context;
  const { message, answer } = call;
  const answeredAt = placedAt + answerMs;
  await moveTo(answeredAt);
  if (isAgentCourse(answer.course))
    await agentCalls.play(call, answeredAt, {
      makeCallback: (query, fields) => callbackOf(call, query, fields),
      moveTo,
    });
  else await playAnnouncement(call, announcementCourses[answer.course], answeredAt, context);
  await moveTo(answeredAt + answer.seconds * 1000);
  const end = { CallStatus: "completed", CallDuration: String(answer.seconds) };
  const reports = [callbackOf(call, { part: "status" }, end)];
  if (answer.isRecorded)
    reports.push(
      callbackOf(
        call,
        { part: "recording" },
        {
          AccountSid: demoAccount,
          RecordingStatus: "completed",
          RecordingUrl: syntheticRecording(message, answer.seconds),
        },
      ),
    );
  await saveStatuses(reports.flatMap(twilioCall.parseCallback), context);
  const price = Math.ceil(answer.seconds / 60) * minutePrice;
  await write(system, ({ tx }) => savePrices(tx, [{ id: message.actionId, price }]));
};
