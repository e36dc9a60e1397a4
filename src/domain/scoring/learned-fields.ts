import type { PersonFieldKind } from "#domain/people/person-field.ts";
import type { ScoringFacts } from "./features.ts";

/** Kinds of custom fields with fixed choices; a free value says too little about the next person, and may name one. */
export const learnedFieldKinds: readonly PersonFieldKind[] = ["choice", "choices", "yes_no"];

type FieldDefinition = { key: string; kind: PersonFieldKind; pii: boolean; archivedAt: string | null };

const isChoice = (value: unknown): value is ScoringFacts["choices"][string] =>
  typeof value === "string" || typeof value === "boolean" || Array.isArray(value);

/** The values of a person's custom fields that scores may learn from. */
export const learnedChoices = (
  values: Readonly<Record<string, unknown>>,
  fields: readonly FieldDefinition[],
): ScoringFacts["choices"] =>
  Object.fromEntries(
    fields.flatMap(({ key, kind, pii, archivedAt }) => {
      const value = values[key];
      const isLearned = learnedFieldKinds.includes(kind) && !pii && archivedAt === null;
      return isLearned && isChoice(value) ? [[key, value] as const] : [];
    }),
  );
