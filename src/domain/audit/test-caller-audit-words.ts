import type { Language } from "#domain/language.ts";
import { counted } from "#domain/texts/plural.ts";
import type { AuditWords } from "./audit-words.ts";

/** The wording of what happens with test callers. */
export const testCallerAuditWords: Record<
  Language,
  Pick<AuditWords, "test_callers_started" | "test_callers_stopped">
> = {
  en: {
    test_callers_started: ({ name, count }) =>
      `Let ${counted("en", count, "test caller", "test callers")} talk to the script “${name}”`,
    test_callers_stopped: ({ name }) => `Stopped the test callers of the script “${name}”`,
  },
  es: {
    test_callers_started: ({ name, count }) =>
      `Probó el guion «${name}» con ${counted("es", count, "llamada de prueba", "llamadas de prueba")}`,
    test_callers_stopped: ({ name }) => `Detuvo las llamadas de prueba del guion «${name}»`,
  },
};
