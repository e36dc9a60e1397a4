import { type FieldKind, foldLabel } from "./field-kind.ts";

/** The choice that the text names, whatever its case and accents. */
export const findChoice = (text: string, choices: readonly string[]): string | undefined =>
  choices.find((choice) => choice === text) ??
  choices.find((choice) => foldLabel(choice) === foldLabel(text));

export const choiceKind: FieldKind<string> = {
  name: "choice",
  read: (value, { choices }) => {
    const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
    const choice = findChoice(text, choices);
    return choice === undefined ? { problem: "not_choice" } : { value: choice };
  },
  toText: (value) => value,
  toCell: (value) => value,
};
