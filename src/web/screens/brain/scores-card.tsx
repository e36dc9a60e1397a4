import { Gauge as GaugeIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { LearnedScore } from "#contract/learning.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import { serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ScoreHistogram } from "./score-histogram.tsx";
import type { LearningQuery } from "./use-learning.ts";

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
    <figure className="flex items-center gap-4">
      <div className="relative shrink-0">
        <svg aria-hidden="true" viewBox="0 0 140 80" className="w-32 fill-none" strokeLinecap="round">
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
        <p className="absolute inset-x-0 bottom-0 text-center font-[640] text-[24px] leading-8 tracking-[-0.025em] tabular-nums">
          {percent}%
        </p>
      </div>
      <figcaption className="min-w-0">
        <p className="font-[600] text-sm">{label}</p>
        <p className="text-faint text-xs">{description}</p>
      </figcaption>
    </figure>
  );
};

/** From this score on, people are counted below the distribution. */
const countedFrom = { intent: 80, churn: 70 } as const;

/** One sentence about how the people are distributed. */
const SpreadNote = ({ score }: { score: LearnedScore }) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (score.name === "propensity")
    return (
      score.quartiles && (
        <p className="text-soft text-xs tabular-nums">{t("brain.spread.middle", score.quartiles)}</p>
      )
    );
  const from = countedFrom[score.name];
  const count = score.distribution.slice(from / 10).reduce((sum, people) => sum + people, 0);
  return (
    <p className="text-soft text-xs">
      <b className="font-[600] text-ink tabular-nums">{number(count)}</b>{" "}
      {t("brain.spread.atLeast", { count, score: from })}
      {/* The list of people can be sorted by intent, but not by the other scores. */}
      {score.name === "intent" && count > 0 && (
        <>
          {" · "}
          <Link href="/people?sort=score" className="font-[540] text-sea hover:underline">
            {t("brain.spread.highestFirst")}
          </Link>
        </>
      )}
    </p>
  );
};

const ScoreColumn = ({ score }: { score: LearnedScore }) => {
  const { t } = useTranslation();
  const { name, average, distribution } = score;
  return (
    <div className="grid min-w-0 content-start gap-3 border-line px-4 max-md:border-t max-md:py-4 max-md:last:pb-0 max-md:first:border-t-0 max-md:first:pt-0 md:border-l md:first:border-l-0">
      <Gauge
        label={t(`brain.${name}`)}
        description={t(`brain.${name}Text`)}
        value={average ?? 0}
        isHighGood={name !== "churn"}
      />
      <ScoreHistogram
        name={name}
        distribution={distribution}
        average={average ?? 0}
        highlightFrom={name === "intent" ? countedFrom.intent : undefined}
      />
      <SpreadNote score={score} />
    </div>
  );
};

export const ScoresCard = ({ data, error, refetch }: LearningQuery) => {
  const { t } = useTranslation();
  const format = useFormat();
  const hasScores = data?.scores.some(({ average }) => average !== null) ?? false;
  return (
    <Card
      title={t("brain.scores")}
      caption={
        hasScores &&
        data &&
        t("brain.scoresCaption", { count: data.people, amount: format.number(data.people) })
      }
      aside={
        hasScores && (
          <span className="flex items-center gap-2 text-soft text-xs">
            <svg aria-hidden="true" width="18" height="8">
              <line x1="0" x2="18" y1="4" y2="4" strokeDasharray="2 3" className="stroke-ink" />
            </svg>
            {t("brain.spread.average")}
          </span>
        )
      }
    >
      {data && hasScores ? (
        <div className="-mx-4 grid md:grid-cols-3">
          {data.scores.map((score) => (
            <ScoreColumn key={score.name} score={score} />
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
        <div className="grid gap-6 md:grid-cols-3" aria-busy="true">
          {scoreNames.map((name) => (
            <Skeleton key={name} className="h-64" />
          ))}
        </div>
      )}
    </Card>
  );
};
