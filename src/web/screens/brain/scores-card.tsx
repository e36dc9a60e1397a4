import { useQuery } from "@tanstack/react-query";
import { Gauge as GaugeIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { aiProvidersApi } from "#contract/ai-providers.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Scores above this are highlighted. */
const highScore = 75;
const radius = 62;
const arcLength = Math.PI * radius;
const arcPath = `M 8 72 A ${radius} ${radius} 0 0 1 ${8 + 2 * radius} 72`;

type GaugeProps = {
  label: string;
  description: string;
  value: number;
  /** A high value is highlighted. */
  isHighGood: boolean;
};

const Gauge = ({ label, description, value, isHighGood }: GaugeProps) => {
  const percent = Math.min(100, Math.max(0, value));
  return (
    <figure className="grid justify-items-center text-center">
      <div className="relative">
        <svg aria-hidden="true" viewBox="0 0 140 80" className="w-45 fill-none" strokeLinecap="round">
          <path d={arcPath} strokeWidth="10" className="stroke-hover dark:stroke-line" />
          {percent > 0 && (
            <path
              d={arcPath}
              strokeWidth="10"
              strokeDasharray={`${(percent / 100) * arcLength} ${arcLength + 20}`}
              className={cn(
                "transition-[stroke-dasharray] duration-500",
                isHighGood && percent > highScore ? "stroke-beam" : "stroke-sea",
              )}
            />
          )}
        </svg>
        <p className="absolute inset-x-0 bottom-0 font-[640] text-[26px] leading-8 tracking-[-0.025em] tabular-nums">
          {percent}%
        </p>
      </div>
      <figcaption className="mt-2">
        <p className="font-[600] text-sm">{label}</p>
        <p className="text-faint text-xs">{description}</p>
      </figcaption>
    </figure>
  );
};

const scoreNames = ["intent", "propensity", "churn"] as const;

export const ScoresCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(apiQuery(aiProvidersApi.scores));
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
