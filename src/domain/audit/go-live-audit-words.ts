import type { Language } from "#domain/language.ts";
import type { AuditWords } from "./audit-words.ts";

/** The wording of what happens on the way to real messages. */
export const goLiveAuditWords: Record<Language, Pick<AuditWords, "test_sends_set" | "go_live_step_set">> = {
  en: {
    test_sends_set: ({ allowed }) => `${allowed ? "Allowed" : "Forbade"} test sends to the simulators`,
    go_live_step_set: ({ step, done }) =>
      `Marked the step “${step === "a2p" ? "A2P 10DLC registration" : "Message templates"}” of going live as ${done ? "done" : "not done"}`,
  },
  es: {
    test_sends_set: ({ allowed }) =>
      `${allowed ? "Permitió" : "Prohibió"} los envíos de prueba a los simuladores`,
    go_live_step_set: ({ step, done }) =>
      `Marcó el paso «${step === "a2p" ? "Registro A2P 10DLC" : "Plantillas de mensajes"}» de la puesta en marcha como ${done ? "hecho" : "no hecho"}`,
  },
};
