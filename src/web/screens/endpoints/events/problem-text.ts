import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { IngestedEvent } from "#contract/events.ts";
import { leftOutCodes } from "#domain/ingestion/event.ts";
import { type PersonTarget, personTargets } from "#domain/ingestion/mapping.ts";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";

type Problem = IngestedEvent["problems"][number];

/** Codes whose text takes no parameters. */
const plainCodes = [
  "mapping_slow",
  "bad_json",
  "duplicate_keys",
  "too_deep",
  "too_wide",
  "bad_text",
  "bad_form",
  "no_person",
  "duplicate_of",
  "no_person_developer_tool",
  "no_person_several_people",
  "no_person_own_side",
  "no_person_unclear_field",
] as const;
const targetCodes = [
  "bad_email",
  "bad_phone",
  "bad_value",
  ...leftOutCodes,
  "mapping_failed",
  "mapping_forbidden",
] as const;

const detailCodes = ["failed", "no_items", "too_many_items"] as const;

const parsePersonTarget = (target: string): PersonTarget | undefined => {
  const name = target.replace(/^person\./, "");
  return personTargets.find((candidate) => candidate === name);
};

/** Person fields are translated; event fields keep their own names. */
export const useTargetLabel = (): ((target: string) => string) => {
  const { t } = useTranslation();
  const personFields = usePersonFields();
  const labelOf = useFieldLabel();
  return useCallback(
    (target) => {
      const personTarget = parsePersonTarget(target);
      if (personTarget) return t(`endpoints.target.${personTarget}`);
      const customField = personFields.find(({ key }) => target === `person.field.${key}`);
      return customField ? labelOf(customField) : target.replace(/^(?:event|person)\./, "");
    },
    [t, personFields, labelOf],
  );
};

export const useProblemText = (): ((problem: Problem) => string) => {
  const { t } = useTranslation();
  const targetLabel = useTargetLabel();
  return useCallback(
    ({ code, target = "", detail = "" }) => {
      const plainCode = plainCodes.find((candidate) => candidate === code);
      if (plainCode) return t(`endpoints.problem.${plainCode}`);
      const targetCode = targetCodes.find((candidate) => candidate === code);
      if (targetCode) return t(`endpoints.problem.${targetCode}`, { target: targetLabel(target), detail });
      const detailCode = detailCodes.find((candidate) => candidate === code);
      if (detailCode) return t(`endpoints.problem.${detailCode}`, { detail });
      return t("endpoints.problem.other", { code, detail }).trim();
    },
    [t, targetLabel],
  );
};
