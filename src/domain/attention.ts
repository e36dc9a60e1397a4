import { type Area, hasLevel, type Permissions } from "./access/areas.ts";

/** What an operator has to act on, the most urgent first. */
export const attentionKinds = [
  "handoffs",
  "waiting",
  "reviews",
  "approvals",
  "outages",
  "unknownSends",
  "notSent",
  "endpoints",
  "deadLetters",
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Users who may not view the area do not learn of it. */
const attentionAreas: Record<AttentionKind, Area> = {
  handoffs: "inbox",
  waiting: "inbox",
  reviews: "inbox",
  approvals: "approvals",
  outages: "rules",
  unknownSends: "compliance",
  notSent: "inbox",
  endpoints: "endpoints",
  deadLetters: "endpoints",
};

/** The kinds that a user can act on. A notice of an outage is a broadcast, which is about everybody's people. */
export const attentionKindsFor = (permissions: Permissions, hasAllRecords: boolean): AttentionKind[] =>
  attentionKinds.filter((kind) =>
    kind === "outages"
      ? hasAllRecords && hasLevel(permissions, "rules", "work") && hasLevel(permissions, "people", "view")
      : hasLevel(permissions, attentionAreas[kind], "view"),
  );

/** Counting stops here. */
export const maxAttentionCount = 999;
