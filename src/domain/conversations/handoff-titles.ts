import type { PersonRequestKind } from "#domain/agent/request.ts";
import type { Language } from "#domain/language.ts";

/** What an operator has to do after the agent could not. */
export type HandoffWish = { kind: PersonRequestKind | "human"; details: readonly string[] };

const titles: Record<Language, Record<HandoffWish["kind"], string>> = {
  en: { human: "Asked for a person", callback: "Call back", appointment: "Agree on an appointment" },
  es: {
    human: "Pidió hablar con una persona",
    callback: "Devolver la llamada",
    appointment: "Acordar una cita",
  },
};

const maxLength = 200;

export const handoffTitle = ({ kind, details }: HandoffWish, language: Language): string =>
  [titles[language][kind], details.filter(Boolean).join(" · ")]
    .filter(Boolean)
    .join(": ")
    .slice(0, maxLength);
