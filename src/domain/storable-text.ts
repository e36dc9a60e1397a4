/** Removes what PostgreSQL stores neither as text nor in JSON: NUL and lone surrogates. */
export const toStorableText = (text: string): string => text.replaceAll("\u0000", "").toWellFormed();

/** The same for every text in a value. */
export const toStorableJson = <Value extends object>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_key, inner) =>
    typeof inner === "string" ? toStorableText(inner) : inner,
  );

/** The start of a text, as it can be stored: a surrogate pair that the cut would halve is left out. */
export const cutText = (text: string, maxLength: number): string => {
  const isPairHalved = text.length > maxLength && (text.codePointAt(maxLength - 1) ?? 0) > 0xffff;
  return toStorableText(text.slice(0, isPairHalved ? maxLength - 1 : maxLength));
};
