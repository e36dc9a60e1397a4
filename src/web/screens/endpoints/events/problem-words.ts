import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { IngestedEvent } from "#contract/events.ts";
import { type PersonTarget, personTargets } from "#domain/ingestion/mapping.ts";

type Problem = IngestedEvent["problems"][number];

/** Each needs no more words than its code; the others name a field or say more. */
const plain = [
  "mapping_slow",
  "bad_json",
  "duplicate_keys",
  "too_deep",
  "too_wide",
  "bad_text",
  "bad_form",
  "duplicate_of",
] as const;
const ofTarget = ["bad_email", "bad_phone", "bad_value", "mapping_failed"] as const;

const personTargetIn = (target: string): PersonTarget | undefined => {
  const name = target.replace(/^person\./, "");
  return personTargets.find((one) => one === name);
};

/** What a field of a mapping is called: ours by their words, those of an event by their own name. */
export const useTargetWords = (): ((target: string) => string) => {
  const { t } = useTranslation();
  return useCallback(
    (target) => {
      const ours = personTargetIn(target);
      return ours ? t(`endpoints.target.${ours}`) : target.replace(/^event\./, "");
    },
    [t],
  );
};

/** Why an event, or a part of it, could not be used, in the reader's language. */
export const useProblemWords = (): ((problem: Problem) => string) => {
  const { t } = useTranslation();
  const wordTarget = useTargetWords();
  return useCallback(
    ({ code, target = "", detail = "" }) => {
      const known = plain.find((one) => one === code);
      if (known) return t(`endpoints.problem.${known}`);
      const named = ofTarget.find((one) => one === code);
      if (named) return t(`endpoints.problem.${named}`, { target: wordTarget(target), detail });
      if (code === "failed") return t("endpoints.problem.failed", { detail });
      return t("endpoints.problem.other", { code, detail }).trim();
    },
    [t, wordTarget],
  );
};
