import type { Language } from "#domain/language.ts";
import type { AuditDetailsOf } from "./audit-details.ts";

/** The wording of what a user tried on the page Start. */
export const firstStepsAuditWords: Record<
  Language,
  Record<AuditDetailsOf<"first_steps_changed">["change"], string>
> = {
  en: {
    names: "Named the business and themselves at the first sign-in",
    skipped: "Skipped the names at the first sign-in",
    hidden: "Hid the page Start",
    lead_sent: "Sent a sample lead from the page Start",
    lead: "Watched a sample lead arrive on the page Start",
    message: "Wrote to themselves and answered on the page Start",
    why: "Asked why on the page Start",
    live: "Connected a channel on the page Start",
  },
  es: {
    names: "Escribió los nombres del negocio y el suyo en el primer inicio de sesión",
    skipped: "Omitió los nombres en el primer inicio de sesión",
    hidden: "Ocultó la página Inicio",
    lead_sent: "Envió un prospecto de muestra desde la página Inicio",
    lead: "Vio llegar un prospecto de muestra en la página Inicio",
    message: "Se escribió y contestó en la página Inicio",
    why: "Preguntó por qué en la página Inicio",
    live: "Conectó un canal en la página Inicio",
  },
};
