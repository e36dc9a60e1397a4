import * as z from "zod";
import type { ConversationChannel } from "#domain/channels/channel.ts";
import { eventName } from "#domain/ingestion/event-names.ts";
import type { Language } from "#domain/language.ts";
import { isInbound, isOwnActivity, isSend, type ProfileEntry } from "./entries.ts";
import { countWords, quoteWords, toPlainWords } from "./quote.ts";
import { maxSummaryWords, type SummarySentence } from "./summary.ts";

const maxEntries = 24;
const maxQuoteWords = 60;

/** What a model is asked for: sentences, each with the labels of the entries that it rests on. */
export const modelSummary = z.object({
  sentences: z
    .array(z.object({ sentence: z.string().max(400), entryIds: z.array(z.string().max(8)).max(8) }))
    .max(6),
});
export type ModelSummary = z.infer<typeof modelSummary>;

/** A line of the prompt. The label stands for the entry's id, which never leaves. */
export type LabelledEntry = { label: string; entryId: string; line: string };

type LineTexts = {
  by: Record<ConversationChannel, string>;
  wrote: (values: { date: string; by: string; quote: string }) => string;
  sent: (values: { date: string; by: string; quote: string }) => string;
  did: (values: { date: string; type: string }) => string;
  stage: (values: { date: string; change: string }) => string;
  answeredCall: (values: { date: string }) => string;
  failed: (values: { date: string; by: string }) => string;
  optedOut: (values: { date: string }) => string;
  optedIn: (values: { date: string }) => string;
};

const texts: Record<Language, LineTexts> = {
  en: {
    by: { sms: " by SMS", whatsapp: " on WhatsApp", call: " by phone", email: " by e-mail", x: " on X" },
    wrote: ({ date, by, quote }) => `On ${date} the person wrote${by}${quote}`,
    sent: ({ date, by, quote }) => `On ${date} we wrote${by}${quote}`,
    did: ({ date, type }) => `On ${date} the person did: ${type}`,
    stage: ({ date, change }) => `On ${date} the stage changed: ${change}`,
    answeredCall: ({ date }) => `On ${date} the person answered our call`,
    failed: ({ date, by }) => `On ${date} our message${by} failed`,
    optedOut: ({ date }) => `On ${date} the person opted out`,
    optedIn: ({ date }) => `On ${date} the person opted in again`,
  },
  es: {
    by: {
      sms: " por SMS",
      whatsapp: " por WhatsApp",
      call: " por teléfono",
      email: " por correo",
      x: " por X",
    },
    wrote: ({ date, by, quote }) => `El ${date} la persona escribió${by}${quote}`,
    sent: ({ date, by, quote }) => `El ${date} escribimos${by}${quote}`,
    did: ({ date, type }) => `El ${date} la persona hizo: ${type}`,
    stage: ({ date, change }) => `El ${date} cambió la etapa: ${change}`,
    answeredCall: ({ date }) => `El ${date} la persona contestó nuestra llamada`,
    failed: ({ date, by }) => `El ${date} falló nuestro mensaje${by}`,
    optedOut: ({ date }) => `El ${date} la persona se dio de baja`,
    optedIn: ({ date }) => `El ${date} la persona volvió a darse de alta`,
  },
};

const describe = (entry: ProfileEntry, date: string, language: Language): string | undefined => {
  const words: LineTexts = texts[language];
  const { kind, channel, type, text } = entry;
  const by = channel ? words.by[channel] : "";
  const own = quoteWords(text, maxQuoteWords);
  const quote = own ? `: “${own}”` : "";
  if (isInbound(entry)) return words.wrote({ date, by, quote });
  if (isSend(entry)) return words.sent({ date, by, quote });
  if (isOwnActivity(entry))
    return words.did({ date, type: toPlainWords(eventName(type ?? "", language)).slice(0, 60) });
  if (kind === "status_changed") return words.stage({ date, change: toPlainWords(text ?? "") });
  if (kind === "message_delivered" && channel === "call") return words.answeredCall({ date });
  if (kind === "message_failed") return words.failed({ date, by });
  if (kind === "opted_out") return words.optedOut({ date });
  if (kind === "opted_in") return words.optedIn({ date });
  return undefined;
};

/** The newest entries as lines of a prompt, oldest first. */
export const labelEntries = (
  entries: readonly ProfileEntry[],
  zone: string,
  language: Language,
): LabelledEntry[] => {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone });
  const lines = entries.flatMap((entry) => {
    const line = describe(entry, format.format(entry.at), language);
    return line ? [{ entryId: entry.id, line }] : [];
  });
  return lines
    .slice(0, maxEntries)
    .toReversed()
    .map((line, index) => ({ ...line, label: `e${index + 1}` }));
};

const figures = /\d+(?:[.,:]\d+)*/g;

/**
 * Keeps the sentences that rest on entries which were given: at least one label is known, and every figure stands in
 * the entries that are named. Undefined when none is left.
 */
export const verifySummary = (
  { sentences }: ModelSummary,
  given: readonly LabelledEntry[],
): SummarySentence[] | undefined => {
  let length = 0;
  const seen = new Set<string>();
  const kept = sentences.flatMap(({ sentence, entryIds }) => {
    const cited = given.filter(({ label }) => entryIds.includes(label));
    const text = toPlainWords(sentence.replaceAll(/\[e\d+\]\s*/g, ""));
    const source = cited.map(({ line }) => line).join("\n");
    const sourceFigures = new Set(
      source.match(figures)?.flatMap((figure) => [figure, ...figure.split(/\D/)]),
    );
    const isGrounded = (text.match(figures) ?? []).every((figure) =>
      figure.split(/\D/).every((part) => sourceFigures.has(part) || sourceFigures.has(part.padStart(2, "0"))),
    );
    if (cited.length === 0 || text === "" || !isGrounded || seen.has(text)) return [];
    seen.add(text);
    length += countWords(text);
    return length <= maxSummaryWords ? [{ text, entryIds: cited.map(({ entryId }) => entryId) }] : [];
  });
  return kept.length > 0 ? kept : undefined;
};
