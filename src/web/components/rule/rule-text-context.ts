import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { viewsApi } from "#contract/audiences.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";

/** What the texts of rules and steps need besides their rows. */
export type RuleTextContext = {
  t: TFunction;
  locale: string;
  /** Names of segments by their ids. */
  segmentNames?: ReadonlyMap<string, string>;
};

export const useRuleTextContext = (): RuleTextContext => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const { data } = useQuery(apiQuery(viewsApi.list));
  return useMemo(
    () => ({ t, locale, segmentNames: new Map(data?.views.map(({ id, name }) => [id, name])) }),
    [t, locale, data],
  );
};
