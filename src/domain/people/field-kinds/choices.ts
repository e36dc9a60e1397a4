import { findChoice } from "./choice.ts";
import type { FieldKind } from "./field-kind.ts";

const listFormats = { en: new Intl.ListFormat("en"), es: new Intl.ListFormat("es") };

/** A choice may contain a comma, so the whole text is compared before it is split. */
const splitChoices = (text: string, choices: readonly string[]): string[] => {
  if (findChoice(text, choices) !== undefined) return [text];
  const parts = text.split(/[;|\n]/).length > 1 ? text.split(/[;|\n]/) : text.split(",");
  return parts.map((part) => part.trim()).filter((part) => part !== "");
};

export const choicesKind: FieldKind<string[]> = {
  name: "choices",
  read: (value, { choices }) => {
    const parts = Array.isArray(value) ? value : splitChoices(String(value), choices);
    const found = parts.map((part) => findChoice(String(part), choices));
    if (found.length === 0 || found.includes(undefined)) return { problem: "not_choice" };
    // In the order of the definition, so that equal sets are stored equally.
    return { value: choices.filter((choice) => found.includes(choice)) };
  },
  toText: (value, language) => listFormats[language].format(value),
  toCell: (value) => value.join("; "),
};
