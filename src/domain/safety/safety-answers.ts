import type { Language } from "#domain/language.ts";
import type { SafetyKind } from "./safety-kind.ts";

/** What a human of the business must learn of, with a task. */
export const alertingSafetyKinds = [
  "emergency",
  "selfharm",
  "threat",
  "vulnerable",
  "erasure",
] as const satisfies readonly SafetyKind[];
export type AlertingSafetyKind = (typeof alertingSafetyKinds)[number];

/** Those that cannot wait until somebody looks at the tasks. */
export const urgentSafetyKinds: readonly SafetyKind[] = ["emergency", "selfharm", "threat"];

/** Sent at once, word for word. The others are answered by a human. */
export const safetyAnswers: Partial<Record<SafetyKind, Record<Language, string>>> = {
  emergency: {
    en: "If anyone is in danger, leave the place and call 911 now. This is an automatic answer; we have told a person of our team.",
    es: "Si alguien está en peligro, salga del lugar y llame al 911 ahora. Esta es una respuesta automática; ya le avisamos a una persona de nuestro equipo.",
  },
  selfharm: {
    en: "We are so sorry that you are going through this. You can call or text 988 at any hour, or call 911 if you are in danger. This is an automatic answer; we have told a person of our team.",
    es: "Sentimos mucho que esté pasando por esto. Puede llamar o escribir al 988 a cualquier hora, o llamar al 911 si está en peligro. Esta es una respuesta automática; ya le avisamos a una persona de nuestro equipo.",
  },
};
