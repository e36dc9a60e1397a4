import { mergeFields } from "./merge-fields.ts";
import { blankPerson, isSameValue, type PersonRecord } from "./person-record.ts";

/** What a row sets; fields left out stay as they are. */
export type PersonRowChange = Partial<
  Omit<PersonRecord, "id" | "addresses" | "createdAt" | "updatedAt" | "consents">
>;

/** A row without an id adds a person, or changes the one with its address where rows are matched by address. */
export type PersonRow = {
  id: string | null;
  /** The version that the program has read; a person who was changed since is left alone. */
  version: number | null;
  change: PersonRowChange;
};

export type RowOutcome =
  | { outcome: "created" | "updated" | "unchanged"; personId: string }
  | { outcome: "failed"; code: "not_found" | "conflict" };

export type PeopleRowsPlan = {
  /** In the order of the rows. */
  outcomes: RowOutcome[];
  added: PersonRecord[];
  changed: { before: PersonRecord; after: PersonRecord }[];
};

type PlanContext = { isMatchedByAddress: boolean; now: number; newId: () => string };

const addressesIn = ({ email, phone }: PersonRowChange): string[] =>
  [email?.toLowerCase(), phone].filter((address): address is string => typeof address === "string");

const applyChange = (
  person: PersonRecord,
  change: PersonRowChange,
  now: number,
): PersonRecord | undefined => {
  const next = {
    ...change,
    ...(change.fields ? { fields: mergeFields(person.fields, change.fields) } : {}),
  };
  const isChanged = Object.entries(next).some(
    ([name, value]) => !isSameValue(person[name as keyof PersonRecord], value),
  );
  if (!isChanged) return undefined;
  return {
    ...person,
    ...next,
    addresses: [...new Set([...person.addresses, ...addressesIn(change)])],
    // Always later than the last one, because clients use it as the row's version.
    updatedAt: Math.max(now, person.updatedAt + 1),
  };
};

/**
 * What rows do to people, applied one after the other, so that a later row sees what an earlier one did. `known` are the
 * people whom the rows may mean, oldest first: where several have an address, the oldest is meant.
 */
export const planPeopleRows = (
  rows: readonly PersonRow[],
  known: readonly PersonRecord[],
  { isMatchedByAddress, now, newId }: PlanContext,
): PeopleRowsPlan => {
  const before = new Map(known.map((person) => [person.id, person]));
  const after = new Map(before);
  const holders = new Map<string, string>();
  const holdAddresses = ({ id, addresses }: PersonRecord): void => {
    for (const address of addresses) if (!holders.has(address)) holders.set(address, id);
  };
  known.forEach(holdAddresses);

  const meant = ({ id, change }: PersonRow): string | undefined => {
    if (id !== null || !isMatchedByAddress) return id ?? undefined;
    return addressesIn(change)
      .map((address) => holders.get(address))
      .find((holder) => holder !== undefined);
  };

  const planRow = (row: PersonRow): RowOutcome => {
    const personId = meant(row);
    const person = personId === undefined ? undefined : after.get(personId);
    if (personId !== undefined && !person) return { outcome: "failed", code: "not_found" };
    if (person && row.version !== null && row.version !== person.updatedAt)
      return { outcome: "failed", code: "conflict" };
    const next = person
      ? applyChange(person, row.change, now)
      : { ...blankPerson(newId(), now), ...row.change, addresses: addressesIn(row.change) };
    if (!next) return { outcome: "unchanged", personId: person?.id ?? "" };
    after.set(next.id, next);
    holdAddresses(next);
    return { outcome: person ? "updated" : "created", personId: next.id };
  };

  const outcomes = rows.map(planRow);
  const touched = [...after.values()].filter((person) => before.get(person.id) !== person);
  return {
    outcomes,
    added: touched.filter(({ id }) => !before.has(id)),
    changed: touched.flatMap((person) => {
      const was = before.get(person.id);
      return was ? [{ before: was, after: person }] : [];
    }),
  };
};
