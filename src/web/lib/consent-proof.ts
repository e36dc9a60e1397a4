/** What shows that somebody agreed: the words of whoever noted it, or the facts as they came. Always as text. */
export const formatConsentProof = (proof: Record<string, unknown> | null): string | null => {
  if (!proof) return null;
  const parts = Object.entries(proof).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === "") return [];
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return [name === "text" || name === "words" ? text : `${name}: ${text}`];
  });
  return parts.join(" · ") || null;
};
