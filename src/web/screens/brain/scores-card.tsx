import { useQuery } from "@tanstack/react-query";
import { Gauge as GaugeIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { aiProviders } from "#contract/ai-providers.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Gauge } from "./gauge.tsx";

const scoreNames = ["intent", "propensity", "churn"] as const;

export const ScoresCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(query(aiProviders.scores));
  const hasScores = data !== undefined && scoreNames.some((name) => data[name] !== null);
  return (
    <Card
      title={t("brain.scores")}
      caption={
        hasScores && t("brain.scoresCaption", { count: data.people, amount: format.number(data.people) })
      }
    >
      {hasScores ? (
        <div className="grid gap-6 pb-1 sm:grid-cols-3">
          {scoreNames.map((name) => (
            <Gauge
              key={name}
              label={t(`brain.${name}`)}
              description={t(`brain.${name}Text`)}
              value={data[name] ?? 0}
              isHighGood={name !== "churn"}
            />
          ))}
        </div>
      ) : data ? (
        <EmptyState
          icon={GaugeIcon}
          title={t("brain.scoresEmpty")}
          text={t("brain.scoresEmptyText")}
          className="py-10"
        />
      ) : error ? (
        <ErrorCard
          title={t("brain.scoresFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="grid gap-6 sm:grid-cols-3" aria-busy="true">
          {scoreNames.map((name) => (
            <Skeleton key={name} className="h-36" />
          ))}
        </div>
      )}
    </Card>
  );
};
