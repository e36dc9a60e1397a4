import type { FastifyRequest } from "fastify";
import type { ApiRoute } from "#contract/api-route.ts";
import { type ListShape, listShape } from "#contract/list-fields.ts";
import { readFieldChoice, selectFields } from "#domain/api-access/select-fields.ts";
import type { Language } from "#domain/language.ts";
import { issuePhrases } from "#server/api/issue-messages.ts";
import { Problem } from "#server/api/problem.ts";

/** The query of a request without the choice of fields, and what applies that choice to the answer. */
export type ReadQuery = { query: unknown; select: (answer: unknown) => unknown };

const whole = (answer: unknown): unknown => answer;

const readFields = (named: unknown, shape: ListShape, language: Language): readonly string[] => {
  // A parameter that is repeated is a list.
  const { fields, unknown } = readFieldChoice(String(named), shape.fields);
  if (unknown.length === 0) return fields;
  const message = issuePhrases[language].oneOf(shape.fields.join(", "));
  throw new Problem("invalid", { issues: [{ path: "fields", message }] });
};

/** Reads `fields` of requests to a list, which every list has alike. */
export const createFieldSelection = (
  endpoint: ApiRoute,
): ((request: FastifyRequest, language: Language) => ReadQuery) => {
  const shape = listShape(endpoint);
  if (!shape) return ({ query }) => ({ query, select: whole });
  return (request, language) => {
    const { fields: named, ...query } = (request.query ?? {}) as Record<string, unknown>;
    if (named === undefined) return { query, select: whole };
    const fields = readFields(named, shape, language);
    return { query, select: (answer) => selectFields(answer, shape.key, fields) };
  };
};
