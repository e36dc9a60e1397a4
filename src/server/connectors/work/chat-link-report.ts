import { createHash } from "node:crypto";
import { readChatCode } from "#domain/integrations/chat-link.ts";
import type { VendorReport } from "./work-vendor.ts";

type ChatMessage = {
  channel: string;
  threadId: string | null;
  messageId: string;
  userId: string;
  text: string;
};

export const hashChatCode = (code: string): Buffer => createHash("sha256").update(code).digest();

/** A message with a code is about the account of its writer, wherever it was written, and never goes to a person. */
export const toLinkReport = ({ text, ...message }: ChatMessage): VendorReport | undefined => {
  const code = readChatCode(text);
  if (code === undefined) return undefined;
  const codeHash = hashChatCode(code).toString("hex");
  return {
    kind: "chat_link",
    key: `${message.channel}:${message.messageId}`,
    payload: { ...message, codeHash },
  };
};
