import type { Language } from "#domain/language.ts";
import { counted } from "#domain/texts/plural.ts";
import type { BroadcastVerb } from "./audit-details.ts";
import type { AuditWords } from "./audit-words.ts";

const broadcastVerbs: Record<Language, Record<BroadcastVerb, string>> = {
  en: {
    added: "Added",
    changed: "Changed",
    deleted: "Deleted",
    checked: "Checked",
    asked_to_start: "Asked a second user to start",
    start_approved: "Approved the start of",
    start_refused: "Rejected the start of",
    started: "Started",
    moved: "Moved",
    unscheduled: "Unscheduled",
    paused: "Paused",
    paused_by_guard: "The guard paused",
    resumed: "Resumed",
    cancelled: "Canceled",
  },
  es: {
    added: "Agregó",
    changed: "Cambió",
    deleted: "Eliminó",
    checked: "Revisó",
    asked_to_start: "Pidió a otro usuario que inicie",
    start_approved: "Aprobó iniciar",
    start_refused: "Rechazó iniciar",
    started: "Inició",
    moved: "Movió",
    unscheduled: "Quitó la programación de",
    paused: "Pausó",
    paused_by_guard: "La protección pausó",
    resumed: "Reanudó",
    cancelled: "Canceló",
  },
};

/** The wording of what happens to runs of rules, and to broadcasts. */
export const sequenceAuditWords: Record<
  Language,
  Pick<AuditWords, "run_set_aside" | "rule_started" | "runs_changed" | "broadcast_changed">
> = {
  en: {
    broadcast_changed: ({ name, change }) => `${broadcastVerbs.en[change]} the broadcast “${name}”`,
    run_set_aside: "A run of a sequence could not go on and was ended",
    rule_started: ({ name, count }) =>
      `Started the rule “${name}” for ${counted("en", count, "person", "people")}`,
    runs_changed: ({ name, count, change }) => {
      const people = counted("en", count, "person", "people");
      if (change === "move") return `Moved ${people} to another step of the sequence “${name}”`;
      if (change === "wait") return `Moved the next step of the sequence “${name}” for ${people}`;
      const verbs = { pause: "Paused", resume: "Resumed", skip: "Skipped a step of", stop: "Stopped" };
      return `${verbs[change]} the sequence “${name}” for ${people}`;
    },
  },
  es: {
    broadcast_changed: ({ name, change }) => `${broadcastVerbs.es[change]} el envío masivo «${name}»`,
    run_set_aside: "Un recorrido de una secuencia no pudo continuar y se terminó",
    rule_started: ({ name, count }) =>
      `Inició la regla «${name}» para ${counted("es", count, "persona", "personas")}`,
    runs_changed: ({ name, count, change }) => {
      const people = counted("es", count, "persona", "personas");
      if (change === "move") return `Movió a ${people} a otro paso de la secuencia «${name}»`;
      if (change === "wait") return `Movió el siguiente paso de la secuencia «${name}» para ${people}`;
      const verbs = { pause: "Pausó", resume: "Reanudó", skip: "Omitió un paso de", stop: "Detuvo" };
      return `${verbs[change]} la secuencia «${name}» para ${people}`;
    },
  },
};
