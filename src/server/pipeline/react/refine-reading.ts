import { randomBytes } from "node:crypto";
import * as z from "zod";
import { replacesLocal, signalsOfModel, verifyReading } from "#domain/reading/model-reading.ts";
import { prepareOutgoing } from "#domain/reading/outgoing-text.ts";
import { retryPolicies } from "#domain/retry.ts";
import { messageRereadType } from "#domain/scoring/behaviours.ts";
import { readMessageFeature } from "#server/ai/features/read-message.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { enqueueReactions } from "#server/store/automation/reaction-queue.ts";
import {
  findReading,
  type ReadingToRefine,
  replaceIntent,
  saveRefined,
} from "#server/store/ingestion/message-readings.ts";

const refine = async (reading: ReadingToRefine, { ai, general, write }: JobContext): Promise<void> => {
  const { eventId, personId, local } = reading;
  const { minimisesText } = await general();
  const { own, ...sent } = prepareOutgoing(reading, minimisesText);
  const answer = await ai.ask(
    readMessageFeature,
    {
      text: sent.text,
      previous: sent.previous,
      fence: randomBytes(6).toString("hex"),
    },
    { personId },
  );
  if (!answer.ok) return;
  const quoted = {
    ...answer.output,
    intentQuote: sent.restore(answer.output.intentQuote),
    objectionQuote: answer.output.objectionQuote === null ? null : sent.restore(answer.output.objectionQuote),
    asks: answer.output.asks.map(({ topic, quote }) => ({ topic, quote: sent.restore(quote) })),
  };
  const refined = verifyReading(quoted, own);
  if (!refined) return;
  await write(system, async ({ tx, touch }) => {
    await saveRefined(tx, eventId, refined, `${answer.vendor}/${answer.model}`);
    touch("people");
    if (!replacesLocal(refined, local, own)) return;
    await replaceIntent(tx, { eventId, personId, intent: refined.intent });
    await enqueueReactions(tx, [
      { personId, type: messageRereadType, causedBy: eventId, signals: signalsOfModel(refined) },
    ]);
  });
};

/** Asks a model to read messages again. Without an answer the local reading stays. */
export const refineReading = defineJob({
  name: "refine-reading",
  payload: z.object({ eventId: z.uuid() }),
  retry: retryPolicies.job,
  batchSize: 8,
  run: async (batch, context) => {
    await Promise.all(
      batch.map(async ({ eventId }) => {
        const reading = await findReading(context.database.db, eventId);
        if (reading && reading.refined === null) await refine(reading, context);
      }),
    );
  },
});
