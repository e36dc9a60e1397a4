import type { AudienceFacts } from "#domain/audience/facts.ts";
import type { FieldFamily } from "#domain/audience/field.ts";

/** `broadcast.<id>`: what the last check of a broadcast said of the person, and what became of them. */
export const broadcastFamily: FieldFamily = {
  group: "automation",
  find: (id, { broadcastIds }) =>
    broadcastIds.has(id)
      ? {
          group: "automation",
          kind: "set",
          ask: () => ({ of: "broadcast", id, from: null, to: null, key: `broadcast.${id}` }),
          read: ({ broadcasts }: AudienceFacts) => broadcasts.get(id) ?? [],
        }
      : undefined,
};
