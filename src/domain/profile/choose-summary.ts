import type { Language } from "#domain/language.ts";
import { composeSummary, type SummaryFacts, type SummarySentence } from "./summary.ts";

/** What a model wrote about a person, as far as it decides whether it is shown. */
export type WrittenSummary = {
  /** Null until a model has answered. */
  sentences: SummarySentence[] | null;
  language: Language | null;
  /** Milliseconds since 1970. */
  newestEntryAt: number | null;
  writtenAt: number | null;
};

/** With more newer entries than these, the composed summary says more than the model's. */
const maxNewEntries = 10;

/** A model's summary in the reader's language while it is new enough, else the one that code composes. */
export const chooseSummary = (
  written: WrittenSummary | undefined,
  facts: SummaryFacts,
  language: Language,
): { sentences: SummarySentence[]; isOfModel: boolean; newEntries: number } => {
  const newEntries = facts.entries.filter(({ at }) => at > (written?.newestEntryAt ?? 0)).length;
  const isOfModel =
    written?.sentences != null &&
    written.writtenAt !== null &&
    written.language === language &&
    newEntries <= maxNewEntries;
  return {
    sentences: isOfModel ? (written.sentences ?? []) : composeSummary(facts, language),
    isOfModel,
    newEntries,
  };
};
