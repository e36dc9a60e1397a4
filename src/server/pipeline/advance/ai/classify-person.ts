import { leftOut, readLabel } from "#domain/sequences/ai-answers.ts";
import { classifyPersonFeature } from "#server/ai/features/classify-person.ts";
import { type AiStepAnswer, type AiStepContext, type AiStepOf, settled } from "./ai-step-answer.ts";
import { readPersonTexts } from "./person-texts.ts";

/** Chooses one of the labels of the step by what the person wrote. */
export const classifyPerson = async (
  context: AiStepContext,
  { labels, instruction }: AiStepOf<"classify">,
): Promise<AiStepAnswer> => {
  const { ai, run } = context;
  const texts = await readPersonTexts(context);
  if (!texts) return settled(leftOut({ code: "ai_nothing_to_read" }));
  const { record, conversation, fence } = texts;
  const input = { question: instruction, record, conversation, fence };
  const answer = await ai.ask(classifyPersonFeature(labels), input, { personId: run.personId });
  if (!answer.ok) return { kind: "failed", failure: answer };
  return settled(readLabel(labels, answer.output.label));
};
