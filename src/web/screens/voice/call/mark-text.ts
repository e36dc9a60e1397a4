import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { CallFact } from "#contract/voice.ts";
import { transcriptMarks } from "#domain/agent/transcript-mark.ts";
import { useFactText } from "#web/screens/voice/call-progress.tsx";

const factPrefix = "fact:";

/** The text of a mark of a transcript's line; a fact is named with its value. */
export const useMarkText = (facts: readonly CallFact[]): ((mark: string) => string) => {
  const { t } = useTranslation();
  const factText = useFactText();
  return useCallback(
    (mark) => {
      if (mark.startsWith(factPrefix)) {
        const fact = facts.find(({ key }) => `${factPrefix}${key}` === mark);
        if (!fact) return mark.slice(factPrefix.length).replaceAll("_", " ");
        return fact.value === null ? fact.label : `${fact.label}: ${factText(fact.value)}`;
      }
      const known = transcriptMarks.find((one) => one === mark);
      // A mark of a newer version.
      return known ? t(`callPage.mark.${known}`) : mark.replaceAll("_", " ");
    },
    [facts, factText, t],
  );
};
