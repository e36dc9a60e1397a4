/** A write names the topics it changed, a read those it depends on. */
export const topics = [
  "people",
  "endpoints",
  "events",
  "rules",
  "rule-runs",
  "actions",
  "scripts",
  "calls",
  "live-calls",
  "call-commands",
  "knowledge",
  "ai-providers",
  "learning",
  "scoring-models",
  "integrations",
  "settings",
  "users",
  "account",
  "notifications",
  "audit",
] as const;
export type Topic = (typeof topics)[number];
