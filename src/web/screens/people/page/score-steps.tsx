import { useTranslation } from "react-i18next";
import type { ScoreHistoryView, ScoreStepView } from "#contract/person-page.ts";
import { type ScoreName, scoreNames } from "#domain/scoring/model.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";

const Effect = ({ name, value }: { name: ScoreName; value: number }) => {
  const { t } = useTranslation();
  const isGood = value > 0 === (name !== "churn");
  return (
    <td className={cn("py-1.5 text-right font-[540] tabular-nums", name !== "intent" && "max-sm:hidden")}>
      {value === 0 ? (
        <span className="text-faint">
          <span aria-hidden="true">·</span>
          <span className="sr-only">{t("personPage.scores.unchanged")}</span>
        </span>
      ) : (
        <span className={isGood ? "text-ok" : "text-bad"}>
          {value > 0 ? "+" : "−"}
          {Math.abs(value)}
        </span>
      )}
    </td>
  );
};

const Effects = ({ effect }: { effect: Record<ScoreName, number> }) =>
  scoreNames.map((name) => <Effect key={name} name={name} value={effect[name]} />);

type ScoreStepsProps = {
  history: ScoreHistoryView;
  describe: (step: ScoreStepView) => { title: string; source: string | null };
  when: (at: string) => string;
  onOpen: (entryId: string) => void;
};

/** The same steps as in the plot, in words, with their effect on all three scores; the last row is time itself. */
export const ScoreSteps = ({ history, describe, when, onOpen }: ScoreStepsProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { steps, unnumbered, timeEffect, start } = history;
  const headClass = "pb-1.5 font-[560] text-[11.5px] text-faint leading-4";
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">{t("personPage.scores.table")}</caption>
      <thead>
        <tr className="border-line border-b text-left">
          <th scope="col" className={cn(headClass, "w-8")}>
            <span className="sr-only">{t("personPage.scores.number")}</span>
          </th>
          <th scope="col" className={headClass}>
            {t("personPage.scores.moved")}
          </th>
          <th scope="col" className={cn(headClass, "w-28 max-sm:hidden")}>
            {t("personPage.scores.when")}
          </th>
          {scoreNames.map((name) => (
            <th
              key={name}
              scope="col"
              className={cn(headClass, "w-19 text-right", name !== "intent" && "max-sm:hidden")}
            >
              {t(`personPage.score.short.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => {
          const { title, source } = describe(step);
          return (
            <tr key={step.event.id} className="h-9 border-line border-b">
              <td>
                <span className="grid size-[18px] place-items-center rounded-full bg-ink font-[650] text-[10.5px] text-panel tabular-nums">
                  {step.number}
                </span>
              </td>
              <td className="min-w-0 truncate py-1.5">
                <button
                  type="button"
                  title={title}
                  onClick={() => onOpen(step.event.id)}
                  className="max-w-full truncate rounded text-left align-bottom hover:text-sea hover:underline max-sm:min-h-9"
                >
                  {title} {source && <span className="text-faint text-xs">{source}</span>}
                </button>
              </td>
              <td className="py-1.5 text-soft text-xs max-sm:hidden">
                <time dateTime={step.at} title={format.dateTime(step.at)}>
                  {when(step.at)}
                </time>
              </td>
              <Effects effect={step.effect} />
            </tr>
          );
        })}
        {unnumbered.count > 0 && (
          <tr className="h-9 border-line border-b">
            <td />
            <td className="truncate py-1.5 text-soft">
              {t("personPage.scores.smaller", { count: unnumbered.count })}
            </td>
            <td className="max-sm:hidden" />
            <Effects effect={unnumbered.effect} />
          </tr>
        )}
        <tr className="h-9">
          <td />
          <td className="py-1.5 text-soft">
            {t("personPage.scores.time")}{" "}
            <span className="text-faint text-xs">{t("personPage.scores.timeHint")}</span>
          </td>
          <td className="py-1.5 text-soft text-xs max-sm:hidden">
            {t("personPage.since", { at: format.day(start.at) })}
          </td>
          <Effects effect={timeEffect} />
        </tr>
      </tbody>
    </table>
  );
};
