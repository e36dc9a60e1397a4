import type { Language } from "#domain/language.ts";
import { Problem } from "./problem.ts";

/** A secret that would be sent elsewhere; `from` is null where it was not sent before. */
type RedirectedSecret = { name: string; from: string | null; to: string };

const messages: Record<Language, (secret: RedirectedSecret) => string> = {
  en: ({ from, to }) =>
    from === null || from === to
      ? `Enter it again: with this change it would be sent to ${to}`
      : `Enter it again: with this change it would be sent to ${to} instead of ${from}`,
  es: ({ from, to }) =>
    from === null || from === to
      ? `Vuelva a ingresarlo: con este cambio se enviaría a ${to}`
      : `Vuelva a ingresarlo: con este cambio se enviaría a ${to} en lugar de ${from}`,
};

/** Only somebody who knows a secret may decide where it is sent. */
export const secretDestinationProblem = (secrets: RedirectedSecret[], language: Language): Problem =>
  new Problem("secret_required", {
    issues: secrets.map((secret) => ({ path: secret.name, message: messages[language](secret) })),
  });
