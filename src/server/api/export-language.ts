import type { FastifyRequest } from "fastify";
import type { Language } from "#domain/language.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import { requestLanguage } from "./vendor-problems.ts";

type ChosenNames = { names?: "words" | "machine" | undefined; language?: Language | undefined };

/** The language in which an export names its columns and values; null for the names of the API. */
export const exportLanguage = (
  { names, language }: ChosenNames,
  { caller, request }: { caller: UserSession; request: FastifyRequest },
): Language | null => {
  const isMachine = names === undefined ? caller.token !== null : names === "machine";
  return isMachine ? null : (language ?? requestLanguage({ caller, request }));
};
