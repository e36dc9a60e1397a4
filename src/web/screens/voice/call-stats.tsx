import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { voice } from "#contract/voice.ts";
import { clockOf } from "#domain/voice/call.ts";
import { StatCard, StatCardSkeleton } from "#web/components/chart/stat-card.tsx";
import { query, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";

const names = ["calls", "duration", "handoffs", "success"] as const;

export const CallStats = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(query(voice.stats));

  if (!data && error) {
    return (
      <ErrorCard title={t("voice.loadFailed")} detail={serverMessage(error)} onRetry={() => void refetch()} />
    );
  }
  const values = data && {
    calls: format.number(data.callsToday),
    duration: clockOf(data.averageSeconds) ?? t("voice.notAvailable"),
    handoffs: format.number(data.handoffs),
    success:
      data.successPercent === null ? t("voice.notAvailable") : `${format.number(data.successPercent)}%`,
  };
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4" aria-busy={!values}>
      {names.map((name) =>
        values ? (
          <StatCard
            key={name}
            label={t(`voice.stats.${name}`)}
            value={values[name]}
            caption={t(`voice.stats.${name}Caption`)}
          />
        ) : (
          <StatCardSkeleton key={name} />
        ),
      )}
    </div>
  );
};
