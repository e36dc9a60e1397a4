import type { FastifyRequest } from "fastify";
import type { Language } from "#domain/language.ts";
import { type Verdict, type Words, withoutSecrets } from "#server/connectors/verdict.ts";
import type { Closed, Opened, Vendors } from "#server/store/connections/vendors.ts";
import { createKeyedCache } from "./cached.ts";
import type { Services } from "./handler.ts";
import { invalidInput, Problem } from "./problem.ts";

export const vendorsOf = ({ vendors }: Services): Vendors => vendors;

const rememberMs = 60_000;

/** A memory for one kind of answer, kept beside the process that asked. */
export const createServicesCache = <T>(isGood: (value: T) => boolean) => {
  const memories = new WeakMap<Services, ReturnType<typeof createKeyedCache<T>>>();
  return (services: Services) => {
    const memory = memories.get(services) ?? createKeyedCache(rememberMs, isGood);
    memories.set(services, memory);
    return memory;
  };
};

export const closedConnectionProblem = (closed: Closed): Problem => {
  const at = (fields: string[]) => ({ issues: fields.map((path) => ({ path, message: "" })) });
  switch (closed.code) {
    case "secret_required":
      return new Problem("secret_required", at(closed.fields));
    case "incomplete":
      return new Problem("invalid", at(closed.fields));
    case "invalid":
      return invalidInput(closed.error, "");
    case "not_configured":
      return new Problem("not_configured");
  }
};

type Asking = { caller: { user: { language: string | null } }; request: Pick<FastifyRequest, "headers"> };

/** The language of the interface comes with the request; the account's own is the next best. */
export const requestLanguage = ({ caller, request }: Asking): Language => {
  const asked = /^\s*(en|es)/i.exec(request.headers["accept-language"] ?? "")?.[1]?.toLowerCase();
  return (asked ?? caller.user.language) === "es" ? "es" : "en";
};

/** What the vendor said, without our secrets, should it repeat one. */
export const vendorMessage = (words: Words, opened: Opened, language: Language): string =>
  withoutSecrets(words, opened.mode === "live" ? opened.secrets : [])[language];

export const vendorProblem = (verdict: Verdict, opened: Opened, language: Language): Problem =>
  new Problem("vendor_failed", { message: vendorMessage(verdict.message, opened, language) });
