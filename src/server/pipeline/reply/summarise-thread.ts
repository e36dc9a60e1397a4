import { randomBytes } from "node:crypto";
import type { ThreadItem } from "#contract/threads.ts";
import { stripInvisible } from "#domain/agent/plain-speech.ts";
import { minimiseText } from "#domain/ai/minimise.ts";
import {
  labelItems,
  type SummaryItem,
  summariseLocally,
  type ThreadSummarySentence,
} from "#domain/inbox-ai/thread-summary.ts";
import type { Language } from "#domain/language.ts";
import { verifySummary } from "#domain/profile/model-summary.ts";
import { summariseThreadFeature } from "#server/ai/features/summarise-thread.ts";
import { readKnownNames } from "#server/store/ai/known-names.ts";
import { listTasks } from "#server/store/conversations/tasks.ts";
import { readThreadItems } from "#server/store/conversations/thread-items.ts";
import type { SuggestionServices } from "./make-suggestion.ts";

const maxItems = 80;
const maxTasks = 5;

const toItem = (item: ThreadItem): SummaryItem[] => {
  const base = { id: item.id, at: Date.parse(item.at) };
  const make = (
    kind: SummaryItem["kind"],
    channel: string,
    text: string | null,
    isByHand = false,
  ): SummaryItem[] => {
    const plain = stripInvisible(text ?? "").trim();
    return plain === "" ? [] : [{ ...base, kind, channel, text: plain, isByHand }];
  };
  if (item.kind === "inbound") return item.isAutomatic ? [] : make("in", item.channel, item.text);
  if (item.kind === "form") return make("in", "form", item.text);
  if (item.kind === "call") return make("call", item.channel, item.summary);
  return item.kind === "outbound"
    ? make("out", item.delivery.channel, item.delivery.text, item.sentBy !== null)
    : [];
};

type ThreadSummary = { sentences: ThreadSummarySentence[]; vendor: string | null; isSimulated: boolean };

/** What a thread is about. A model's sentences count only with the items that they rest on. */
export const summariseThread = async (
  { database: { db }, ai, general }: SuggestionServices,
  { personId, language, waitingSince }: { personId: string; language: Language; waitingSince: number | null },
): Promise<ThreadSummary> => {
  const { timezone, minimisesText } = await general();
  const format = new Intl.DateTimeFormat(language === "es" ? "es-PR" : "en-US", {
    timeZone: timezone,
    dateStyle: "medium",
    timeStyle: "short",
  });
  const formatTime = (at: number): string => format.format(at);
  const [{ items: page }, { tasks }] = await Promise.all([
    readThreadItems(db, personId, undefined, maxItems),
    listTasks(db, { personId, done: "no" }, maxTasks),
  ]);
  const items = page.flatMap(toItem);
  const local = summariseLocally({
    items,
    waitingSince,
    tasks: tasks.map(({ title, dueAt }) => ({
      title,
      due: dueAt === null ? null : formatTime(Date.parse(dueAt)),
    })),
    language,
    formatTime,
  });
  const without: ThreadSummary = { sentences: local, vendor: null, isSimulated: false };
  if (items.length === 0) return without;
  const given = labelItems(items, language, formatTime);
  const lines = given.map(({ label, line }) => `[${label}] ${line}`).join("\n");
  const sent = minimisesText
    ? minimiseText(lines, await readKnownNames(db, personId))
    : { text: lines, restore: (text: string) => text };
  const answer = await ai.ask(
    summariseThreadFeature,
    { lines: sent.text, language, fence: randomBytes(6).toString("hex") },
    { personId },
  );
  if (!answer.ok) return without;
  const sentences = verifySummary(
    {
      sentences: answer.output.sentences.map(({ sentence, entryIds }) => ({
        sentence: sent.restore(sentence),
        entryIds,
      })),
    },
    given,
  );
  if (!sentences) return without;
  // Waiting and tasks are facts of the store; code says them whatever a model wrote.
  const facts = local.filter(({ itemIds }) => itemIds.length === 0).slice(0, maxTasks);
  const waits = waitingSince === null ? [] : local.slice(0, 1);
  return {
    sentences: [...waits, ...sentences.map(({ text, entryIds }) => ({ text, itemIds: entryIds })), ...facts],
    vendor: answer.vendor,
    isSimulated: answer.simulation !== null,
  };
};
