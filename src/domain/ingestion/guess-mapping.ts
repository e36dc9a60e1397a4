import { bestOf, pathExpression } from "./choose-fields.ts";
import { choosePerson, type NoPersonReason } from "./choose-person.ts";
import { findParties, type PartyField } from "./find-parties.ts";
import type { MappingTemplate } from "./mapping.ts";
import type { PayloadValue } from "./visit-payload.ts";

export type GuessedMapping = {
  template: MappingTemplate;
  /** Why no person is mapped although the payload contains addresses. */
  reason?: NoPersonReason;
};

/**
 * A mapping guessed from a payload's field names and values; it names only fields that the payload has. The objects
 * that may be a person are found and scored as a whole, and one of them gives all fields of the person.
 */
export const guessMappingWithReason = (payload: unknown): GuessedMapping => {
  const template: MappingTemplate = { person: {}, event: {} };
  if (payload === null || typeof payload !== "object") return { template };
  const found = findParties(payload);
  const { fields, reason } = choosePerson(found);
  for (const [target, value] of Object.entries(fields) as [PartyField, PayloadValue][]) {
    const expression = pathExpression(value);
    if (expression !== undefined) template.person[target] = expression;
  }
  const eventType = bestOf(found.eventType);
  const message = bestOf(found.message);
  if (eventType) template.event.type = pathExpression(eventType) ?? "";
  if (message) template.event.message = pathExpression(message) ?? "";
  return { template, ...(reason ? { reason } : {}) };
};

export const guessMapping = (payload: unknown): MappingTemplate => guessMappingWithReason(payload).template;
