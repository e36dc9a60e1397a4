import type { Channel } from "#domain/channels/channel.ts";
import type { MessagePurpose } from "./use-send.ts";

/** A message that is being written; it outlives a look at another tab. */
export type MessageDraft = {
  purpose: MessagePurpose;
  channel: Channel | undefined;
  /** Empty: one's own words. */
  template: string;
  subject: string;
  text: string;
};

export const emptyDraft: MessageDraft = {
  purpose: "service",
  channel: undefined,
  template: "",
  subject: "",
  text: "",
};

export const hasDraftText = (draft: MessageDraft | undefined): boolean =>
  draft !== undefined && (draft.text.trim() !== "" || draft.subject.trim() !== "");
