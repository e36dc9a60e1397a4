import * as z from "zod";
import { type Person, personDetail } from "#contract/people.ts";
import { language as languageSchema } from "#domain/language-schema.ts";
import { consentKinds, personStatuses, personTypes } from "#domain/person.ts";
import type { PersonRecord } from "#domain/person-record.ts";

export type PersonColumns = Pick<
  PersonRecord,
  | "id"
  | "type"
  | "status"
  | "firstName"
  | "lastName"
  | "email"
  | "phone"
  | "timezone"
  | "language"
  | "zip"
  | "region"
  | "town"
  | "consents"
  | "tags"
  | "assignedAgentId"
  | "fields"
  | "sources"
  | "createdAt"
  | "updatedAt"
>;

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

export const presentPerson = (row: PersonColumns): Person => ({
  id: row.id,
  type: type.parse(row.type),
  status: status.parse(row.status),
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
  timezone: row.timezone,
  language: language.parse(row.language),
  zip: row.zip,
  region: row.region,
  town: row.town,
  consents: toConsents(row.consents),
  tags: row.tags,
  assignedAgentId: row.assignedAgentId,
  fields: row.fields,
  sources: row.sources,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentProfile = (stored: unknown) => personDetail.shape.aiProfile.parse(stored);
