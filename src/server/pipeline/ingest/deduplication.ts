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

/** Events whose deduplication key was seen before, in the table or earlier in the batch, and the event that had it. */
export const findDuplicates = (
  events: readonly { event: { id: string; endpointId: string }; deduplicationKey: string | null }[],
  usedKeys: Map<string, string>,
): Map<string, string> => {
  const firstWith = new Map(usedKeys);
  const duplicateOf = new Map<string, string>();
  for (const { event, deduplicationKey } of events) {
    if (deduplicationKey === null) continue;
    const endpointKey = `${event.endpointId}:${deduplicationKey}`;
    const first = firstWith.get(endpointKey);
    if (first === undefined) firstWith.set(endpointKey, event.id);
    else if (first !== event.id) duplicateOf.set(event.id, first);
  }
  return duplicateOf;
};
