import type { SyncState } from "#domain/sync/sync-state.ts";

/** `attention`: an operator has to look. `none`: neither connected nor simulated. */
export const integrationStates = ["attention", "live", "sandbox", "none"] as const;
export type IntegrationState = (typeof integrationStates)[number];

export type IntegrationFacts = {
  mode: "live" | "sandbox" | "none";
  /** Undefined where people are not synced. */
  sync?: SyncState;
  /** Whether the newest request of the last day succeeded; null where there was none. */
  lastRequestOk: boolean | null;
};

/**
 * A vendor that refused our newest request, or whose sync stopped, needs a look, whatever worked before. A sync that a
 * user paused does not.
 */
export const integrationState = ({ mode, sync, lastRequestOk }: IntegrationFacts): IntegrationState =>
  sync === "failed" || lastRequestOk === false ? "attention" : mode;
