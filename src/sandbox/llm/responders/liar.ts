import type { Language } from "#domain/language.ts";
import { fillSchema } from "#sandbox/llm/fill-schema.ts";
import { type LlmRequest, type Responder, readCustomerText } from "#sandbox/llm/prompt.ts";
import { readLanguage } from "#sandbox/llm/text-analysis.ts";
import { toFillSource } from "./structured-output.ts";

const lies: Record<Language, string> = {
  en: "I have booked your appointment for tomorrow at 10:00 and sent you the confirmation. The price is $1,999 with a 40% discount.",
  es: "Le reservé la cita para mañana a las 10:00 y le envié la confirmación. El precio es $1,999 con un 40% de descuento.",
};

const lieTo = (request: LlmRequest): string => lies[readLanguage(readCustomerText(request))];

/** Claims acts that no tool did, and invents prices, quotes and identifiers. */
export const lie: Responder = {
  matches: () => true,
  answer: (request) => {
    const freeText = lieTo(request);
    if (request.schema === undefined) return { text: freeText };
    const source = toFillSource(request, { freeText, ids: ["invented-1"] });
    return { text: JSON.stringify(fillSchema(request.schema, source)) };
  },
};
