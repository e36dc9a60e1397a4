import { type Area, areas, type Permissions, type PlaceArea } from "./areas.ts";

/** Whose people and conversations a role works with, the widest first. */
export const recordScopes = ["all", "team", "own"] as const;
export type RecordScope = (typeof recordScopes)[number];

/** The areas whose records have an owner. */
export const scopedAreas = ["people", "inbox"] as const satisfies readonly Area[];
export type ScopedArea = (typeof scopedAreas)[number];
export type RecordScopes = Readonly<Record<ScopedArea, RecordScope>>;

export const allRecords: RecordScopes = { people: "all", inbox: "all" };

/** What is stored of a role. Roles from before have no scopes; a word that is not known opens as little as possible. */
export const readRecordScopes = (stored: unknown): RecordScopes => {
  const named = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  const read = (area: ScopedArea): RecordScope =>
    named[area] === undefined ? "all" : (recordScopes.find((scope) => scope === named[area]) ?? "own");
  return { people: read("people"), inbox: read("inbox") };
};

/** Built-in roles have all records. */
export const recordScopesOf = (role: string, ownScopes: unknown): RecordScopes =>
  role === "own" ? readRecordScopes(ownScopes) : allRecords;

/** Whether a role has only a part of the records. */
export const isPartial = (scopes: RecordScopes): boolean =>
  scopedAreas.some((area) => scopes[area] !== "all");

/** Reports are counted for a part of the people alone. Other areas show records of everybody, such as events and the audit log. */
export const isOpenToPart = (area: Area): boolean =>
  area === "reports" || scopedAreas.some((scoped) => scoped === area);

/** What a role may do with its part of the records. */
export const withinScopes = (permissions: Permissions, scopes: RecordScopes): Permissions =>
  isPartial(scopes)
    ? (Object.fromEntries(
        areas.map((area) => [area, isOpenToPart(area) ? permissions[area] : "none"]),
      ) as Record<Area, (typeof permissions)[Area]>)
    : permissions;

/** The scope of a call: the narrowest of the areas that it belongs to, or of both where it belongs to another. */
export const scopeOfCall = (scopes: RecordScopes, area: PlaceArea): RecordScope => {
  const listed: readonly string[] = typeof area === "string" ? [area] : area;
  const named = scopedAreas.filter((scoped) => listed.includes(scoped));
  const asked = (named.length > 0 ? named : scopedAreas).map((scoped) => scopes[scoped]);
  return recordScopes.findLast((scope) => asked.includes(scope)) ?? "own";
};
