import { interpretCall } from "#domain/voice/interpret-call.ts";
import type { VendorUpdate } from "#server/connectors/messaging/messenger.ts";
import { addHandoffTask } from "#server/store/conversations/handoff-tasks.ts";
import {
  addCallAnswer,
  addTurns,
  type CallRef,
  type CallUpdate,
  openCall,
  saveCallOutcome,
  saveCallUpdate,
} from "#server/store/delivery/call-records.ts";
import { addPushedNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { completeCall, planCallRetry } from "./complete-call.ts";

/** Longer than the agent waits for a broken connection. */
const socketEndMs = 20_000;

/** Status, length and recording of a call arrive separately, each when the vendor has it. */
export const saveCallStatus = async (
  context: WriteContext,
  call: CallRef,
  update: CallUpdate,
): Promise<void> => {
  const { tx, touch, enqueue, clock } = context;
  const id = await openCall(tx, call);
  if (id === undefined) return;
  const { hasEnded, isAgentOn } = await saveCallUpdate(tx, id, update);
  if (hasEnded) {
    // The report may precede the end of the socket; the process that holds it starts the work after the call earlier.
    enqueue(
      completeCall,
      { callId: id },
      isAgentOn ? { startAfter: new Date(clock.now() + socketEndMs) } : {},
    );
    await planCallRetry(context, id);
  }
  touch("calls", "live-calls");
};

type InboundMessage = Extract<VendorUpdate, { kind: "message" }>;

/** Saves a key or words of the person called as a turn, and what they mean for the call's outcome. */
export const saveCallAnswer = async (
  { tx, touch, enqueue }: WriteContext,
  messenger: string,
  { providerId, gathered, text }: InboundMessage,
): Promise<void> => {
  if (!gathered) return;
  const { callId, actionId, pressed } = gathered;
  const id = await openCall(tx, { messenger, providerId: callId, actionId });
  if (id === undefined) return;
  await addTurns(tx, id, [
    {
      key: `customer ${providerId}`,
      speaker: "customer",
      text: pressed ?? text,
      marks: pressed === null ? [] : ["key"],
    },
  ]);
  const answer = pressed === null ? { speech: text } : { pressed };
  const answers = await addCallAnswer(tx, id, providerId, answer);
  const { outcome, handoff } = interpretCall(answers);
  const { isNewHandoff, person, personId, isTest } = await saveCallOutcome(tx, id, outcome, handoff);
  if (isNewHandoff) {
    await addPushedNotifications({ tx, enqueue }, [
      {
        kind: "handoff_asked",
        params: { person, ...(isTest ? { simulated: 1 } : {}) },
        link: `/voice?call=${id}`,
        personId,
      },
    ]);
    if (personId !== null && !isTest) await addHandoffTask(tx, { id, personId, kind: "human", details: [] });
    touch("notifications", "threads");
  }
  touch("calls");
};

/** Saves what the call says next, as the person hears it. */
export const saveSpokenTurn = async (
  { tx, touch }: WriteContext,
  call: CallRef,
  turn: string,
  texts: readonly string[],
): Promise<void> => {
  const id = await openCall(tx, call);
  if (id === undefined) return;
  await addTurns(
    tx,
    id,
    texts.map((text, index) => ({ key: `agent ${turn} ${index}`, speaker: "agent" as const, text })),
  );
  touch("calls");
};
