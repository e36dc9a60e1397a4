import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { OutputOf } from "#contract/api-route.ts";
import type { audiencesApi } from "#contract/audiences.ts";
import type { Audience } from "#domain/audience/audience.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { useAudienceCount } from "./use-audience.ts";

const textOf = ({ total, totalIs }: OutputOf<typeof audiencesApi.count>) => {
  if (totalIs === "rounded") return total === 0 ? "people.fewerThanTen" : "people.about";
  return totalIs === "at_least" ? "people.atLeast" : "people.count";
};

const everybody: Audience = { everybody: true };

/** How many people a filter matches, counted while it is edited. */
export const AudienceCount = ({ audience }: { audience: Audience | undefined }) => {
  const { t } = useTranslation();
  const format = useFormat();
  // Serialised, so that equal audiences are the same value.
  const asked = JSON.stringify(audience ?? everybody);
  const debounced = useDebounced(asked, 250);
  const counted = useMemo(() => JSON.parse(debounced) as Audience, [debounced]);
  const { data, error, isFetching } = useAudienceCount(counted);
  const isStale = isFetching || debounced !== asked;
  return (
    <p role="status" className={cn("font-[560] text-sm tabular-nums", error ? "text-bad" : "text-ink")}>
      {error
        ? t("audience.countFailed")
        : data === undefined
          ? t("audience.counting")
          : data.isReadable
            ? t(textOf(data), { count: data.total, shown: format.number(data.total) })
            : t("audience.nobody")}
      {data !== undefined && isStale && !error && <span className="ml-1 text-faint">…</span>}
    </p>
  );
};
