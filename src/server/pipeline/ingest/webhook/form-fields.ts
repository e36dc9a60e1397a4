import { isUnsafeKey } from "#domain/ingestion/strict-json.ts";

/** One value as it is, several of one name as a list. */
export const groupFormFields = (
  pairs: Iterable<readonly [string, string]>,
): Record<string, string | string[]> => {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    if (isUnsafeKey(name)) continue;
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (Array.isArray(before)) before.push(value);
    else fields.set(name, [before, value]);
  }
  return Object.fromEntries(fields);
};
