import type { PersonWithConsents } from "#domain/people/person-record.ts";
import { haveDifferentNames } from "#domain/possible-duplicate.ts";
import type { ImportOptions } from "./import-options.ts";
import { answerOf, type ImportProblem } from "./import-problems.ts";
import { type ColumnModes, planRow, type RowPlan, refuseRow } from "./plan-row.ts";
import { lacksAddress, type ReadRow } from "./read-row.ts";

/** What is known of people before a page of rows. */
export type PageFacts = {
  /** Everybody whom a row may mean, oldest first. */
  people: readonly PersonWithConsents[];
  /** Ids of merged people lead to the survivor. */
  survivors: ReadonlyMap<string, string>;
  /** The row of this file, before the page, that named a person. */
  earlierLine: (key: string) => number | undefined;
  /** Addresses that are opted out. */
  optedOut: ReadonlySet<string>;
  /** Notes that people have, of those that the rows have, by `noteKey`. */
  notes: ReadonlySet<string>;
};

export const noteKey = (personId: string, text: string): string => `${personId} ${text}`;

export type PageSettings = {
  options: ImportOptions;
  modes: ColumnModes;
  now: number;
  newId: (line: number) => string;
};

export type PagePlan = {
  rows: (RowPlan & { line: number })[];
  /** Each person as the page leaves them, in the order of their first row. */
  added: PersonWithConsents[];
  changed: PersonWithConsents[];
  /** New people who have the phone number of somebody else. */
  possibleDuplicates: { personId: string; otherId: string }[];
};

export const rowAddresses = ({ values, otherEmails, otherPhones }: ReadRow): string[] => [
  ...(values.email === undefined ? [] : [values.email]),
  ...(values.phone === undefined ? [] : [values.phone]),
  ...otherEmails,
  ...otherPhones,
];

/** The value by which a row of an import by field is matched. */
export const matchValue = (row: ReadRow, { matchField }: ImportOptions): string | undefined => {
  const value = matchField === undefined ? undefined : row.values.fields?.[matchField];
  return value === undefined || value === null ? undefined : JSON.stringify(value);
};

type PeopleIndex = {
  get: (id: string) => PersonWithConsents | undefined;
  byAddress: (address: string | undefined) => PersonWithConsents | undefined;
  byField: (value: string | undefined) => PersonWithConsents | undefined;
  put: (person: PersonWithConsents) => void;
};

const indexPeople = (people: readonly PersonWithConsents[], matchField: string | undefined): PeopleIndex => {
  const byId = new Map<string, PersonWithConsents>();
  const idByAddress = new Map<string, string>();
  const idByField = new Map<string, string>();
  const put = (person: PersonWithConsents): void => {
    byId.set(person.id, person);
    for (const address of [...person.addresses, person.email?.toLowerCase(), person.phone])
      if (address && !idByAddress.has(address)) idByAddress.set(address, person.id);
    const value = matchField === undefined ? undefined : person.fields[matchField];
    if (value !== undefined && value !== null && !idByField.has(JSON.stringify(value)))
      idByField.set(JSON.stringify(value), person.id);
  };
  people.forEach(put);
  const find = (table: Map<string, string>, key: string | undefined): PersonWithConsents | undefined =>
    key === undefined ? undefined : byId.get(table.get(key) ?? "");
  return {
    get: (id) => byId.get(id),
    byAddress: (address) => find(idByAddress, address),
    byField: (value) => find(idByField, value),
    put,
  };
};

type Match = {
  person?: PersonWithConsents | undefined;
  refusal?: ImportProblem;
  holder?: PersonWithConsents | undefined;
};

/** A known phone number with another e-mail address and name is of somebody else in the same household. */
const isSomebodyElse = (holder: PersonWithConsents, { values }: ReadRow): boolean =>
  holder.email !== null &&
  values.email !== undefined &&
  holder.email.toLowerCase() !== values.email &&
  haveDifferentNames(holder, values);

const matchByAddress = (row: ReadRow, index: PeopleIndex): Match => {
  const byEmail = index.byAddress(row.values.email);
  const holder = index.byAddress(row.values.phone);
  if (byEmail) return { person: byEmail, holder };
  if (holder && !isSomebodyElse(holder, row)) return { person: holder };
  return { holder, person: [...row.otherEmails, ...row.otherPhones].map(index.byAddress).find(Boolean) };
};

const matchRow = (row: ReadRow, index: PeopleIndex, facts: PageFacts, options: ImportOptions): Match => {
  const { id, email, phone } = row.values;
  const byId = id === undefined ? undefined : index.get(facts.survivors.get(id) ?? id);
  switch (options.matchBy) {
    case "none":
      return {};
    case "id":
      return byId ? { person: byId } : { refusal: { code: "unknown_id", value: id ?? "" } };
    case "email":
      return { person: index.byAddress(email), holder: index.byAddress(phone) };
    case "phone":
      return { person: index.byAddress(phone) };
    case "field": {
      const value = matchValue(row, options);
      return value === undefined ? { refusal: { code: "no_key" } } : { person: index.byField(value) };
    }
    default:
      return byId ? { person: byId } : matchByAddress(row, index);
  }
};

/** An address that belongs to another person stays with them. */
const withoutForeign = (
  row: ReadRow,
  person: PersonWithConsents | undefined,
  index: PeopleIndex,
): { row: ReadRow; foreign: ImportProblem[] } => {
  if (!person) return { row, foreign: [] };
  const values = { ...row.values };
  const foreign: ImportProblem[] = [];
  for (const kind of ["email", "phone"] as const) {
    const address = values[kind];
    const owner = index.byAddress(address);
    if (address === undefined || !owner || owner.id === person.id) continue;
    delete values[kind];
    foreign.push({ code: "address_of_another", value: address });
  }
  const isFree = (address: string): boolean => (index.byAddress(address)?.id ?? person.id) === person.id;
  return {
    row: {
      ...row,
      values,
      otherEmails: row.otherEmails.filter(isFree),
      otherPhones: row.otherPhones.filter(isFree),
    },
    foreign,
  };
};

/** Plans a page of rows in their order; a row may name a person whom an earlier row added or changed. */
export const planPage = (rows: readonly ReadRow[], facts: PageFacts, settings: PageSettings): PagePlan => {
  const { options } = settings;
  const index = indexPeople(facts.people, options.matchField);
  const seen = new Map<string, number>();
  const isNew = new Set<string>();
  const touched = new Map<string, PersonWithConsents>();
  const notes = new Set(facts.notes);
  const possibleDuplicates: PagePlan["possibleDuplicates"] = [];

  const earlier = (person: PersonWithConsents | undefined): number | undefined =>
    person && options.matchBy !== "none" ? (seen.get(person.id) ?? facts.earlierLine(person.id)) : undefined;

  const plan = (read: ReadRow): RowPlan => {
    if (read.refusal) return refuseRow(read);
    const match = matchRow(read, index, facts, options);
    if (match.refusal) return refuseRow(read, match.refusal);
    const line = earlier(match.person);
    const twice: ImportProblem | undefined = line === undefined ? undefined : { code: "twice_in_file", line };
    if (twice && answerOf("twice_in_file", options.answers) === "leave_out") return refuseRow(read, twice);
    if (!twice && match.person && !options.update) return refuseRow(read, { code: "already_here" });
    if (!twice && !match.person && !options.create) return refuseRow(read, { code: "not_here" });
    if (!match.person && read.values.id !== undefined && lacksAddress(read, options))
      return refuseRow(read, { code: "no_address" });
    const { row, foreign } = withoutForeign(read, match.person, index);
    const planned = planRow(row, match.person, {
      ...settings,
      newId: () => settings.newId(read.line),
      hasNote: (personId, text) => notes.has(noteKey(personId, text)),
    });
    if (planned.person && planned.note !== null) notes.add(noteKey(planned.person.id, planned.note));
    planned.problems.push(...foreign);
    if (rowAddresses(row).some((address) => facts.optedOut.has(address)))
      planned.problems.push({ code: "opted_out" });
    if (twice) planned.problems.push(twice);
    keep(planned, match, read.line);
    return twice ? { ...planned, verdict: "joined" } : planned;
  };

  const keep = (planned: RowPlan, match: Match, line: number): void => {
    const { person, verdict } = planned;
    if (!person) return;
    if (verdict === "added") isNew.add(person.id);
    const updated = {
      ...person,
      // Later than before, because clients use it as the row's version.
      updatedAt: verdict === "changed" ? Math.max(settings.now, person.updatedAt + 1) : person.updatedAt,
      addresses: [...person.addresses, ...planned.otherAddresses.map(({ value }) => value)],
      consentStates: {
        ...person.consentStates,
        ...Object.fromEntries(planned.consents.map(({ channel, state }) => [channel, state])),
      },
    };
    planned.person = updated;
    if (verdict === "changed") planned.before.updatedAt = person.updatedAt;
    if (verdict !== "unchanged") {
      planned.after.updatedAt = updated.updatedAt;
      touched.set(person.id, updated);
    }
    if (match.holder && match.holder.id !== person.id)
      possibleDuplicates.push({ personId: person.id, otherId: match.holder.id });
    seen.set(person.id, seen.get(person.id) ?? line);
    index.put(updated);
  };

  const planned = rows.map((row) => ({ ...plan(row), line: row.line }));
  const people = [...touched.values()];
  return {
    rows: planned,
    added: people.filter(({ id }) => isNew.has(id)),
    changed: people.filter(({ id }) => !isNew.has(id)),
    possibleDuplicates,
  };
};
