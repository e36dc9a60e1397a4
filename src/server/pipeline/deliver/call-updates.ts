import { interpretCall } from "#domain/voice/interpret-call.ts";
import type { Incoming } from "#server/connectors/messaging/messenger.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import {
  addHeard,
  addTurns,
  type CallNews,
  type CallRef,
  openCall,
  saveCallNews,
  saveOutcome,
} from "#server/store/delivery/call-records.ts";
import type { Writing } from "#server/store/write.ts";

/** How it goes, how long it took and where it was recorded, each when the vendor gets to it. */
export const keepCallNews = async ({ tx, touch }: Writing, ref: CallRef, news: CallNews): Promise<void> => {
  const id = await openCall(tx, ref);
  if (id === undefined) return;
  await saveCallNews(tx, id, news);
  touch("calls");
};

type Message = Extract<Incoming, { kind: "message" }>;

/** A key or words of the person called: part of the talk, and of what came of it. */
export const keepAnswer = async (
  { tx, touch }: Writing,
  messenger: string,
  { providerId, gathered, text }: Message,
): Promise<void> => {
  if (!gathered) return;
  const { callId, actionId, pressed } = gathered;
  const id = await openCall(tx, { messenger, providerId: callId, actionId });
  if (id === undefined) return;
  const words = pressed ?? text;
  await addTurns(tx, id, [{ key: `customer ${providerId}`, speaker: "customer", text: words }]);
  const heard = await addHeard(tx, id, providerId, pressed === null ? { speech: text } : { pressed });
  const { outcome, handoff } = interpretCall(heard);
  const { isNewHandoff, person } = await saveOutcome(tx, id, outcome, handoff);
  if (isNewHandoff) {
    await tx.insert(notifications).values({ kind: "handoff_asked", params: { person }, link: "/voice" });
    touch("notifications");
  }
  touch("calls");
};

/** What the call says next, as the person hears it. */
export const keepSaid = async (
  { tx, touch }: Writing,
  ref: CallRef,
  turn: string,
  said: readonly string[],
): Promise<void> => {
  const id = await openCall(tx, ref);
  if (id === undefined) return;
  const turns = said.map((text, at) => ({ key: `agent ${turn} ${at}`, speaker: "agent" as const, text }));
  await addTurns(tx, id, turns);
  touch("calls");
};
