import { randomBytes } from "node:crypto";
import { type ModelReading, verifyReading } from "#domain/reading/model-reading.ts";
import { prepareOutgoing } from "#domain/reading/outgoing-text.ts";
import { readMessageFeature } from "#server/ai/features/read-message.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { readKnownNames } from "#server/store/ai/known-names.ts";

export type ModelRead = {
  refined: ModelReading;
  /** The part of the message that its sender wrote. */
  own: string;
  /** Vendor and model. */
  model: string;
};

/** What a model reads in a message; undefined where none answers, or its quotes do not stand in the message. */
export const askModelToRead = async (
  { ai, database, general }: Pick<JobContext, "ai" | "database" | "general">,
  message: { text: string; previous: string | null },
  /** Whose message it is; `isCharged` shows the cost at the person. */
  { personId, isCharged }: { personId: string | null; isCharged: boolean },
): Promise<ModelRead | undefined> => {
  const { minimisesText: isMinimised } = await general();
  const knownNames = isMinimised ? await readKnownNames(database.db, personId) : [];
  const { own, text, previous, restore } = prepareOutgoing(message, { isMinimised, knownNames });
  const fence = randomBytes(6).toString("hex");
  const answer = await ai.ask(
    readMessageFeature,
    { text, previous, fence },
    isCharged && personId !== null ? { personId } : {},
  );
  if (!answer.ok) return undefined;
  const { intentQuote, objectionQuote, asks } = answer.output;
  const quoted = {
    ...answer.output,
    intentQuote: restore(intentQuote),
    objectionQuote: objectionQuote === null ? null : restore(objectionQuote),
    asks: asks.map(({ topic, quote }) => ({ topic, quote: restore(quote) })),
  };
  const refined = verifyReading(quoted, own);
  return refined && { refined, own, model: `${answer.vendor}/${answer.model}` };
};
