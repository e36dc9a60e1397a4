import type { AudienceFieldDefinition } from "#domain/audience/field.ts";

export const chanceAudienceFields = {
  /** A fixed share of all people, for pilots and control groups; another seed gives another share. */
  bucket: { group: "chance", kind: "bucket", read: ({ person }) => person.id },
} as const satisfies Record<string, AudienceFieldDefinition>;
