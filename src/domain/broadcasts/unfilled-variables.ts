import { renderTemplate } from "#domain/messages/template.ts";
import { variables } from "#domain/messages/variables.ts";

const fillable = new Set(variables.flatMap(({ name, of }) => (of === "event" ? [] : [name])));
const fieldPrefix = "field.";

/**
 * Variables of a text that no person of a broadcast has, so that nobody would get it: unknown ones, and those of an
 * event, which a broadcast does not have. Those with a fallback are always filled.
 */
export const unfilledVariables = (text: string, fieldKeys: readonly string[]): string[] =>
  renderTemplate(text, {}).missing.filter(
    (name) =>
      !fillable.has(name) &&
      !(name.startsWith(fieldPrefix) && fieldKeys.includes(name.slice(fieldPrefix.length))),
  );
