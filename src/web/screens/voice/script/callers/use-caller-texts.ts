import { useTranslation } from "react-i18next";
import type { CallerExpectation } from "#domain/test-callers/expectation-kinds.ts";
import type { TestReason } from "#domain/test-callers/test-reason.ts";
import type { ScriptFact } from "#domain/voice/script.ts";

/** Values that the agent stores without a fact of the script. */
export const contactFacts = ["phone", "email"] as const;

/** Expectations and the reasons why they were not met, as sentences. */
export const useCallerTexts = (facts: readonly ScriptFact[]) => {
  const { t } = useTranslation();
  const factName = (key: string): string => {
    const contact = contactFacts.find((one) => one === key);
    return facts.find((fact) => fact.key === key)?.label ?? (contact ? t(`callers.contact.${contact}`) : key);
  };
  const expectationText = (expected: CallerExpectation): string => {
    switch (expected.kind) {
      case "contains":
      case "excludes":
        return t(`callers.expects.${expected.kind}`, { text: expected.text });
      case "stores":
        return expected.value === ""
          ? t("callers.expects.storesAny", { fact: factName(expected.fact) })
          : t("callers.expects.stores", { fact: factName(expected.fact), value: expected.value });
      case "language":
        return t("callers.expects.language", { language: t(`script.languages.${expected.language}`) });
      case "requests":
        return t(`callers.expects.requests.${expected.request}`);
      default:
        return t(`callers.expects.${expected.kind}`);
    }
  };
  const reasonText = (reason: TestReason): string => {
    switch (reason.code) {
      case "unproved":
        return t("callers.reason.unproved", { sentence: reason.sentence });
      case "value_differs":
        return t("callers.reason.value_differs", { value: reason.value });
      case "other_language":
        return t("callers.reason.other_language", { language: t(`script.languages.${reason.language}`) });
      case "request_differs":
        return t("callers.reason.request_differs", { request: t(`callers.request.${reason.request}`) });
      default:
        return t(`callers.reason.${reason.code}`);
    }
  };
  return { factName, expectationText, reasonText };
};
