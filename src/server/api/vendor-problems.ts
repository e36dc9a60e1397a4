import type { FastifyRequest } from "fastify";
import type { Language } from "#domain/language.ts";
import { type LocalizedText, redactSecrets, type VendorFailure } from "#server/connectors/test-result.ts";
import type { OpenedConnection, UnresolvedConnection } from "#server/store/connections/vendors.ts";
import { invalidInput, Problem } from "./problem.ts";

export const closedConnectionProblem = (closed: UnresolvedConnection): Problem => {
  const toIssues = (fields: string[]) => ({ issues: fields.map((path) => ({ path, message: "" })) });
  switch (closed.code) {
    case "secret_required":
      return new Problem("secret_required", toIssues(closed.fields));
    case "incomplete":
      return new Problem("invalid", toIssues(closed.fields));
    case "invalid":
      return invalidInput(closed.error, "");
    case "not_configured":
      return new Problem("not_configured");
  }
};

type UserRequest = {
  caller: { user: { language: string | null } };
  request: Pick<FastifyRequest, "headers">;
};

/** The web interface sends its language with each request; the user's own language is the fallback. */
export const requestLanguage = ({ caller, request }: UserRequest): Language => {
  const accepted = /^\s*(en|es)/i.exec(request.headers["accept-language"] ?? "")?.[1]?.toLowerCase();
  return (accepted ?? caller.user.language) === "es" ? "es" : "en";
};

/** The message of a vendor. It may repeat a secret, which is removed. */
export const vendorMessage = (message: LocalizedText, opened: OpenedConnection, language: Language): string =>
  redactSecrets(message, opened.mode === "live" ? opened.secrets : [])[language];

export const vendorProblem = (
  failure: VendorFailure,
  opened: OpenedConnection,
  language: Language,
): Problem => new Problem("vendor_failed", { message: vendorMessage(failure.message, opened, language) });
