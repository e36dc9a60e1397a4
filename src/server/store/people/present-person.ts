import * as z from "zod";
import { type Person, personDetail } from "#contract/people.ts";
import { consentKinds, personStatuses, personTypes } from "#domain/person.ts";

export type PersonColumns = {
  id: string;
  type: string;
  status: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  timezone: string | null;
  consents: Record<string, unknown>;
  tags: string[];
  assignedAgentId: string | null;
  sources: string[];
  createdAt: Date;
  updatedAt: Date;
};

const type = z.enum(personTypes).catch("lead");
const status = z.enum(personStatuses).catch("new");

/** What came from elsewhere and is no plain yes or no counts as not said. */
const consentsOf = (stored: Record<string, unknown>): Person["consents"] =>
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
  consents: consentsOf(row.consents),
  tags: row.tags,
  assignedAgentId: row.assignedAgentId,
  sources: row.sources,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentProfile = (stored: unknown) => personDetail.shape.aiProfile.parse(stored);
