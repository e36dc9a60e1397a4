import { channels } from "./channels/channel.ts";

/** What a request to a vendor was for: a channel's message or call, speech, a connection test, public data, phone numbers, the sync of people, leads and chats and tasks of other systems. */
export const usageKinds = [
  ...channels,
  "llm",
  "tts",
  "test",
  "data",
  "numbers",
  "recording",
  "sync",
  "integration",
] as const;
export type UsageKind = (typeof usageKinds)[number];
