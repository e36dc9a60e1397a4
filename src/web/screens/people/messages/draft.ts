import type { Channel } from "#domain/channels/channel.ts";
import type { Purpose } from "./use-send.ts";

/** A message that is being written; it outlives a look at another tab. */
export type Draft = {
  purpose: Purpose;
  channel: Channel | undefined;
  /** Empty: one's own words. */
  template: string;
  subject: string;
  text: string;
};

export const emptyDraft: Draft = {
  purpose: "service",
  channel: undefined,
  template: "",
  subject: "",
  text: "",
};

export const isBegun = (draft: Draft | undefined): boolean =>
  draft !== undefined && (draft.text.trim() !== "" || draft.subject.trim() !== "");
