import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { findUnembedded, saveEmbeddings } from "#server/store/ai/knowledge-vectors.ts";

const batchTexts = 50;
const maxAttempts = 12;
const pauseMs = 3_600_000;

/** False where a vendor failed and some passages are still without a vector. */
const embedMissing = async ({ ai, database, write }: JobContext): Promise<boolean> => {
  const model = await ai.embeddingModel({ isPersonal: false });
  if (model === undefined) return true;
  for (;;) {
    const passages = await findUnembedded(database.db, model, batchTexts);
    if (passages.length === 0) return true;
    const answer = await ai.embed(
      passages.map(({ text }) => text),
      { isPersonal: false, model },
    );
    if (!answer.ok) return answer.reason === "no_provider";
    await write(system, async ({ tx, touch }) => {
      await saveEmbeddings(
        tx,
        model,
        passages.map(({ id }, index) => ({ id, vector: answer.vectors[index] ?? [] })),
      );
      touch("knowledge");
    });
  }
};

/** Makes the vectors of passages that have none. Without a vendor there are none; after a failure it tries again later. */
export const embedKnowledge = defineJob({
  name: "embed-knowledge",
  payload: z.object({ attempt: z.int().default(1) }).partial(),
  retry: retryPolicies.scheduledJob,
  batchSize: 20,
  run: async (batch, context) => {
    const attempt = Math.max(...batch.map((payload) => payload.attempt ?? 1));
    if ((await embedMissing(context)) || attempt >= maxAttempts) return;
    await context.write(system, async ({ enqueue }) =>
      enqueue(embedKnowledge, { attempt: attempt + 1 }, { startAfter: new Date(Date.now() + pauseMs) }),
    );
  },
});
