import { maxTagsPerPerson, type ReversibleChange } from "#domain/bulk-change.ts";
import type { CodedReason } from "#domain/coded-reason.ts";
import { isSameValue, type PersonRecord, putChanged, readChanged } from "./person-record.ts";

/** Why a bulk change left a selected person alone. */
export const bulkProblemCodes = ["person_gone", "no_longer_matches", "too_many_tags"] as const;
export type BulkProblem = CodedReason<(typeof bulkProblemCodes)[number]>;

export type BulkPlan = {
  verdict: "changed" | "unchanged" | "refused";
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  problems: BulkProblem[];
  /** As the change leaves them; null where it changes nothing. */
  person: PersonRecord | null;
};

export const refuse = (code: BulkProblem["code"]): BulkPlan => ({
  verdict: "refused",
  before: {},
  after: {},
  problems: [{ code }],
  person: null,
});

/** The one field that a change sets, by the name that `before` and `after` use, and its new value. */
const target = (person: PersonRecord, change: ReversibleChange): { name: string; value: unknown } => {
  switch (change.kind) {
    case "status":
      return { name: "status", value: change.status };
    case "type":
      return { name: "type", value: change.type };
    case "owner":
      return { name: "assignedAgentId", value: change.userId };
    case "language":
      return { name: "language", value: change.language };
    case "field":
      return { name: `fields.${change.key}`, value: change.value };
    case "add_tag":
      return {
        name: "tags",
        value: person.tags.includes(change.tag) ? person.tags : [...person.tags, change.tag],
      };
    case "remove_tag":
      return { name: "tags", value: person.tags.filter((tag) => tag !== change.tag) };
  }
};

/** What a bulk change does to one person. It touches neither addresses nor consents, so it makes no person more contactable. */
export const planBulkChange = (person: PersonRecord, change: ReversibleChange, now: number): BulkPlan => {
  const { name, value } = target(person, change);
  const current = readChanged(person, name);
  if (isSameValue(current, value))
    return { verdict: "unchanged", before: {}, after: {}, problems: [], person: null };
  if (
    name === "tags" &&
    Array.isArray(value) &&
    value.length > Math.max(maxTagsPerPerson, person.tags.length)
  )
    return refuse("too_many_tags");
  const next: PersonRecord = {
    ...person,
    fields: { ...person.fields },
    // Always later than the last one, because clients use it as the row's version.
    updatedAt: Math.max(now, person.updatedAt + 1),
  };
  putChanged(next, name, value);
  // A change of the stage makes the database set these columns as well.
  const stage =
    name === "status" ? { stageReached: person.stageReached, convertedAt: person.convertedAt } : {};
  return {
    verdict: "changed",
    before: { [name]: current, ...stage, updatedAt: person.updatedAt },
    after: { [name]: value, updatedAt: next.updatedAt },
    problems: [],
    person: next,
  };
};
