import { type AudienceFieldDefinition, type FieldFamily, readAnswer } from "#domain/audience/field.ts";

/** `import.<id>`: whether a row of an import was about the person. */
export const importFamily: FieldFamily = {
  group: "origin",
  find: (id, { importIds }) =>
    importIds.has(id)
      ? {
          group: "origin",
          kind: "reference",
          ask: (window) => ({ of: "import", id, ...window, key: `import.${id}` }),
          read: (facts, ask) => readAnswer(facts, ask) > 0,
        }
      : undefined,
};

export const originAudienceFields = {
  "duplicate.open": {
    group: "origin",
    kind: "yes_no",
    needs: "duplicates",
    read: ({ hasOpenDuplicate }) => hasOpenDuplicate,
  },
} as const satisfies Record<string, AudienceFieldDefinition>;
