import type { FastifyRequest } from "fastify";
import type { Language } from "#domain/language.ts";
import { type LocalizedText, redactSecrets, type VendorFailure } from "#server/connectors/test-result.ts";
import type { OpenedConnection, UnresolvedConnection, Vendors } from "#server/store/connections/vendors.ts";
import { createMemory } from "./cached.ts";
import type { ApiServices } from "./handler.ts";
import { invalid, Problem } from "./problem.ts";

export const vendorsOf = ({ vendors }: ApiServices): Vendors => vendors;

const rememberMs = 60_000;

/** A memory for one kind of answer, kept beside the process that asked. */
export const memoryOf = <T>(isGood: (value: T) => boolean) => {
  const memories = new WeakMap<ApiServices, ReturnType<typeof createMemory<T>>>();
  return (services: ApiServices) => {
    const memory = memories.get(services) ?? createMemory(rememberMs, isGood);
    memories.set(services, memory);
    return memory;
  };
};

export const problemOf = (closed: UnresolvedConnection): Problem => {
  const at = (fields: string[]) => ({ issues: fields.map((path) => ({ path, message: "" })) });
  switch (closed.code) {
    case "secret_required":
      return new Problem("secret_required", at(closed.fields));
    case "incomplete":
      return new Problem("invalid", at(closed.fields));
    case "invalid":
      return invalid(closed.error, "");
    case "not_configured":
      return new Problem("not_configured");
  }
};

type Asking = { caller: { user: { language: string | null } }; request: Pick<FastifyRequest, "headers"> };

/** The language of the interface comes with the request; the account's own is the next best. */
export const languageOf = ({ caller, request }: Asking): Language => {
  const asked = /^\s*(en|es)/i.exec(request.headers["accept-language"] ?? "")?.[1]?.toLowerCase();
  return (asked ?? caller.user.language) === "es" ? "es" : "en";
};

/** What the vendor said, without our secrets, should it repeat one. */
export const wordsOf = (words: LocalizedText, opened: OpenedConnection, language: Language): string =>
  redactSecrets(words, opened.mode === "live" ? opened.secrets : [])[language];

export const vendorFailed = (failure: VendorFailure, opened: OpenedConnection, language: Language): Problem =>
  new Problem("vendor_failed", { message: wordsOf(failure.message, opened, language) });
