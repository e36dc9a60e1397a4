import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#web/lib/format.ts";
import type { RuleTextContext } from "./rule-words.ts";

export const useRuleTextContext = (): RuleTextContext => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  return useMemo(() => ({ t, locale }), [t, locale]);
};
