/** The proof of a consent as one line: the operator's note, or the recorded fields by name. */
export const formatConsentProof = (proof: Record<string, unknown> | null): string | null => {
  if (!proof) return null;
  const parts = Object.entries(proof).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === "") return [];
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return [name === "text" || name === "words" ? text : `${name}: ${text}`];
  });
  return parts.join(" · ") || null;
};
