import type { AudienceFieldDefinition } from "#domain/audience/field.ts";
import { languages } from "#domain/language.ts";
import { forPlainColumns, type PersonValues } from "#domain/people/person-columns.ts";
import { personStatuses, personTypes } from "#domain/person.ts";

type TextColumn = {
  [K in keyof PersonValues]: PersonValues[K] extends string | null ? K : never;
}[keyof PersonValues];

const textColumn = (column: TextColumn): AudienceFieldDefinition => ({
  group: "person",
  kind: "text",
  read: ({ person }) => person[column],
});

const instantColumn = (column: "createdAt" | "updatedAt" | "convertedAt"): AudienceFieldDefinition => ({
  group: "person",
  kind: "instant",
  read: ({ person }) => person[column],
});

export const personAudienceFields = {
  type: { group: "person", kind: "choice", values: personTypes, read: ({ person }) => person.type },
  status: { group: "person", kind: "choice", values: personStatuses, read: ({ person }) => person.status },
  stage_reached: {
    group: "person",
    kind: "choice",
    values: personStatuses,
    read: ({ person }) => personStatuses[person.stageReached] ?? null,
  },
  first_name: textColumn("firstName"),
  last_name: textColumn("lastName"),
  name: {
    group: "person",
    kind: "text",
    read: ({ person }) => [person.firstName, person.lastName].filter(Boolean).join(" "),
  },
  email: textColumn("email"),
  phone: textColumn("phone"),
  any_address: {
    group: "person",
    kind: "text",
    needs: "addresses",
    read: ({ addresses }) => addresses,
  },
  language: { group: "person", kind: "choice", values: languages, read: ({ person }) => person.language },
  ...forPlainColumns(textColumn),
  timezone: textColumn("timezone"),
  tags: { group: "person", kind: "set", read: ({ person }) => person.tags },
  sources: { group: "person", kind: "set", read: ({ person }) => person.sources },
  owner: { group: "person", kind: "user", read: ({ person }) => person.assignedAgentId },
  created_at: instantColumn("createdAt"),
  updated_at: instantColumn("updatedAt"),
  converted_at: instantColumn("convertedAt"),
} as const satisfies Record<string, AudienceFieldDefinition>;
