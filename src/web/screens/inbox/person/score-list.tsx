import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { peopleApi, type ScoreBreakdown } from "#contract/people.ts";
import { profilesApi } from "#contract/profiles.ts";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { featureLabel } from "#web/lib/feature-label.ts";
import { useFormat } from "#web/lib/format.ts";

const highScore = 75;
/** Parts with fewer points are not shown. */
const minPoints = 0.5;
const shownParts = 2;

const Score = ({ score, change }: { score: ScoreBreakdown; change: number | undefined }) => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const isRisk = score.name === "churn";
  const isGood = (difference: number) => difference > 0 !== isRisk;
  const points = new Intl.NumberFormat(numberLocale, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
  const parts = [...score.parts]
    .filter((part) => Math.abs(part.points) >= minPoints)
    .sort((first, second) => Math.abs(second.points) - Math.abs(first.points))
    .slice(0, shownParts);
  const isHigh = score.value >= highScore;
  return (
    <li>
      <p className="flex items-baseline gap-1.5 text-sm">
        <span className="flex-1 text-soft">{t(`inbox.score.${score.name}`)}</span>
        {change !== undefined && change !== 0 && (
          <span className={cn("font-[540] text-2xs tabular-nums", isGood(change) ? "text-ok" : "text-bad")}>
            {change > 0 ? `↑ ${change}` : `↓ ${-change}`}
            <span className="sr-only"> {t("people.profile.sinceYesterday")}</span>
          </span>
        )}
        <b className="font-[640] text-[17px] leading-5 tabular-nums">{score.value}</b>
      </p>
      <span aria-hidden="true" className="mt-1 block h-1.5 overflow-hidden rounded bg-line/70">
        <span
          className={cn("block h-full rounded", isHigh ? (isRisk ? "bg-bad" : "bg-beam") : "bg-sea")}
          style={{ width: `${Math.min(100, Math.max(0, score.value))}%` }}
        />
      </span>
      {parts.map((part) => (
        <p key={part.feature} className="mt-1 flex gap-2 text-soft text-xs first-of-type:mt-1.5">
          <span className="min-w-0 flex-1 truncate">{featureLabel(t, part.feature)}</span>
          <span className={cn("font-[540] tabular-nums", isGood(part.points) ? "text-ok" : "text-bad")}>
            {points.format(part.points)}
          </span>
        </p>
      ))}
    </li>
  );
};

/** The three scores, each with what made it and its change since yesterday. */
export const ScoreList = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(peopleApi.scores, { params: { id: personId } }));
  const { data: profile } = useQuery(apiQuery(profilesApi.get, { params: { id: personId } }));
  if (data && data.scores.length === 0) return <p className="text-sm text-soft">{t("inbox.score.none")}</p>;
  const changeOf = (name: string): number | undefined => {
    const change = profile?.changes.items.find((item) => item.kind === "score" && item.score === name);
    return change?.kind === "score" ? change.after - change.before : undefined;
  };
  return (
    <ul className="grid gap-3">
      {data?.scores.map((score) => (
        <Score key={score.name} score={score} change={changeOf(score.name)} />
      ))}
    </ul>
  );
};
