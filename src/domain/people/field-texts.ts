import type { Language } from "#domain/language.ts";
import { type FieldDefinition, fieldText, isReadableValue } from "./field-kinds.ts";

type TextField = FieldDefinition & { key: string; archivedAt: string | null };

/**
 * A person's values of custom fields by the names of their template variables, such as `field.roof_size`. A value that
 * does not read as its kind is left out, so that no message is sent with it.
 */
export const fieldTexts = (
  values: Record<string, unknown>,
  fields: readonly TextField[],
  language: Language,
): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter((field) => field.archivedAt === null && Object.hasOwn(values, field.key))
      .filter((field) => isReadableValue(values[field.key], field))
      .map((field) => [`field.${field.key}`, fieldText(values[field.key], field, language)]),
  );
