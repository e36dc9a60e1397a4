import type { FieldKind } from "./field-kind.ts";

const maxLength = 2000;

export const textKind: FieldKind<string> = {
  name: "text",
  read: (value) => {
    if (typeof value !== "string" && typeof value !== "number") return { problem: "not_text" };
    // PostgreSQL text cannot hold NUL or lone surrogates.
    const text = String(value).toWellFormed().replaceAll("\u0000", "").trim();
    return text.length > maxLength ? { problem: "too_long" } : { value: text };
  },
  toText: (value) => value,
  toCell: (value) => value,
};
