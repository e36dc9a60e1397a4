import type { AudienceFieldKind } from "./audience.ts";
import type { AudienceContext } from "./context.ts";
import type { AudienceAsk, AudienceFacts, FactGroup, TimeWindow } from "./facts.ts";
import type { AudienceValue } from "./row-test.ts";

export const audienceFieldGroups = [
  "person",
  "fields",
  "scores",
  "consent",
  "talk",
  "happened",
  "automation",
  "origin",
  "chance",
] as const;
export type AudienceFieldGroup = (typeof audienceFieldGroups)[number];

/** A field that reads facts, or one that reads the answer to a question about history. */
export type AudienceFieldDefinition = {
  group: AudienceFieldGroup;
  kind: AudienceFieldKind;
  /** The only values there are; without them any text may be asked for. */
  values?: readonly string[];
} & (
  | { needs?: FactGroup; read: (facts: AudienceFacts) => AudienceValue; ask?: never }
  | {
      /** The question that the field reads the answer of; null where it has no such window. */
      ask: (window: TimeWindow) => AudienceAsk;
      read: (facts: AudienceFacts, ask: AudienceAsk) => AudienceValue;
      needs?: never;
    }
);

/** Fields whose id ends in a parameter, such as `event.form_submitted`. */
export type FieldFamily = {
  group: AudienceFieldGroup;
  /** Undefined if there is no such field. */
  find: (parameter: string, context: AudienceContext) => AudienceFieldDefinition | undefined;
};

export const readAnswer = ({ answers }: AudienceFacts, { key }: AudienceAsk): number => answers.get(key) ?? 0;
