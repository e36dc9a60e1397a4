import type { PersonRequestKind } from "#domain/agent/request.ts";
import { speakLocalTime } from "#domain/agent/spoken-date.ts";
import type { Language } from "#domain/language.ts";
import type { AlertingSafetyKind } from "#domain/safety/safety-answers.ts";

/** What an operator has to do after the agent could not. */
export type HandoffWish = {
  kind: PersonRequestKind | "human" | AlertingSafetyKind;
  details: readonly string[];
};

const titles: Record<Language, Record<HandoffWish["kind"], string>> = {
  en: {
    human: "Asked for a human agent",
    callback: "Call back",
    appointment: "Agree on an appointment",
    emergency: "Urgent: emergency",
    selfharm: "Urgent: wants to harm themselves",
    threat: "Urgent: threat",
    vulnerable: "Needs care",
    erasure: "Asks for their data or its erasure",
  },
  es: {
    human: "Pidió un agente humano",
    callback: "Devolver la llamada",
    appointment: "Acordar una cita",
    emergency: "Urgente: emergencia",
    selfharm: "Urgente: quiere hacerse daño",
    threat: "Urgente: amenaza",
    vulnerable: "Necesita atención",
    erasure: "Pide sus datos o que se borren",
  },
};

const maxLength = 200;
const localTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?$/;

export const handoffTitle = ({ kind, details }: HandoffWish, language: Language): string =>
  [
    titles[language][kind],
    details
      .filter(Boolean)
      .map((detail) => (localTime.test(detail) ? speakLocalTime(detail, language) : detail))
      .join(" · "),
  ]
    .filter(Boolean)
    .join(": ")
    .slice(0, maxLength);

/** A stored title with its own words in the reader's language; details, and titles of other tasks, stay as they are. */
export const storedHandoffTitle = (title: string, language: Language): string => {
  const stored = titles[language === "en" ? "es" : "en"];
  const kinds = Object.keys(stored) as HandoffWish["kind"][];
  const kind = kinds.find((each) => title === stored[each] || title.startsWith(`${stored[each]}: `));
  return kind === undefined ? title : titles[language][kind] + title.slice(stored[kind].length);
};
