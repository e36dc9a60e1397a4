import { ChartSpline } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { LearnedScore } from "#contract/learning.ts";
import { type ScoreName, scoreNames } from "#domain/scoring/model.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Card } from "#web/ui/card.tsx";
import { Collapsible } from "#web/ui/collapsible.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BandPlot } from "./band-plot.tsx";
import { CalibrationPlot } from "./calibration-plot.tsx";
import { EffectList } from "./effect-list.tsx";
import { formatLoss } from "./learning-text.ts";
import { ModelFacts } from "./model-facts.tsx";
import { ModelNotices } from "./model-notices.tsx";
import { TermHint } from "./term-hint.tsx";
import type { LearningState } from "./use-learning.ts";

/** The lines between the panels: below each other, in two columns, and in three. */
const columns = {
  curve: "",
  bands: "max-md:border-t md:border-l",
  effects: "max-xl:border-t md:max-xl:col-span-2 xl:border-l",
  effectsAlone: "max-md:border-t md:border-l",
} as const;

type PanelProps = { title: string; hint: string; text: string; className: string; children: ReactNode };

const Panel = ({ title, hint, text, className, children }: PanelProps) => (
  <section className={cn("min-w-0 border-line p-4", className)}>
    <h3 className="flex items-center gap-0.5 font-[600] text-sm">
      {title}
      <TermHint term={title} text={hint} />
    </h3>
    <p className="mb-3 text-faint text-xs">{text}</p>
    {children}
  </section>
);

/** The measures of the field, beside the predictions that the model has to beat. */
const ExpertFigures = ({ score }: { score: LearnedScore }) => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { metrics, baseLogLoss, startingLogLoss, model } = score;
  const loss = (value: number | null | undefined) =>
    value === null || value === undefined ? t("brain.quality.notMeasured") : formatLoss(numberLocale, value);
  const rows = [
    { label: t("brain.quality.current"), logLoss: metrics?.logLoss, brier: metrics?.brier },
    { label: t("brain.quality.starting"), logLoss: startingLogLoss, brier: null },
    { label: t("brain.quality.base"), logLoss: baseLogLoss, brier: null },
  ];
  return (
    <Collapsible title={t("brain.quality.figures")} open={isOpen} onToggle={setOpen} className="px-3 py-2.5">
      <div className="grid gap-2">
        <table className="w-full max-w-lg text-sm">
          <thead className="text-faint text-xs">
            <tr>
              <th scope="col" className="py-1 text-left font-[540]">
                {t("brain.quality.figure")}
              </th>
              <th scope="col" className="py-1 text-right font-[540]">
                {t("brain.quality.logLoss")}
              </th>
              <th scope="col" className="py-1 text-right font-[540]">
                {t("brain.quality.brier")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, logLoss, brier }) => (
              <tr key={label} className="border-line border-t">
                <th scope="row" className="py-1.5 pr-2 text-left font-[400]">
                  {label}
                </th>
                <td className="py-1.5 text-right">{loss(logLoss)}</td>
                <td className="py-1.5 text-right">{loss(brier)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="text-faint text-xs">{t("brain.quality.figuresText")}</p>
        {model?.kind && (
          <p className="break-words text-faint text-xs">
            {t(`brain.quality.kind.${model.kind}`)}
            {model.hash && <code className="ml-1.5 text-2xs">{model.hash.slice(0, 12)}</code>}
          </p>
        )}
      </div>
    </Collapsible>
  );
};

const QualityOfScore = ({ score, nextTrainingAt }: { score: LearnedScore; nextTrainingAt: string }) => {
  const { t } = useTranslation();
  const isAdmin = useMay("ai", "manage");
  const { name, metrics, effects, calibration } = score;
  const hasCurve = calibration.length > 0;
  return (
    <>
      <ModelFacts score={score} nextTrainingAt={nextTrainingAt} />
      <div className="grid gap-2.5 pt-4">
        <p className="text-soft text-xs">
          {t(`brain.quality.counts.${name}`, { count: score.outcomeDays })}
          {isAdmin && (
            <>
              {" · "}
              <Link href="/settings?tab=general" className="font-[540] text-sea hover:underline">
                {t("brain.toSettings")}
              </Link>
            </>
          )}
        </p>
        <ModelNotices score={score} />
      </div>
      <div
        className={cn(
          "-mx-4 mt-4 grid border-line border-t md:grid-cols-2",
          hasCurve && "xl:grid-cols-[1fr_1.08fr_1.16fr]",
          metrics ? "border-b" : "-mb-4",
        )}
      >
        {hasCurve ? (
          <>
            <Panel
              title={t("brain.quality.curve")}
              hint={t("brain.quality.curveHint")}
              text={t(`brain.quality.curveText.${name}`)}
              className={columns.curve}
            >
              <CalibrationPlot name={name} calibration={calibration} />
            </Panel>
            <Panel
              title={t("brain.quality.bands")}
              hint={t("brain.quality.bandsHint")}
              text={t(`brain.quality.bandsText.${name}`)}
              className={columns.bands}
            >
              <BandPlot name={name} bands={score.bands} calibration={calibration} />
            </Panel>
          </>
        ) : (
          <EmptyState
            icon={ChartSpline}
            title={t("brain.quality.noCurve")}
            text={t("brain.quality.noCurveText")}
            className="content-center py-8"
          />
        )}
        <Panel
          title={t("brain.quality.effects")}
          hint={t("brain.quality.effectsHint")}
          text={t("brain.quality.effectsText")}
          className={hasCurve ? columns.effects : columns.effectsAlone}
        >
          <EffectList key={name} name={name} effects={effects} />
        </Panel>
      </div>
      {metrics && (
        <div className="pt-4">
          <ExpertFigures score={score} />
        </div>
      )}
    </>
  );
};

type ModelQualityCardProps = {
  data: LearningState | undefined;
  chosen: ScoreName;
  onChoose: (name: ScoreName) => void;
};

/** Whether the scores can be trusted. */
export const ModelQualityCard = ({ data, chosen, onChoose }: ModelQualityCardProps) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const score = data?.scores.find(({ name }) => name === chosen);
  const rows = score?.metrics?.rows;
  return (
    <Card
      title={t("brain.quality.title")}
      caption={rows !== undefined && t("brain.quality.checked", { count: rows, amount: number(rows) })}
      aside={
        <SegmentedControl
          label={t("brain.quality.choose")}
          options={scoreNames.map((name) => ({
            id: name,
            label: t(`brain.score.${name}`),
            full: t(`brain.${name}`),
          }))}
          value={chosen}
          onChange={onChoose}
        />
      }
    >
      {data && score ? (
        <QualityOfScore score={score} nextTrainingAt={data.nextTrainingAt} />
      ) : (
        <div aria-busy="true" className="grid gap-4">
          <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
            {["first", "off", "people", "since"].map((fact) => (
              <Skeleton key={fact} className="h-16" />
            ))}
          </div>
          <Skeleton className="h-72" />
        </div>
      )}
    </Card>
  );
};
