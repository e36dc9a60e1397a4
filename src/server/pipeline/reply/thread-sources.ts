import type { ThreadItem } from "#contract/threads.ts";
import { stripInvisible } from "#domain/agent/plain-speech.ts";
import type { AnswerSource } from "#domain/inbox-ai/reply-source.ts";
import { cutText } from "#domain/storable-text.ts";

const leftStatuses = ["sent", "simulated", "delivered", "read"];
const maxTextLength = 1000;

export type ThreadText = {
  id: string;
  speaker: "customer" | "we" | "call";
  text: string;
  source: AnswerSource;
};

export const plainText = (text: string, maxLength = maxTextLength): string =>
  cutText(stripInvisible(text).replaceAll(/\s+/g, " "), maxLength).trim();

/** What both sides said, oldest first. Notes and lines of the timeline are for colleagues only. */
export const threadTexts = (items: readonly ThreadItem[]): ThreadText[] =>
  items.flatMap((item): ThreadText[] => {
    const toText = (speaker: ThreadText["speaker"], text: string | null, isOwn: boolean): ThreadText[] => {
      const plain = plainText(text ?? "");
      const title = item.at.slice(0, 10);
      return plain === ""
        ? []
        : [
            {
              id: item.id,
              speaker,
              text: plain,
              source: { kind: "thread", id: item.id, title, text: plain, isOwn },
            },
          ];
    };
    if (item.kind === "inbound") return toText("customer", item.text, false);
    if (item.kind === "form") return toText("customer", item.text, false);
    if (item.kind === "call") return toText("call", item.summary, false);
    // What a machine answered before proves nothing by itself.
    if (item.kind === "outbound" && leftStatuses.includes(item.delivery.status))
      return toText("we", item.delivery.text, !item.isAutoReply);
    return [];
  });
