/** What is known of somebody when an event about them comes in. */
export type MatchablePerson = {
  id: string;
  firstName: string | null;
  lastName: string | null;
  /** Lower case. */
  email: string | null;
  /** E.164. */
  phone: string | null;
  tags: string[];
  sources: string[];
  consents: Record<string, unknown>;
};

/** What an event says of a person; absent where it says nothing. */
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

export type PersonReport = { said: ReportedPerson; source: string };
export type ResolvedPeople = {
  /** One a sighting, in order; null for somebody who left no address. */
  ids: (string | null)[];
  added: (MatchablePerson & { type: string; status: string })[];
  changed: MatchablePerson[];
};

const maxListLength = 50;
const mergeLists = (have: string[], more: string[]): string[] =>
  [...new Set([...have, ...more])].slice(0, maxListLength);

/** Blanks are filled; nothing that is known is overwritten, and a refusal of consent least of all. */
const fillBlanks = (person: MatchablePerson, { said, source }: PersonReport): MatchablePerson => ({
  ...person,
  firstName: person.firstName ?? said.firstName ?? null,
  lastName: person.lastName ?? said.lastName ?? null,
  email: person.email ?? said.email ?? null,
  phone: person.phone ?? said.phone ?? null,
  tags: mergeLists(person.tags, said.tags ?? []),
  sources: mergeLists(person.sources, [source]),
  consents: { ...said.consents, ...person.consents },
});

const isUnchanged = (a: MatchablePerson, b: MatchablePerson): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * Who each sighting is about: whoever has its e-mail, else its phone, else somebody new, in the order in which they
 * came. `known` holds everybody who has one of the addresses, the oldest first: of two with one address the oldest
 * is meant.
 */
export const resolvePeople = (
  sightings: readonly PersonReport[],
  known: readonly MatchablePerson[],
  newId: () => string,
): ResolvedPeople => {
  const before = new Map(known.map((person) => [person.id, person]));
  const now = new Map(before);
  const fresh = new Map<string, { type: string; status: string }>();
  const byEmail = new Map<string, string>();
  const byPhone = new Map<string, string>();
  const note = ({ id, email, phone }: MatchablePerson): void => {
    if (email !== null && !byEmail.has(email)) byEmail.set(email, id);
    if (phone !== null && !byPhone.has(phone)) byPhone.set(phone, id);
  };
  known.forEach(note);
  const ids = sightings.map((sighting) => {
    const { email, phone, type = "lead", status = "new" } = sighting.said;
    if (email === undefined && phone === undefined) return null;
    const found = (email && byEmail.get(email)) ?? (phone && byPhone.get(phone));
    const id = found || newId();
    if (!found) fresh.set(id, { type, status });
    const blank: MatchablePerson = {
      id,
      firstName: null,
      lastName: null,
      email: null,
      phone: null,
      tags: [],
      sources: [],
      consents: {},
    };
    // An address that is somebody else's stays theirs.
    const said = { ...sighting.said };
    if (email !== undefined && (byEmail.get(email) ?? id) !== id) delete said.email;
    if (phone !== undefined && (byPhone.get(phone) ?? id) !== id) delete said.phone;
    const after = fillBlanks(now.get(id) ?? blank, { ...sighting, said });
    now.set(id, after);
    note(after);
    return id;
  });
  const people = [...now.values()];
  return {
    ids,
    added: people.flatMap((person) => {
      const first = fresh.get(person.id);
      return first ? [{ ...person, ...first }] : [];
    }),
    changed: people.filter((person) => {
      const was = before.get(person.id);
      return was !== undefined && !isUnchanged(was, person);
    }),
  };
};
