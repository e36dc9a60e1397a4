import { type FieldKind, foldLabel } from "./field-kind.ts";

const yes = new Set("true yes y si s on 1 checked x verdadero cierto".split(" "));
const no = new Set("false no n off 0 unchecked falso".split(" "));
const words = { en: ["no", "yes"], es: ["no", "sí"] } as const;

export const yesNoKind: FieldKind<boolean> = {
  name: "yes_no",
  read: (value) => {
    if (typeof value === "boolean") return { value };
    const word = typeof value === "string" || typeof value === "number" ? foldLabel(String(value)) : "";
    if (yes.has(word)) return { value: true };
    return no.has(word) ? { value: false } : { problem: "not_yes_no" };
  },
  toText: (value, language) => words[language][value ? 1 : 0],
  toCell: (value) => (value ? "yes" : "no"),
};
