import * as z from "zod";
import type { ProfileEntry } from "./entries.ts";
import { isInbound, isOwnActivity, isSend } from "./entries.ts";
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

const describe = (entry: ProfileEntry, date: string): string | undefined => {
  const { kind, channel, type, text, intent } = entry;
  const by = channel ? ` by ${channel}` : "";
  const words = quoteWords(text, maxQuoteWords);
  const quoted = words ? `: “${words}”` : "";
  if (isInbound(entry)) return `${date} the person wrote${by}${intent ? ` (${intent})` : ""}${quoted}`;
  if (isSend(entry)) return `${date} we wrote${by}${quoted}`;
  if (isOwnActivity(entry)) return `${date} the person did: ${toPlainWords(type ?? "").slice(0, 60)}`;
  if (kind === "status_changed") return `${date} stage ${toPlainWords(text ?? "")}`;
  if (kind === "message_delivered" && channel === "call") return `${date} the call was answered`;
  if (kind === "message_failed") return `${date} our message${by} failed`;
  if (kind === "opted_out") return `${date} the person opted out`;
  if (kind === "opted_in") return `${date} the person opted in again`;
  return undefined;
};

/** The newest entries as lines of a prompt, oldest first. */
export const labelEntries = (entries: readonly ProfileEntry[], zone: string): LabelledEntry[] => {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone });
  const lines = entries.flatMap((entry) => {
    const line = describe(entry, format.format(entry.at));
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
