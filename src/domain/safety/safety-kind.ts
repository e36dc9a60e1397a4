/**
 * What endangers people or must be answered in one certain way, before anything else is done with their words. The
 * order is that in which they come first when a text holds several.
 */
export const safetyKinds = [
  "emergency",
  "selfharm",
  "threat",
  "minor",
  "secret",
  "erasure",
  "recording",
  "ai_question",
  "medical",
  "legal",
  "vulnerable",
  "complaint",
] as const;
export type SafetyKind = (typeof safetyKinds)[number];

export const safetyLabels = ["none", ...safetyKinds] as const;
export type SafetyLabel = (typeof safetyLabels)[number];
