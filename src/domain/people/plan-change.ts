import type { ConsentChannel } from "#domain/channels/channel.ts";
import type { ConsentMethod, ConsentPurpose, ConsentState } from "#domain/compliance/consent.ts";
import type { SuppressionScope } from "#domain/compliance/suppression.ts";
import type { DuplicateReason } from "#domain/possible-duplicate.ts";
import { type ChangeEntry, changeEntries } from "./change-entries.ts";
import type { ChangeSource } from "./change-source.ts";
import type { ContactAddressKind } from "./person-address.ts";
import { hourColumns, type PersonColumnName, type PersonValues, personColumns } from "./person-columns.ts";
import { blankPerson, isSameValue, type PersonRecord } from "./person-record.ts";

/** A consent with its proof; the flag on the person follows it. */
export type PlannedConsent = {
  channel: ConsentChannel;
  purpose?: ConsentPurpose;
  state: ConsentState;
  written?: boolean;
  method: ConsentMethod;
  proof: Record<string, unknown> | null;
  /** The event that proves it, where several events make one change. */
  causedBy?: string | null;
  /** The flag stays as it is: the consent is not confirmed yet, or the flag was set with other values. */
  isFlagKept?: boolean;
};

export type FurtherAddress = {
  kind: ContactAddressKind;
  value: string;
  label?: string | null;
  state?: string;
};

export type PersonChange = {
  /** Values that replace what is stored. */
  set: Partial<Omit<PersonValues, "id" | "updatedAt">>;
  addresses?: readonly FurtherAddress[];
  /** Further addresses that are taken away; one that the person wrote from stays where it is kept if used. */
  removedAddresses?: readonly { value: string; isKeptIfUsed: boolean }[];
  consents?: readonly PlannedConsent[];
  /** Scopes in which all addresses of the person opt out. */
  optOuts?: readonly SuppressionScope[];
  notes?: readonly string[];
  /** Other people who may be this one. */
  possibleDuplicates?: readonly { otherId: string; reason: DuplicateReason }[];
  /** Instead of the entries that the source makes. */
  entries?: readonly ChangeEntry[];
};

/** Everything that a change does. One function applies it, so that no way of changing people forgets a part. */
export type PersonPlan = {
  before: PersonRecord | null;
  after: PersonRecord;
  source: ChangeSource;
  /** Columns whose values differ. */
  changed: PersonColumnName[];
  addresses: readonly FurtherAddress[];
  removedAddresses: readonly { value: string; isKeptIfUsed: boolean }[];
  consents: readonly PlannedConsent[];
  optOuts: readonly SuppressionScope[];
  notes: readonly string[];
  possibleDuplicates: readonly { otherId: string; reason: DuplicateReason }[];
  entries: readonly ChangeEntry[];
  /** Messages that wait are looked at again. */
  wakes: boolean;
};

const names = Object.keys(personColumns) as PersonColumnName[];

const flagsOf = (consents: readonly PlannedConsent[]): Record<string, boolean> =>
  Object.fromEntries(
    consents
      .filter(({ purpose = "marketing", isFlagKept = false }) => purpose === "marketing" && !isFlagKept)
      .map(({ channel, state }) => [channel, state !== "denied"]),
  );

const wakingColumns: readonly PersonColumnName[] = [...hourColumns, "email"];

/** What a planner found out about one person; what is left out is empty. */
export type PlannedChange = Omit<PersonChange, "set"> & { before: PersonRecord | null; after: PersonRecord };

/** Completes the images of a person before and after with everything that follows from the difference. */
export const completePlan = (
  {
    before,
    after: planned,
    addresses = [],
    removedAddresses = [],
    consents = [],
    optOuts = [],
    notes = [],
    possibleDuplicates = [],
    entries,
  }: PlannedChange,
  source: ChangeSource,
  now: number,
): PersonPlan => {
  const flags = flagsOf(consents);
  const after: PersonRecord = { ...planned, consents: { ...planned.consents, ...flags } };
  const changed = before === null ? [] : names.filter((name) => !isSameValue(before[name], after[name]));
  // Always later than the last one, because clients use it as the row's version.
  if (before !== null && changed.length > 0 && after.updatedAt === before.updatedAt) {
    after.updatedAt = Math.max(now, before.updatedAt + 1);
    changed.push("updatedAt");
  }
  const shown = changed.filter((name) => name !== "updatedAt" && name !== "stageReached");
  return {
    before,
    after,
    source,
    changed,
    addresses,
    removedAddresses,
    consents,
    optOuts,
    notes,
    possibleDuplicates,
    entries:
      entries ?? changeEntries(source, before, after, { changed: shown, isOptedOut: optOuts.length > 0 }),
    wakes:
      before !== null &&
      (changed.some((name) => wakingColumns.includes(name)) ||
        addresses.length + removedAddresses.length + consents.length + optOuts.length > 0),
  };
};

/** What a change does to one person, or to a new one. */
export const planChange = (
  person: PersonRecord | null,
  { set, ...change }: PersonChange,
  source: ChangeSource,
  { now, newId }: { now: number; newId: () => string },
): PersonPlan => {
  const after: PersonRecord = { ...(person ?? blankPerson(newId(), now)), ...set };
  return completePlan({ before: person, after, ...change }, source, now);
};

/** Whether a plan changes anything at all. */
export const isEmptyPlan = (plan: PersonPlan): boolean =>
  plan.before !== null &&
  plan.changed.length +
    plan.addresses.length +
    plan.removedAddresses.length +
    plan.consents.length +
    plan.optOuts.length +
    plan.notes.length +
    plan.possibleDuplicates.length ===
    0;
