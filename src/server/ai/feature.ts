import type * as z from "zod";
import type { AiPurpose } from "#domain/ai/purpose.ts";

/** One thing that a model is asked for: its prompt, the shape of the answer, and what it may cost. */
export type AiFeature<Input, Output> = {
  purpose: AiPurpose;
  /** Changes with every change of the prompt; stored with each call. */
  promptVersion: string;
  /** The prompt contains what people wrote or facts about them. */
  isPersonal: boolean;
  /** The same text for every call, so that vendors can cache it. */
  instructions: string;
  buildPrompt: (input: Input) => string;
  output: z.ZodType<Output>;
  budget: { maxOutputTokens: number; dollarsPerDay: number };
};

export const defineFeature = <Input, Output>(feature: AiFeature<Input, Output>): AiFeature<Input, Output> =>
  feature;
