import type { PersonRecord } from "#domain/people/person-record.ts";
import { haveDifferentNames } from "#domain/possible-duplicate.ts";
import type { FieldLink } from "./field-map.ts";
import type { RemotePerson } from "./plan-pair.ts";
import { readRemoteValue, type ValueContext } from "./remote-value.ts";

/** A person and a contact that belong together; `personId` is null once the person was deleted here. */
export type SyncLink = { remoteId: string; personId: string | null };

export type MatchVerdict = "linked" | "matched" | "new" | "second" | "deleted_here" | "no_address";

export type RecordMatch<P> = { record: RemotePerson; verdict: MatchVerdict; person: P | undefined };

const readText = (
  record: RemotePerson,
  ours: string,
  map: readonly FieldLink[],
  context: ValueContext,
): string | undefined => {
  const link = map.find((candidate) => candidate.ours === ours);
  const reading = link && readRemoteValue(record.values[link.theirs], link, context);
  return reading && "value" in reading && typeof reading.value === "string" ? reading.value : undefined;
};

/** The addresses of contacts, in the form in which they are stored here. */
export const recordAddresses = (
  records: readonly RemotePerson[],
  map: readonly FieldLink[],
  context: ValueContext,
): string[] =>
  records.flatMap((record) =>
    ["email", "phone"].flatMap((ours) => readText(record, ours, map, context) ?? []),
  );

/**
 * Finds the person of each contact: by link, by e-mail address, then by phone number unless the names differ. A person
 * has one contact at a vendor: of several that match, the first is linked.
 */
export const matchRecords = <P extends PersonRecord>(
  records: readonly RemotePerson[],
  people: readonly P[],
  links: readonly SyncLink[],
  map: readonly FieldLink[],
  context: ValueContext,
): RecordMatch<P>[] => {
  const byId = new Map(people.map((person) => [person.id, person]));
  const byAddress = new Map<string, P>();
  for (const person of people)
    for (const address of [...person.addresses, person.email?.toLowerCase(), person.phone])
      if (address && !byAddress.has(address)) byAddress.set(address, person);
  const linkByRemote = new Map(links.map((link) => [link.remoteId, link]));
  const taken = new Set(links.map(({ personId }) => personId));
  const newAddresses = new Set<string>();
  return records.map((record) => {
    const link = linkByRemote.get(record.id);
    if (link) {
      const person = link.personId === null ? undefined : byId.get(link.personId);
      return { record, verdict: person ? "linked" : "deleted_here", person };
    }
    const email = readText(record, "email", map, context);
    const phone = readText(record, "phone", map, context);
    const holder = phone === undefined ? undefined : byAddress.get(phone);
    const named = {
      firstName: readText(record, "firstName", map, context) ?? null,
      lastName: readText(record, "lastName", map, context) ?? null,
    };
    const byEmail = email === undefined ? undefined : byAddress.get(email);
    const person = byEmail ?? (holder && !haveDifferentNames(holder, named) ? holder : undefined);
    if (person) {
      if (taken.has(person.id)) return { record, verdict: "second", person };
      taken.add(person.id);
      return { record, verdict: "matched", person };
    }
    if (email === undefined && phone === undefined) return { record, verdict: "no_address", person };
    // Two contacts with one address in the same page: the first one makes the person.
    const key = email ?? phone ?? "";
    if (newAddresses.has(key)) return { record, verdict: "second", person };
    newAddresses.add(key);
    return { record, verdict: "new", person };
  });
};
