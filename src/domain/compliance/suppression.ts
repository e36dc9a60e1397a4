import { type ConsentChannel, consentChannels } from "#domain/channels/channel.ts";

export const suppressionStates = ["opted_out", "released"] as const;
export type SuppressionState = (typeof suppressionStates)[number];

export const suppressionScopes = ["all", ...consentChannels] as const;
export type SuppressionScope = "all" | ConsentChannel;

export const suppressionSources = [
  "keyword",
  "phrase",
  "reply",
  "review",
  "operator",
  "unsubscribe",
  "complaint",
  "bounce",
  "vendor",
  "import",
  "sync",
] as const;
export type SuppressionSource = (typeof suppressionSources)[number];

/** An opt-out or a bounce that is in force. It belongs to the address, not to a person. */
export type ActiveSuppression = {
  scope: SuppressionScope;
  at: number;
  source: SuppressionSource;
  /** The address. A bounce concerns only it; an opt-out counts for all addresses of the person. */
  address?: string;
  /** When the opt-out was confirmed to the person. */
  confirmedAt: number | null;
};
