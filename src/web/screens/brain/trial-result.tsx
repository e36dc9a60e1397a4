import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import type { readingApi } from "#contract/reading.ts";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { cn } from "#web/lib/cn.ts";
import { featureLabel } from "#web/lib/feature-label.ts";
import { useFormat } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";

export type MessageTrial = Pick<z.infer<typeof readingApi.tryOnPerson.output>, "scores" | "rules">;
type TriedScore = MessageTrial["scores"][number];

const maxChanges = 4;
/** Scores above this are highlighted. */
const highScore = 75;
/** Changes with fewer points are not shown. */
const minPoints = 0.1;

/** For the churn risk, added points are bad. */
const isGood = (name: TriedScore["name"], points: number): boolean => points > 0 === (name !== "churn");

const ScoreChange = ({ score }: { score: TriedScore }) => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const points = new Intl.NumberFormat(numberLocale, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
  const { name, before, after } = score;
  const changes = score.changes.filter((change) => Math.abs(change.points) >= minPoints);
  const more = changes.length - maxChanges;
  const label = t(`brain.score.${name}`);
  return (
    <li className="grid min-w-0 content-start gap-1.5 rounded-lg border border-line px-3 py-2.5">
      <p className="text-soft text-xs">{label}</p>
      <p className="flex items-baseline gap-1.5 tabular-nums">
        <span className="sr-only">
          {before === null
            ? t("brain.playground.first", { score: label, after })
            : t("brain.playground.change", { score: label, before, after })}
        </span>
        <span aria-hidden="true" className="flex items-baseline gap-1.5">
          <span className="text-faint text-sm">{before ?? t("people.noScore")}</span>
          <ArrowRight className="size-3 self-center text-faint" />
          <b className="font-[640] text-lg leading-6 tracking-[-0.02em]">{after}</b>
        </span>
        {before !== null && (
          <span
            className={cn(
              "ml-auto font-[560] text-xs",
              after === before ? "text-faint" : isGood(name, after - before) ? "text-ok" : "text-bad",
            )}
          >
            {after === before ? t("brain.playground.unchanged") : points.format(after - before)}
          </span>
        )}
      </p>
      <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-hover dark:bg-line">
        <span
          className={cn(
            "block h-full rounded-full",
            after > highScore && name !== "churn" ? "bg-beam" : "bg-sea",
          )}
          style={{ width: `${after}%` }}
        />
      </span>
      {changes.length > 0 && (
        <ul aria-label={t("brain.playground.changes", { score: label })} className="grid gap-1 pt-1 text-xs">
          {changes.slice(0, maxChanges).map((change) => (
            <li key={change.feature} className="flex items-baseline justify-between gap-2">
              <span className="min-w-0 break-words">{featureLabel(t, change.feature)}</span>
              <b
                className={cn(
                  "font-[560] tabular-nums",
                  isGood(name, change.points) ? "text-ok" : "text-bad",
                )}
              >
                {points.format(change.points)}
              </b>
            </li>
          ))}
          {more > 0 && <li className="text-faint">{t("brain.playground.more", { count: more })}</li>}
        </ul>
      )}
    </li>
  );
};

type TrialResultProps = { trial: MessageTrial; name: string; optsOut: boolean };

/** What the message would change for a person: the scores, and the rules that it sets off. */
export const TrialResult = ({ trial, name, optsOut }: TrialResultProps) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4 border-line border-t pt-4">
      <section className="grid gap-2">
        <h3 className="font-[600] text-sm">{t("brain.playground.scores", { name })}</h3>
        <ul className="grid gap-2.5 sm:grid-cols-3">
          {trial.scores.map((score) => (
            <ScoreChange key={score.name} score={score} />
          ))}
        </ul>
        {optsOut && (
          <p className="rounded-lg bg-warn-tint px-3 py-2 text-sm text-warn">
            {t("brain.playground.optsOut")}
          </p>
        )}
      </section>
      <section className="grid gap-2">
        <h3 className="font-[600] text-sm">{t("brain.playground.rules")}</h3>
        {trial.rules.length === 0 ? (
          <p className="text-faint text-sm">{t("brain.playground.noRules")}</p>
        ) : (
          <ul className="-my-2 divide-y divide-line">
            {trial.rules.map((rule) => (
              <li key={rule.id} className="grid gap-1 py-2">
                <p className="flex flex-wrap items-center gap-2 text-sm">
                  <Badge tone={rule.fires ? "ok" : "quiet"}>
                    {t(rule.fires ? "brain.playground.fires" : "brain.playground.stays")}
                  </Badge>
                  <b className="min-w-0 break-words font-[560]">{rule.name}</b>
                </p>
                <ReasonList reasons={rule.why} className="text-soft" />
              </li>
            ))}
          </ul>
        )}
      </section>
      <p className="text-faint text-xs">{t("brain.playground.tried")}</p>
    </div>
  );
};
