import { createHash } from "node:crypto";
import type { MappingEngine } from "#server/mapping/engine.ts";

const maxLength = 200;

/** A value as a key that a column and an index can hold. Long or unstorable text is replaced by its hash. */
export const toDeduplicationKey = (value: unknown): string | null => {
  if (value === undefined || value === null || value === "") return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.length <= maxLength && !text.includes("\u0000") && text.isWellFormed()) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
};

/** Evaluates the endpoint's expression; null when it fails or has no value. */
export const evaluateDeduplicationKey = async (
  mapping: MappingEngine,
  expression: string,
  payload: unknown,
): Promise<string | null> => {
  const now = mapping.evaluateNow(expression, payload);
  if (now.known) return toDeduplicationKey(now.value);
  const later = await mapping.evaluate(expression, payload);
  return later.ok ? toDeduplicationKey(later.value) : null;
};
