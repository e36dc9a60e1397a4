import { formatPath, type PathStep } from "#domain/ingestion/plain-expression.ts";
import type { JsonKey } from "#web/ui/json-tree.tsx";

/** The expression that reads what stands there; undefined for the rare name that none can say. */
export const pathOf = (keys: readonly JsonKey[]): string | undefined => {
  const steps: PathStep[] = [];
  for (const key of keys) {
    const last = steps.at(-1);
    if (typeof key === "string") steps.push({ kind: "name", name: key, filters: [] });
    else if (last && last.kind !== "json") last.filters.push({ index: key });
    else steps.push({ kind: "root", filters: [{ index: key }] });
  }
  return formatPath(steps);
};

/** A name for an event field that is read from there. */
export const nameFor = (keys: readonly JsonKey[]): string => {
  const word = [...keys].reverse().find((key) => typeof key === "string") ?? "value";
  const name = String(word)
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .slice(0, 60);
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`.slice(0, 60);
};
