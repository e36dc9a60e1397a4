import * as z from "zod";
import { type Person, personDetail } from "#contract/people.ts";
import { language as languageSchema } from "#domain/language-schema.ts";
import { columnsFor, type PersonValues } from "#domain/people/person-columns.ts";
import { consentKinds, personStatuses, personTypes } from "#domain/person.ts";

type Shown = Pick<PersonValues, ReturnType<typeof columnsFor<"api">>[number]>;

/** What the API shows of a person's row; some statements read instants as dates. */
export type PersonColumns = Omit<Shown, "createdAt" | "updatedAt"> & {
  createdAt: number | Date;
  updatedAt: number | Date;
};

const type = z.enum(personTypes).catch("lead");
const status = z.enum(personStatuses).catch("new");
const language = languageSchema.nullable().catch(null);

/** Imported rows may hold other values than true and false; those are left out. */
const toConsents = (stored: Record<string, unknown>): Person["consents"] =>
  Object.fromEntries(
    [...consentKinds, "dnc"].flatMap((kind) =>
      typeof stored[kind] === "boolean" ? [[kind, stored[kind]]] : [],
    ),
  );

const shownColumns = columnsFor("api");

export const presentPerson = (row: PersonColumns): Person => ({
  ...(Object.fromEntries(shownColumns.map((name) => [name, row[name]])) as Shown),
  type: type.parse(row.type),
  status: status.parse(row.status),
  language: language.parse(row.language),
  consents: toConsents(row.consents),
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
});

export const presentProfile = (stored: unknown) => personDetail.shape.aiProfile.parse(stored);
