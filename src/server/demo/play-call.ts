import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { system } from "#server/audit/entry.ts";
import type { VendorCallback, VendorUpdate } from "#server/connectors/messaging/messenger.ts";
import { twilioCall } from "#server/connectors/messaging/twilio-call.ts";
import { saveSpokenTurn } from "#server/pipeline/receive/call-updates.ts";
import { saveReceipts } from "#server/pipeline/receive/receipts.ts";
import { receiveMessage } from "#server/pipeline/receive/receive-message.ts";
import type { ReceiveContext } from "#server/pipeline/receive/record-inbound.ts";
import { savePrices } from "#server/store/delivery/prices.ts";
import { callCourses } from "./texts.ts";
import { minutePrice, type PlayedCall } from "./vendors.ts";

const ourNumber = "+17875550100";
const answerMs = 6000;

type CallContext = ReceiveContext & { moveTo: (at: number) => Promise<void> };

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

/** Calls that were placed at once are answered at once. */
export const answerCalls = async (
  calls: readonly PlayedCall[],
  placedAt: number,
  context: CallContext,
): Promise<void> => {
  await context.moveTo(placedAt + answerMs);
  const callbacks = calls.map((call) => callbackOf(call, { part: "answer" }, { CallStatus: "in-progress" }));
  await saveStatuses(callbacks.flatMap(twilioCall.parseCallback), context);
  for (const [index, call] of calls.entries()) await speak(call, callbacks[index] as VendorCallback, context);
};

/** Plays an answered call to its end by the callbacks that the vendor would send, at their times. */
export const playCall = async (call: PlayedCall, placedAt: number, context: CallContext): Promise<void> => {
  const { write, moveTo } = context;
  const { message, answer } = call;
  const answeredAt = placedAt + answerMs;
  const lengthMs = answer.seconds * 1000;
  const given = callCourses[answer.course][message.language];
  for (const [index, words] of given.entries()) {
    await moveTo(answeredAt + (lengthMs * (index + 1)) / (given.length + 1));
    const fields: Record<string, string> =
      "pressed" in words ? { Digits: words.pressed } : { SpeechResult: words.speech };
    const callback = callbackOf(call, { part: "gather", turn: String(index + 1) }, fields);
    for (const update of twilioCall.parseCallback(callback))
      if (update.kind === "message")
        await receiveMessage(context, update, { messenger: twilioCall.id, isTest: false });
    await speak(call, callback, context);
  }
  await moveTo(answeredAt + lengthMs);
  const end = { CallStatus: "completed", CallDuration: String(answer.seconds) };
  await saveStatuses(twilioCall.parseCallback(callbackOf(call, { part: "status" }, end)), context);
  await write(system, async ({ tx }) => {
    const price = Math.ceil(answer.seconds / 60) * minutePrice;
    await savePrices(tx, [{ id: message.actionId, price }]);
    if (!answer.isRecorded) return;
    // No vendor has the recordings of the demo.
    const audio = await readFile(join(import.meta.dirname, "recording.mp3"), "base64");
    await tx.execute(sql`
      UPDATE calls SET metadata = metadata || jsonb_build_object('audioBase64', ${audio}::text, 'audioType', 'audio/mpeg')
       WHERE id = ${message.actionId}`);
  });
};
