import { useTranslation } from "react-i18next";
import type { ScoreHistoryView, ScoreStepView } from "#contract/person-page.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import { AxisText, Plot } from "#web/components/chart/plot.tsx";
import { linearScale } from "#web/components/chart/plot-scale.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { placeBadges, spreadLabels } from "./plot-layout.ts";

const height = 252;
const narrowWidth = 520;
const [left, top, bottom] = [30, 22, height - 30];
const dayMs = 86_400_000;
const gridValues = [0, 25, 50, 75, 100];

const lineClasses = {
  intent: "stroke-beam stroke-[2.5]",
  propensity: "stroke-sea stroke-2",
  churn: "stroke-soft stroke-[1.8] [stroke-dasharray:5_3]",
} as const;
const dotClasses = { intent: "fill-beam", propensity: "fill-sea", churn: "fill-soft" } as const;

type ScorePlotProps = {
  history: ScoreHistoryView;
  /** Of the first instant that is shown. */
  from: number;
  stepText: (step: ScoreStepView) => string;
};

/** The three scores as lines that jump where something happened and fade between. */
export const ScorePlot = ({ history, from, stepText }: ScorePlotProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { points, isComputed, stored, thresholds } = history;
  const to = Date.parse(history.end.at);
  // A history of minutes is drawn at the end of an hour, and never beyond now.
  const start = Math.min(from, to - dayMs / 24);
  const shown = points
    .map((point) => ({ ...point, at: Date.parse(point.at) }))
    .filter(({ at }) => at >= from);
  const steps = history.steps.filter(({ at }) => Date.parse(at) >= from);
  const isSingle = history.steps.length + history.unnumbered.count <= 1;
  const toY = linearScale([0, 100], [bottom, top]);
  const isNarrow = (width: number) => width < narrowWidth;
  const right = (width: number) => (isNarrow(width) ? 14 : 112);
  const xOf = (width: number) => linearScale([start, to], [left, width - right(width)]);
  const badges = (width: number) =>
    placeBadges(
      steps.map((step) => ({
        step,
        x: xOf(width)(Date.parse(step.at)),
        y: toY(step.after.intent),
      })),
    );
  const days = (width: number): number[] => {
    const count = isNarrow(width) ? 3 : 6;
    const interval = Math.max(1, Math.ceil((to - start) / dayMs / count)) * dayMs;
    return Array.from({ length: count + 1 }, (_, index) => start + index * interval).filter(
      (at) => xOf(width)(at) < width - right(width) - 34,
    );
  };
  const threshold = thresholds.find(({ score }) => score === "intent");
  const endLabels = spreadLabels(
    scoreNames
      .map((name) => ({ name, value: isComputed ? history.end[name] : stored[name], y: 0 }))
      .map((label) => ({ ...label, y: toY(label.value) })),
  );
  return (
    <Plot
      label={t("personPage.scores.plot")}
      height={height}
      marks={(width) =>
        badges(width)
          .toReversed()
          .map(({ step, cx, cy }) => ({
            id: step.event.id,
            label: stepText(step),
            x: cx - 9,
            y: cy - 9,
            width: 18,
            height: 18,
          }))
      }
    >
      {(width) => {
        const toX = xOf(width);
        const end = width - right(width);
        const path = (name: (typeof scoreNames)[number]) =>
          shown.map((point) => `${toX(point.at).toFixed(1)},${toY(point[name]).toFixed(1)}`).join(" ");
        return (
          <>
            {gridValues.map((value) => (
              <g key={value}>
                <line x1={left} x2={end} y1={toY(value)} y2={toY(value)} className="stroke-line" />
                <AxisText x={left - 8} y={toY(value) + 4} anchor="end">
                  {value}
                </AxisText>
              </g>
            ))}
            {threshold && (
              <line
                x1={left}
                x2={end}
                y1={toY(threshold.value)}
                y2={toY(threshold.value)}
                strokeDasharray="4 4"
                className="stroke-edge"
              />
            )}
            {days(width).map((at, index) => (
              <g key={at}>
                <line x1={toX(at)} x2={toX(at)} y1={bottom} y2={bottom + 4} className="stroke-edge" />
                <AxisText x={toX(at)} y={bottom + 18} anchor={index === 0 ? "start" : "middle"}>
                  {format.day(new Date(at).toISOString())}
                </AxisText>
              </g>
            ))}
            <AxisText x={end} y={bottom + 18} anchor="end" className="fill-soft font-[600]">
              {t("personPage.today")}
            </AxisText>
            {!isSingle && shown.length > 1 && (
              <>
                <polygon
                  points={`${toX(shown[0]?.at ?? from)},${bottom} ${path("intent")} ${end},${bottom}`}
                  className="fill-beam opacity-10"
                />
                {(["churn", "propensity", "intent"] as const).map((name) => (
                  <polyline
                    key={name}
                    points={path(name)}
                    fill="none"
                    strokeLinejoin="round"
                    className={lineClasses[name]}
                  />
                ))}
              </>
            )}
            {isSingle &&
              steps.flatMap((step) =>
                scoreNames.map((name) => (
                  <circle
                    key={`${step.event.id} ${name}`}
                    cx={toX(Date.parse(step.at))}
                    cy={toY(step.after[name])}
                    r={4}
                    className={dotClasses[name]}
                  />
                )),
              )}
            {threshold && (
              <AxisText
                x={left + 6}
                y={toY(threshold.value) - 6}
                anchor="start"
                className="fill-soft stroke-[4px] stroke-panel [paint-order:stroke]"
              >
                {t("personPage.scores.threshold", {
                  rule: threshold.rule.length > 26 ? `${threshold.rule.slice(0, 25)}…` : threshold.rule,
                  value: threshold.value,
                })}
              </AxisText>
            )}
            {badges(width).map(({ step, x, y, cx, cy }) => (
              <g key={step.event.id}>
                <line x1={x} x2={x} y1={y} y2={bottom} className="stroke-ink opacity-15" />
                <circle cx={cx} cy={cy} r={8.5} className="fill-ink" />
                <text x={cx} y={cy + 3.8} textAnchor="middle" className="fill-panel font-[650] text-[10.5px]">
                  {step.number}
                </text>
              </g>
            ))}
            {scoreNames.map((name) => (
              <circle
                key={name}
                cx={end}
                cy={toY(isComputed ? history.end[name] : stored[name])}
                r={isComputed ? 3.5 : 4}
                strokeWidth={isComputed ? 0 : 2}
                className={cn(isComputed ? dotClasses[name] : ["fill-panel", lineClasses[name]])}
              />
            ))}
            {!isNarrow(width) &&
              endLabels.map(({ name, value, y }) => (
                <text key={name} x={end + 10} y={y + 4} className="fill-soft text-xs">
                  {t(`personPage.score.short.${name}`)} <tspan className="fill-ink font-[640]">{value}</tspan>
                </text>
              ))}
          </>
        );
      }}
    </Plot>
  );
};
