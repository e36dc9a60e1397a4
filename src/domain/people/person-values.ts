import type { PersonRecord } from "#domain/person-record.ts";

/** What imports, bulk changes and merges read and write of a person's row. */
export type PersonValues = Pick<
  PersonRecord,
  | "id"
  | "type"
  | "status"
  | "firstName"
  | "lastName"
  | "email"
  | "phone"
  | "language"
  | "zip"
  | "region"
  | "town"
  | "timezone"
  | "tags"
  | "sources"
  | "consents"
  | "fields"
  | "assignedAgentId"
  | "stageReached"
>;

/** Fields with one value, of which the newer or the picked one counts. Type and stage have rules of their own. */
export const scalarFields = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "language",
  "zip",
  "region",
  "town",
  "timezone",
  "assignedAgentId",
] as const satisfies readonly (keyof PersonValues)[];

const maxListLength = 50;

/** Tags or sources of both, up to a limit. What the first list has stays, however much it is. */
export const joinLists = (own: readonly string[], added: readonly string[]): string[] =>
  [...new Set([...own, ...added])].slice(0, Math.max(maxListLength, own.length));
