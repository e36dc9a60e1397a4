import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { settingsApi } from "#contract/settings.ts";
import type { retentionDays } from "#domain/general-settings.ts";
import { type RetentionCounts, retainedKinds } from "#domain/retention.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { Collapsible } from "#web/ui/collapsible.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Such as “12 events, 3 messages”; empty when nothing is counted. */
const useCountsText = () => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  return (counts: RetentionCounts): string => {
    const parts = retainedKinds
      .filter((kind) => (counts[kind] ?? 0) > 0)
      .map((kind) => {
        const count = counts[kind] ?? 0;
        return t(`settings.retention.kind.${kind}`, { count, shown: format.number(count) });
      });
    return new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(parts);
  };
};

/** What the chosen retention would delete tonight, and what the last nights deleted. */
export const RetentionPreview = ({ days }: { days: (typeof retentionDays)[number] }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const countsText = useCountsText();
  const [showsRuns, setShowsRuns] = useState(false);
  const { data, error, refetch } = useQuery(apiQuery(settingsApi.retention, { query: { days } }));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-12" />;
  const wouldGo = countsText(data.counts);
  const date = data.cutoff === null ? "" : format.dateTime(data.cutoff);
  return (
    <div className="grid gap-2 rounded-lg border border-line px-3.5 py-2.5 text-sm">
      <p role="status">
        {data.cutoff === null
          ? t("settings.retention.forever")
          : wouldGo === ""
            ? t("settings.retention.nothing", { date })
            : t("settings.retention.wouldGo", { date, what: wouldGo })}
      </p>
      {data.runs.length > 0 && (
        <Collapsible
          title={t("settings.retention.runs")}
          open={showsRuns}
          onToggle={setShowsRuns}
          className="p-3"
        >
          <ul className="grid gap-1 text-soft text-xs tabular-nums">
            {data.runs.map((run) => (
              <li key={run.id}>
                {format.dateTime(run.createdAt)}: {countsText(run.counts) || t("settings.retention.none")}
              </li>
            ))}
          </ul>
        </Collapsible>
      )}
    </div>
  );
};
