import { maskMark, maskSpans } from "#domain/pii/mask-text.ts";
import { findSpansInText } from "#domain/pii/spans.ts";

/** A shorter value would be found inside ordinary words. */
const minLength = 3;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A vendor's words about a refusal without personal data: what looks like an address or a number, and `values`. */
export const redactRefusal = (text: string, values: readonly unknown[]): string => {
  const known = values
    .flat()
    .filter((value): value is string => typeof value === "string")
    .map((value) => value.trim())
    .filter((value) => value.length >= minLength)
    .toSorted((a, b) => b.length - a.length);
  const named = known.reduce(
    (redacted, value) =>
      redacted.replaceAll(
        new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(value)}(?![\p{L}\p{N}])`, "giu"),
        maskMark,
      ),
    text,
  );
  return maskSpans(named, findSpansInText(named));
};
