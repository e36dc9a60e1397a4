/** The tables whose rows the demo remembers as its own. */
export const demoRowKinds = [
  "people",
  "endpoints",
  "rules",
  "scripts",
  "notifications",
  "knowledge_entries",
  "batches",
] as const;
