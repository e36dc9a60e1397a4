import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { LearnedScore } from "#contract/learning.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatLoss, formatPoints } from "./learning-text.ts";
import { TermHint } from "./term-hint.tsx";

type FactProps = { label: string; hint?: string | undefined; value: string; note: ReactNode };

const Fact = ({ label, hint, value, note }: FactProps) => (
  <div className="min-w-0 border-line px-4 py-3 max-lg:odd:border-r lg:border-l lg:first:border-l-0 max-lg:[&:nth-child(n+3)]:border-t">
    <dt className="flex items-center gap-0.5 text-soft text-xs">
      {label}
      {hint && <TermHint term={label} text={hint} />}
    </dt>
    <dd className="font-[640] text-[20px] leading-[26px] tracking-[-0.02em] tabular-nums">{value}</dd>
    <dd className="text-faint text-xs">{note}</dd>
  </div>
);

/** How well the model in use predicts, what it learned from, and since when it is in use. */
export const ModelFacts = ({ score, nextTrainingAt }: { score: LearnedScore; nextTrainingAt: string }) => {
  const { t } = useTranslation();
  const { numberLocale, number, day, dayTime } = useFormat();
  const { name, model, metrics, isPinned } = score;
  const trainsAgain = t("brain.quality.trainsAgain", { at: dayTime(nextTrainingAt) });
  return (
    <dl className="-mx-4 grid grid-cols-2 border-line border-y lg:grid-cols-4">
      <Fact
        label={t("brain.quality.rightFirst")}
        hint={
          metrics
            ? t("brain.quality.rightFirstHint", { auc: formatLoss(numberLocale, metrics.auc) })
            : undefined
        }
        value={
          metrics
            ? t("brain.quality.ofHundred", { amount: Math.round(metrics.auc * 100) })
            : t("brain.quality.notMeasured")
        }
        note={metrics ? t(`brain.quality.rightFirstText.${name}`) : t("brain.quality.notYet")}
      />
      <Fact
        label={t("brain.quality.meansIt")}
        hint={metrics ? t("brain.quality.offByHint") : undefined}
        value={
          metrics
            ? t("brain.quality.offBy", { points: formatPoints(numberLocale, metrics.ece * 100) })
            : t("brain.quality.notMeasured")
        }
        note={t(metrics ? "brain.quality.offByText" : "brain.quality.notYet")}
      />
      <Fact
        label={t("brain.quality.learnedFrom")}
        value={
          model
            ? t("brain.quality.people", { count: model.people, amount: number(model.people) })
            : t("brain.quality.nobody")
        }
        note={
          model
            ? t(`brain.quality.outcomes.${name}`, { count: model.outcomes, amount: number(model.outcomes) })
            : t("brain.quality.written")
        }
      />
      <Fact
        label={t(model?.inUseSince ? "brain.quality.inUseSince" : "brain.quality.inUse")}
        hint={isPinned ? t("brain.quality.pinnedHint") : undefined}
        value={model?.inUseSince ? day(model.inUseSince) : t("brain.quality.starting")}
        note={isPinned ? t("brain.quality.pinned") : trainsAgain}
      />
    </dl>
  );
};
