import { quotableValues } from "#domain/people/outside-text.ts";
import { addressKind } from "#domain/people/person-address.ts";
import { columnsFor, type PlainTexts, pickedColumns } from "#domain/people/person-columns.ts";
import { blankPerson, type PersonRecord } from "#domain/people/person-record.ts";
import { haveDifferentNames } from "#domain/possible-duplicate.ts";

/** A person as an event reports them; fields that it does not give are absent. */
export type ReportedPerson = PlainTexts & {
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  language?: string;
  type?: string;
  status?: string;
  tags?: string[];
  consents?: Partial<Record<string, boolean>>;
  fields?: Record<string, unknown>;
};

export type PersonReport = {
  person: ReportedPerson;
  source: string;
  /** For whom it may speak: a system of the workspace for anybody, a mail for those who have its sender's address. */
  proof: ReportProof;
};
export type ReportProof = "every_person" | "email_holder" | "none";

/** What a report without proof would add to a known person. */
export type UnprovenValues = {
  personId: string;
  report: number;
  set: Record<string, string>;
  addedTags: string[];
  fields: Record<string, unknown>;
};

export type ResolvedPeople = {
  /** One per report, in order; null for a report without an address. */
  ids: (string | null)[];
  added: PersonRecord[];
  changed: PersonRecord[];
  /** These wait for an operator. */
  unproven: UnprovenValues[];
  /** The reports, by their places, that have no proof for the known person whom they name. */
  unprovenReports: ReadonlySet<number>;
  /** People who may be one: reports that gave somebody else's phone number. */
  possibleDuplicates: {
    personId: string;
    otherId: string;
    report: number;
    /** `named_together`: one report had the e-mail address of the one and the phone number of the other. */
    reason: "same_phone" | "named_together";
  }[];
};

const maxListLength = 50;
const mergeLists = (current: string[], added: string[]): string[] =>
  [...new Set([...current, ...added])].slice(0, maxListLength);

const mappedColumns: readonly string[] = columnsFor("mapping");
const filledColumns = pickedColumns.filter((name) => mappedColumns.includes(name));

/** In the order of the stored ones, so that nothing that is equal looks changed. */
const withMissing = (
  stored: Record<string, unknown>,
  added: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => ({
  ...stored,
  ...Object.fromEntries(Object.entries(added).filter(([key]) => !Object.hasOwn(stored, key))),
});

/** Fills blank fields only. A stored value is never overwritten, so a denied consent stays denied. */
export const fillBlanks = (
  stored: PersonRecord,
  { person, source }: Pick<PersonReport, "person" | "source">,
): PersonRecord => {
  const filled: PersonRecord = {
    ...stored,
    tags: mergeLists(stored.tags, person.tags ?? []),
    sources: mergeLists(stored.sources, [source]),
    consents: withMissing(stored.consents, person.consents),
    fields: withMissing(stored.fields, person.fields),
  };
  const reported: Partial<Record<string, unknown>> = person;
  for (const name of filledColumns) filled[name] ??= (reported[name] as string | undefined) ?? null;
  return filled;
};

/** The part of a report that is new. Address and details are apart: confirming one says nothing of the other. */
const unprovenParts = (stored: PersonRecord, filled: PersonRecord, report: number): UnprovenValues[] => {
  const columns = filledColumns.filter((name) => stored[name] === null && filled[name] !== null);
  const toSet = (isAddress: boolean) =>
    Object.fromEntries(
      columns
        .filter((name) => (name === "email" || name === "phone") === isAddress)
        .map((name) => [name, String(filled[name])]),
    );
  const details = {
    personId: stored.id,
    report,
    set: toSet(false),
    addedTags: filled.tags.filter((tag) => !stored.tags.includes(tag)),
    fields: Object.fromEntries(
      Object.entries(filled.fields).filter(([key]) => !Object.hasOwn(stored.fields, key)),
    ),
  };
  const addresses = { personId: stored.id, report, set: toSet(true), addedTags: [], fields: {} };
  // The language of a text alone is nothing to decide about.
  return [details, addresses].filter(
    ({ set, addedTags, fields }) =>
      Object.keys(set).some((name) => name !== "language") ||
      addedTags.length + Object.keys(fields).length > 0,
  );
};

const isUnchanged = (a: PersonRecord, b: PersonRecord): boolean => JSON.stringify(a) === JSON.stringify(b);

const hasPhone = (person: PersonRecord | undefined, phone: string | undefined): boolean =>
  phone !== undefined && (person?.phone === phone || person?.addresses.includes(phone) === true);

/** A known phone number with another e-mail address and another name is of somebody else in the same household. */
const isSomebodyElse = (stored: PersonRecord | undefined, reported: ReportedPerson): boolean =>
  stored !== undefined &&
  stored.email !== null &&
  reported.email !== undefined &&
  stored.email.toLowerCase() !== reported.email &&
  haveDifferentNames(stored, reported);

/**
 * Assigns each report, in order, to the person with its e-mail address, else to the one with its phone number, else
 * to a new person. Where the person with the phone number is clearly somebody else, a new person is made, and the two
 * are reported as possible duplicates. `storedPeople` holds everyone with one of the reported addresses, oldest first: of two people with
 * the same address the oldest is used. A report without proof for a known person adds nothing to them but its source; what
 * it says is returned for an operator to decide.
 */
export const resolvePeople = (
  reports: readonly PersonReport[],
  storedPeople: readonly PersonRecord[],
  { now, newId }: { now: number; newId: () => string },
): ResolvedPeople => {
  const before = new Map(storedPeople.map((person) => [person.id, person]));
  const current = new Map(before);
  const idByEmail = new Map<string, string>();
  const idByPhone = new Map<string, string>();
  const indexOf = { email: idByEmail, phone: idByPhone };
  const indexAddress = (index: Map<string, string>, address: string | null | undefined, id: string): void => {
    if (address && !index.has(address)) index.set(address, id);
  };
  const indexPerson = ({ id, email, phone }: PersonRecord): void => {
    indexAddress(idByEmail, email?.toLowerCase(), id);
    indexAddress(idByPhone, phone, id);
  };
  storedPeople.forEach(indexPerson);
  // A person's primary address counts before the same further address of another person.
  for (const { id, addresses } of storedPeople)
    for (const address of addresses) {
      const kind = addressKind(address);
      if (kind !== "x") indexAddress(indexOf[kind], address, id);
    }

  const possibleDuplicates: ResolvedPeople["possibleDuplicates"] = [];
  const unproven: UnprovenValues[] = [];
  const unprovenReports = new Set<number>();
  const ids = reports.map((report, index) => {
    const { email, phone, type = "lead", status = "new" } = report.person;
    if (email === undefined && phone === undefined) return null;
    const holderId = phone === undefined ? undefined : idByPhone.get(phone);
    const holder = holderId === undefined ? undefined : current.get(holderId);
    const isElse = isSomebodyElse(holder, report.person);
    const existingId = (email && idByEmail.get(email)) ?? (isElse ? undefined : holderId);
    const id = existingId || newId();
    if (holderId !== undefined && holderId !== id)
      possibleDuplicates.push({
        personId: id,
        otherId: holderId,
        report: index,
        reason: existingId && !hasPhone(current.get(id), phone) ? "named_together" : "same_phone",
      });
    // An address that belongs to another person stays with them.
    const person = { ...report.person };
    if (email !== undefined && (idByEmail.get(email) ?? id) !== id) delete person.email;
    if (existingId && phone !== undefined && (idByPhone.get(phone) ?? id) !== id) delete person.phone;
    const { source } = report;
    const stored = current.get(id);
    const filled = fillBlanks(stored ?? { ...blankPerson(id, now), type, status }, { person, source });
    // Whoever is found by the phone number alone is not proven by the e-mail address.
    const isProven =
      report.proof === "every_person" ||
      (report.proof === "email_holder" && email !== undefined && idByEmail.get(email) === id);
    const waits = stored !== undefined && !isProven;
    // Messages quote fields: what an unknown sender would have them say to a new person waits, too.
    const quotable = isProven ? filled.fields : quotableValues(filled.fields);
    const after = waits ? fillBlanks(stored, { person: {}, source }) : { ...filled, fields: quotable };
    if (waits) {
      unproven.push(...unprovenParts(stored, filled, index));
      unprovenReports.add(index);
    } else if (Object.keys(quotable).length < Object.keys(filled.fields).length) {
      unproven.push(...unprovenParts(after, filled, index));
    }
    current.set(id, after);
    indexPerson(after);
    return id;
  });

  const people = [...current.values()];
  return {
    ids,
    possibleDuplicates,
    unproven,
    unprovenReports,
    added: people.filter(({ id }) => !before.has(id)),
    changed: people.filter((person) => {
      const previous = before.get(person.id);
      return previous !== undefined && !isUnchanged(previous, person);
    }),
  };
};
