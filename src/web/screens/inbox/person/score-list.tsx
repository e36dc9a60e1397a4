import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { peopleApi, type ScoreBreakdown } from "#contract/people.ts";
import { profilesApi } from "#contract/profiles.ts";
import { isGoodChange, ScoreBar } from "#web/components/person/score-bar.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { featureLabel } from "#web/lib/feature-label.ts";
import { useFormat } from "#web/lib/format.ts";

/** Parts with fewer points are not shown. */
const minPoints = 0.5;
const shownParts = 2;

const Score = ({ score, change }: { score: ScoreBreakdown; change: number | undefined }) => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const toneOf = (difference: number) => (isGoodChange(score.name, difference) ? "text-ok" : "text-bad");
  const points = new Intl.NumberFormat(numberLocale, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
  const parts = [...score.parts]
    .filter((part) => Math.abs(part.points) >= minPoints)
    .sort((first, second) => Math.abs(second.points) - Math.abs(first.points))
    .slice(0, shownParts);
  return (
    <li>
      <p className="flex items-baseline gap-1.5 text-sm">
        <span className="flex-1 text-soft">{t(`inbox.score.${score.name}`)}</span>
        {change !== undefined && change !== 0 && (
          <span className={cn("font-[540] text-2xs tabular-nums", toneOf(change))}>
            {change > 0 ? `↑ ${change}` : `↓ ${-change}`}
            <span className="sr-only"> {t("people.profile.sinceYesterday")}</span>
          </span>
        )}
        <b className="font-[640] text-[17px] leading-5 tabular-nums">{score.value}</b>
      </p>
      <ScoreBar name={score.name} value={score.value} className="mt-1" />
      {parts.map((part) => (
        <p key={part.feature} className="mt-1 flex gap-2 text-soft text-xs first-of-type:mt-1.5">
          <span className="min-w-0 flex-1 truncate">{featureLabel(t, part.feature)}</span>
          <span className={cn("font-[540] tabular-nums", toneOf(part.points))}>
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
