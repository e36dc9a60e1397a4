import { personStatuses } from "#domain/person.ts";
import { joinLists } from "./join-lists.ts";
import { pickedColumns } from "./person-columns.ts";
import type { PersonRecord } from "./person-record.ts";

/** Why two people were not merged. */
export const mergeProblemCodes = ["person_gone", "in_call"] as const;
export type MergeProblemCode = (typeof mergeProblemCodes)[number];

/** Which of two values the survivor gets, by field; custom fields as `field.<key>`. */
export type MergePicks = Readonly<Record<string, "survivor" | "other">>;

export type MergedField = {
  field: string;
  survivor: unknown;
  other: unknown;
  result: unknown;
  mayPick: boolean;
};

export type MergedPerson = {
  result: PersonRecord;
  /** Fields where the two differ. */
  fields: MergedField[];
};

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === "";

/** The survivor's value, unless it is blank or the operator picked the other one. A blank is never picked. */
const pickValue = <T>(survivor: T, other: T, pick: "survivor" | "other" | undefined): T =>
  isBlank(survivor) || (pick === "other" && !isBlank(other)) ? other : survivor;

const statusRank = (status: string): number =>
  personStatuses.indexOf(status as (typeof personStatuses)[number]);
const furthest = (one: string, other: string): string => (statusRank(other) > statusRank(one) ? other : one);

/** A list of choices keeps both people's. */
const mergeFields = (
  survivor: Record<string, unknown>,
  other: Record<string, unknown>,
  picks: MergePicks,
): Record<string, unknown> => {
  const keys = [...new Set([...Object.keys(survivor), ...Object.keys(other)])].sort();
  return Object.fromEntries(
    keys.flatMap((key) => {
      const [a, b] = [survivor[key], other[key]];
      const value =
        Array.isArray(a) && Array.isArray(b)
          ? [...new Set([...a, ...b])]
          : pickValue(a, b, picks[`field.${key}`]);
      return isBlank(value) ? [] : [[key, value]];
    }),
  );
};

/**
 * A request not to be contacted, or a refusal, of either counts. A claimed consent counts only where the survivor has
 * it too, or where its address comes from the other person: a consent belongs to the address that it was given for.
 */
const mergeConsents = (
  survivor: PersonRecord,
  other: PersonRecord,
  result: Pick<PersonRecord, "email" | "phone">,
): Record<string, unknown> => {
  const merged: Record<string, unknown> = {};
  for (const channel of new Set([...Object.keys(survivor.consents), ...Object.keys(other.consents)])) {
    const [a, b] = [survivor.consents[channel], other.consents[channel]];
    if (channel === "dnc") {
      if (a === true || b === true) merged.dnc = true;
      else merged.dnc = false;
      continue;
    }
    const kind = channel === "email" ? "email" : "phone";
    const isFromOther =
      result[kind] !== null && result[kind] === other[kind] && result[kind] !== survivor[kind];
    const isShared = survivor[kind] !== null && survivor[kind] === other[kind];
    const claims = isShared ? [a, b] : [isFromOther ? b : a];
    if (a === false || b === false) merged[channel] = false;
    else if (claims.includes(true)) merged[channel] = true;
  }
  return merged;
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What the survivor's row becomes. Its id stays, also where the other one is older. */
export const mergePeople = (
  survivor: PersonRecord,
  other: PersonRecord,
  picks: MergePicks = {},
): MergedPerson => {
  const values = Object.fromEntries(
    pickedColumns.map((field) => [field, pickValue(survivor[field], other[field], picks[field])]),
  ) as Pick<PersonRecord, (typeof pickedColumns)[number]>;
  const result: PersonRecord = {
    ...survivor,
    ...values,
    type: survivor.type === "customer" || other.type === "customer" ? "customer" : survivor.type,
    status: furthest(survivor.status, other.status),
    stageReached: Math.max(survivor.stageReached, other.stageReached),
    tags: joinLists(survivor.tags, other.tags),
    sources: joinLists(survivor.sources, other.sources),
    fields: mergeFields(survivor.fields, other.fields, picks),
    consents: mergeConsents(survivor, other, values),
    createdAt: Math.min(survivor.createdAt, other.createdAt),
    convertedAt:
      survivor.convertedAt && other.convertedAt
        ? Math.min(survivor.convertedAt, other.convertedAt)
        : (survivor.convertedAt ?? other.convertedAt),
  };
  const picked: MergedField[] = pickedColumns.map((field) => ({
    field,
    survivor: survivor[field],
    other: other[field],
    result: result[field],
    mayPick: !isBlank(survivor[field]) && !isBlank(other[field]),
  }));
  const ruled: MergedField[] = (["type", "status", "tags", "sources", "consents"] as const).map((field) => ({
    field,
    survivor: survivor[field],
    other: other[field],
    result: result[field],
    mayPick: false,
  }));
  const keys = [...new Set([...Object.keys(survivor.fields), ...Object.keys(other.fields)])].sort();
  const custom: MergedField[] = keys.map((key) => ({
    field: `field.${key}`,
    survivor: survivor.fields[key] ?? null,
    other: other.fields[key] ?? null,
    result: result.fields[key] ?? null,
    mayPick:
      !isBlank(survivor.fields[key]) && !isBlank(other.fields[key]) && !Array.isArray(survivor.fields[key]),
  }));
  return {
    result,
    fields: [...picked, ...ruled, ...custom].filter((field) => !isSame(field.survivor, field.other)),
  };
};
