import * as z from "zod";
import { replacesLocal, signalsOfModel } from "#domain/reading/model-reading.ts";
import { retryPolicies } from "#domain/retry.ts";
import { messageRereadType } from "#domain/scoring/behaviours.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { enqueueReactions } from "#server/store/automation/reaction-queue.ts";
import {
  findReading,
  type ReadingToRefine,
  replaceIntent,
  saveRefined,
} from "#server/store/ingestion/message-readings.ts";
import { askModelToRead } from "./ask-model-to-read.ts";

const refine = async (reading: ReadingToRefine, context: JobContext): Promise<void> => {
  const { eventId, personId, local } = reading;
  const read = await askModelToRead(context, reading, { personId, isCharged: true });
  if (!read) return;
  const { refined, own, model } = read;
  await context.write(system, async ({ tx, touch }) => {
    await saveRefined(tx, eventId, refined, model);
    touch("people");
    if (!replacesLocal(refined, local, own)) return;
    const source = { kind: "model" as const, name: model };
    await replaceIntent(tx, { eventId, personId, intent: refined.intent, source });
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
