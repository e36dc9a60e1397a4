import type { EventProblem } from "#domain/ingestion/event.ts";
import type { GuessedMapping } from "#domain/ingestion/guess-mapping.ts";
import type { MappedPerson } from "#domain/ingestion/mapped-values.ts";
import { findPii } from "#domain/pii/find-pii.ts";

/** Contact data without a person is not silently called valid; problems of the fields explain it already. */
export const findMappingProblems = (
  payload: unknown,
  { person: { email, phone, x }, problems }: { person: MappedPerson; problems: EventProblem[] },
  noPersonReason: GuessedMapping["reason"],
): EventProblem[] => {
  if (noPersonReason) return [...problems, { code: `no_person_${noPersonReason}` }];
  if (problems.length > 0 || (email ?? phone ?? x) !== undefined) return problems;
  const hasAddress = findPii(payload).some(({ kind }) => kind === "email" || kind === "phone");
  return hasAddress ? [{ code: "no_person" }] : problems;
};
