import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { trainingStages } from "#domain/scoring/training.ts";
import { useFormat } from "#web/lib/format.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { isTraining, type LearningState } from "./use-learning.ts";

type RunningBarProps = { title: string; detail: string; value: number };

const RunningBar = ({ title, detail, value }: RunningBarProps) => (
  <div className="grid gap-1.5 rounded-lg bg-hover px-3 py-2.5">
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
      <span className="font-[540]">{title}</span>
      <span className="text-soft text-xs tabular-nums">{detail}</span>
    </p>
    <ProgressBar label={title} value={value} text={detail} className="bg-line" />
  </div>
);

/** The training that runs, the people who are being scored anew, or the failure of the last training. */
export const TrainingProgress = ({ training, rescoring }: Pick<LearningState, "training" | "rescoring">) => {
  const { t } = useTranslation();
  const { number, numberLocale } = useFormat();
  const percent = new Intl.NumberFormat(numberLocale, { style: "percent", maximumFractionDigits: 0 });
  return (
    <div className="grid gap-2.5 not-empty:mb-3">
      {isTraining(training) && (
        <RunningBar
          title={
            training.state === "waiting"
              ? t("brain.training.waiting")
              : t("brain.training.step", {
                  step: trainingStages.indexOf(training.stage) + 1,
                  total: trainingStages.length,
                  stage: t(`brain.training.stage.${training.stage}`),
                })
          }
          detail={[
            percent.format(training.progress),
            training.startedBy === null
              ? t("brain.training.nightly")
              : t("brain.training.startedBy", { name: training.startedBy }),
          ].join(" · ")}
          value={training.progress}
        />
      )}
      {training?.state === "failed" && (
        <p className="flex items-center gap-2 rounded-lg bg-bad-tint px-3 py-2.5 text-bad text-sm">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
          {t("brain.training.lastFailed")}
        </p>
      )}
      {rescoring && (
        <RunningBar
          title={t("brain.training.rescoring")}
          detail={t("brain.training.rescored", {
            done: number(rescoring.done),
            total: number(rescoring.total),
          })}
          value={rescoring.total === 0 ? 1 : rescoring.done / rescoring.total}
        />
      )}
    </div>
  );
};
