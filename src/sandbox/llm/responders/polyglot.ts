import { fillSchema } from "#sandbox/llm/fill-schema.ts";
import { type LlmRequest, type Responder, readCustomerText } from "#sandbox/llm/prompt.ts";
import { readLanguage } from "#sandbox/llm/text-analysis.ts";
import { toFillSource } from "./structured-output.ts";
import { politeSentence } from "./text.ts";

/** Answers in the language that the person did not write. */
export const answerInOtherLanguage: Responder = {
  matches: () => true,
  answer: (request) => {
    const reply = politeSentence[otherLanguage(request)];
    if (request.schema === undefined) return { text: reply };
    const source = toFillSource(request, { freeText: reply });
    return { text: JSON.stringify(fillSchema(request.schema, source)) };
  },
};

const otherLanguage = (request: LlmRequest) =>
  readLanguage(readCustomerText(request)) === "es" ? "en" : "es";
