import type { Area } from "./access/areas.ts";

/** What an operator has to act on, the most urgent first. */
export const attentionKinds = [
  "handoffs",
  "waiting",
  "reviews",
  "approvals",
  "unknownSends",
  "notSent",
  "endpoints",
  "deadLetters",
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Users who may not view the area do not learn of it. */
export const attentionAreas: Record<AttentionKind, Area> = {
  handoffs: "inbox",
  waiting: "inbox",
  reviews: "inbox",
  approvals: "approvals",
  unknownSends: "compliance",
  notSent: "inbox",
  endpoints: "endpoints",
  deadLetters: "endpoints",
};

/** Counting stops here. */
export const maxAttentionCount = 999;
