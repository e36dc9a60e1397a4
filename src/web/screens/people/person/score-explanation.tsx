import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { peopleApi, type ScoreBreakdown } from "#contract/people.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { featureLabel } from "#web/lib/feature-label.ts";
import { useFormat } from "#web/lib/format.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type ScorePart = ScoreBreakdown["parts"][number];

/** Features that are states since `lastAt`; for the others it is the last occurrence. */
const ongoingFeatures = ["silent", "new"];
/** Parts with fewer points are not shown. */
const minPoints = 0.1;

const usePartDetails = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const now = Date.now();
  return ({ feature, times, lastAt, halfLifeDays }: ScorePart): string =>
    [
      times === null ? null : t("people.score.times", { count: times, shown: format.number(times) }),
      lastAt === null
        ? null
        : t(ongoingFeatures.includes(feature) ? "people.score.since" : "people.score.last", {
            age: format.age(lastAt, now),
          }),
      halfLifeDays === null ? null : t("people.score.fades", { count: halfLifeDays }),
    ]
      .filter((detail) => detail !== null)
      .join(" · ");
};

type PartRowProps = { part: ScorePart; maxPoints: number; isGood: boolean };

const PartRow = ({ part, maxPoints, isGood }: PartRowProps) => {
  const { t } = useTranslation();
  const { numberLocale, dateTime } = useFormat();
  const details = usePartDetails()(part);
  const pointsFormat = new Intl.NumberFormat(numberLocale, {
    signDisplay: "exceptZero",
    maximumFractionDigits: 1,
  });
  const width = `${(Math.abs(part.points) / maxPoints) * 50}%`;
  const raises = part.points > 0;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_48px] items-center gap-x-3 gap-y-1.5 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_28%_48px] sm:py-2">
      <span className="min-w-0">
        <span className="block break-words">{featureLabel(t, part.feature)}</span>
        {details && (
          <span title={part.lastAt ? dateTime(part.lastAt) : undefined} className="block text-faint text-xs">
            {details}
          </span>
        )}
      </span>
      <span
        aria-hidden="true"
        className="relative block h-1.5 rounded bg-hover max-sm:order-last max-sm:col-span-2"
      >
        <span className="absolute inset-y-[-3px] left-1/2 w-px bg-line" />
        <span
          className={cn("absolute inset-y-0 rounded", isGood ? "bg-ok" : "bg-bad")}
          style={raises ? { left: "50%", width } : { right: "50%", width }}
        />
      </span>
      <b className={cn("text-right font-[600] tabular-nums", isGood ? "text-ok" : "text-bad")}>
        {pointsFormat.format(part.points)}
      </b>
    </li>
  );
};

const ScoreParts = ({ score }: { score: ScoreBreakdown }) => {
  const { t } = useTranslation();
  const parts = score.parts.filter(({ points }) => Math.abs(points) >= minPoints);
  const maxPoints = Math.max(1, ...parts.map(({ points }) => Math.abs(points)));
  // For the churn risk, added points are bad.
  const isGood = ({ points }: ScorePart) => points > 0 === (score.name !== "churn");
  if (parts.length === 0) return <p className="py-2 text-sm text-soft">{t("people.score.nothing")}</p>;
  return (
    <ul className="divide-y divide-line">
      {parts.map((part) => (
        <PartRow key={part.feature} part={part} maxPoints={maxPoints} isGood={isGood(part)} />
      ))}
    </ul>
  );
};

/** What became of the people with such a score: the chance behind the number. */
const ScoreChance = ({ name, chance }: { name: ScoreName; chance: ScoreBreakdown["chance"] }) => {
  const { t } = useTranslation();
  const format = useFormat();
  if (chance === null) return null;
  const { from, to, cases, share, days } = chance;
  return (
    <p className="rounded-lg bg-hover px-3 py-2 text-xs">
      {t(`people.score.chance.${name}`, {
        percent: new Intl.NumberFormat(format.numberLocale, { style: "percent" }).format(share),
        cases: format.number(cases),
        from,
        to,
        days,
      })}
    </p>
  );
};

type ScoreExplanationProps = { personId: string; name: ScoreName };

export const ScoreExplanation = ({ personId, name }: ScoreExplanationProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(peopleApi.scores, { params: { id: personId } }));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy="true" className="grid gap-3">
        {["a", "b", "c", "d"].map((row) => (
          <Skeleton key={row} className="h-9" />
        ))}
      </div>
    );
  const score = data.scores.find((candidate) => candidate.name === name);
  if (!score) return null;
  const { stored, value, base } = score;
  return (
    <section className="grid gap-2 rounded-card border border-line px-4 py-3.5">
      <h3 className="font-[560] text-sm">{t(`people.score.title.${name}`)}</h3>
      <p className="text-soft text-xs">{t("people.score.base", { base, value })}</p>
      {stored !== value && (
        <p className="rounded-lg bg-hover px-3 py-2 text-xs">
          {t(data.storedVersion === null ? "people.score.brought" : "people.score.faded", { stored, value })}
        </p>
      )}
      <ScoreChance name={name} chance={score.chance} />
      <ScoreParts score={score} />
      <p className="text-faint text-xs">{t("people.score.model", { version: data.version })}</p>
    </section>
  );
};
