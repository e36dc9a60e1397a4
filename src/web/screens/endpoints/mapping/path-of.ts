import { type PathStep, printPath } from "#domain/ingestion/plain-path.ts";
import type { JsonKey } from "#web/ui/json-tree.tsx";

/** The expression that reads what stands there; undefined for the rare name that none can say. */
export const pathExpression = (keys: readonly JsonKey[]): string | undefined => {
  const steps: PathStep[] = [];
  for (const key of keys) {
    const last = steps.at(-1);
    if (typeof key === "string") steps.push({ kind: "name", name: key, stages: [] });
    else if (last && last.kind !== "json") last.stages.push({ index: key });
    else steps.push({ kind: "root", stages: [{ index: key }] });
  }
  return printPath(steps);
};

/** A name for an event field that is read from there. */
export const suggestFieldName = (keys: readonly JsonKey[]): string => {
  const lastName = [...keys].reverse().find((key) => typeof key === "string") ?? "value";
  const name = String(lastName)
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .slice(0, 60);
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`.slice(0, 60);
};
