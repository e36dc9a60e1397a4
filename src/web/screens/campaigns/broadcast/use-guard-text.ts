import { useTranslation } from "react-i18next";
import { guardLimits } from "#domain/broadcasts/guard.ts";
import { firstPartOf, lookMs } from "#domain/broadcasts/release.ts";
import { useFormat } from "#web/lib/format.ts";

const minuteMs = 60_000;

/** What the guard does, in a sentence. `people`: how many are to get the broadcast, where that is known. */
export const useGuardText = (people?: number): string => {
  const { t } = useTranslation();
  const format = useFormat();
  const limits = guardLimits.map(({ of, percent }) =>
    t(`campaigns.guard.limit.${of}`, { percent: format.number(percent) }),
  );
  const list = new Intl.ListFormat(format.locale, { type: "disjunction" }).format(limits);
  const minutes = format.number(lookMs / minuteMs);
  const hasFirstPart = people === undefined || firstPartOf(people) < people;
  const begins =
    people === undefined
      ? t("campaigns.guard.firstPart", { minutes })
      : t("campaigns.guard.firstPeople", { first: format.number(firstPartOf(people)), minutes });
  return [hasFirstPart && begins, t("campaigns.guard.pauses", { limits: list })].filter(Boolean).join(" ");
};
