import { createHash } from "node:crypto";
import type { MappingEngine } from "#server/mapping/engine.ts";

const longest = 200;

/** As a column can hold and an index can find it; what is long is told by its hash. */
export const toDeduplicationKey = (value: unknown): string | null => {
  if (value === undefined || value === null || value === "") return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.length <= longest && !text.includes("\u0000") && text.isWellFormed()) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
};

/** What the endpoint's expression makes of a payload; an expression that fails gives no key. */
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
