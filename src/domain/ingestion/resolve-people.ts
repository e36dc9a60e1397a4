import type { PersonRecord } from "#domain/person-record.ts";

/** What matching needs of a stored person. */
export type MatchablePerson = Pick<
  PersonRecord,
  "id" | "firstName" | "lastName" | "email" | "phone" | "tags" | "sources" | "consents"
>;

/** A person as an event reports them; fields that it does not give are absent. */
export type ReportedPerson = {
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  type?: string;
  status?: string;
  tags?: string[];
  consents?: Partial<Record<string, boolean>>;
};

export type PersonReport = { person: ReportedPerson; source: string };

export type ResolvedPeople = {
  /** One per report, in order; null for a report without an e-mail address or phone number. */
  ids: (string | null)[];
  added: (MatchablePerson & Pick<PersonRecord, "type" | "status">)[];
  changed: MatchablePerson[];
};

const maxListLength = 50;
const mergeLists = (current: string[], added: string[]): string[] =>
  [...new Set([...current, ...added])].slice(0, maxListLength);

/** Fills blank fields only. A stored value is never overwritten, so a denied consent stays denied. */
const fillBlanks = (stored: MatchablePerson, { person, source }: PersonReport): MatchablePerson => ({
  ...stored,
  firstName: stored.firstName ?? person.firstName ?? null,
  lastName: stored.lastName ?? person.lastName ?? null,
  email: stored.email ?? person.email ?? null,
  phone: stored.phone ?? person.phone ?? null,
  tags: mergeLists(stored.tags, person.tags ?? []),
  sources: mergeLists(stored.sources, [source]),
  consents: { ...person.consents, ...stored.consents },
});

const isUnchanged = (a: MatchablePerson, b: MatchablePerson): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

const blankPerson = (id: string): MatchablePerson => ({
  id,
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  tags: [],
  sources: [],
  consents: {},
});

/**
 * Assigns each report, in order, to the person with its e-mail address, else to the one with its phone number, else
 * to a new person. `storedPeople` holds everyone with one of the reported addresses, oldest first: of two people with
 * the same address the oldest is used.
 */
export const resolvePeople = (
  reports: readonly PersonReport[],
  storedPeople: readonly MatchablePerson[],
  newId: () => string,
): ResolvedPeople => {
  const before = new Map(storedPeople.map((person) => [person.id, person]));
  const current = new Map(before);
  const created = new Map<string, { type: string; status: string }>();
  const idByEmail = new Map<string, string>();
  const idByPhone = new Map<string, string>();
  const indexPerson = ({ id, email, phone }: MatchablePerson): void => {
    if (email !== null && !idByEmail.has(email)) idByEmail.set(email, id);
    if (phone !== null && !idByPhone.has(phone)) idByPhone.set(phone, id);
  };
  storedPeople.forEach(indexPerson);

  const ids = reports.map((report) => {
    const { email, phone, type = "lead", status = "new" } = report.person;
    if (email === undefined && phone === undefined) return null;
    const existingId = (email && idByEmail.get(email)) ?? (phone && idByPhone.get(phone));
    const id = existingId || newId();
    if (!existingId) created.set(id, { type, status });
    // An address that belongs to another person stays with them.
    const person = { ...report.person };
    if (email !== undefined && (idByEmail.get(email) ?? id) !== id) delete person.email;
    if (phone !== undefined && (idByPhone.get(phone) ?? id) !== id) delete person.phone;
    const after = fillBlanks(current.get(id) ?? blankPerson(id), { ...report, person });
    current.set(id, after);
    indexPerson(after);
    return id;
  });

  const people = [...current.values()];
  return {
    ids,
    added: people.flatMap((person) => {
      const initial = created.get(person.id);
      return initial ? [{ ...person, ...initial }] : [];
    }),
    changed: people.filter((person) => {
      const previous = before.get(person.id);
      return previous !== undefined && !isUnchanged(previous, person);
    }),
  };
};
