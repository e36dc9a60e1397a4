import { useTranslation } from "react-i18next";
import type { LearnedScore } from "#contract/learning.ts";
import { wilsonInterval } from "#domain/statistics/wilson-interval.ts";
import { AxisText, Plot } from "#web/components/chart/plot.tsx";
import { linearScale } from "#web/components/chart/plot-scale.ts";
import { useFormat } from "#web/lib/format.ts";

const height = 282;
const left = 40;
const right = 12;
const top = 8;
const bottom = height - 40;
const ticks = [0, 0.25, 0.5, 0.75, 1];
const hitSize = 22;

/** More people, a larger point. */
const pointRadius = (people: number): number => Math.min(8, 2.6 + Math.sqrt(people) / 3.4);

/** The share with the outcome by score, with 95 % intervals and the line of perfect scores. */
export const CalibrationPlot = ({ name, calibration }: Pick<LearnedScore, "name" | "calibration">) => {
  const { t } = useTranslation();
  const { numberLocale, number } = useFormat();
  const percent = (share: number) =>
    new Intl.NumberFormat(numberLocale, { style: "percent", maximumFractionDigits: 0 }).format(share);
  const points = calibration
    .toSorted((a, b) => a.predicted - b.predicted)
    .map((point) => ({ ...point, interval: wilsonInterval(point.observed, point.people) }));
  const y = linearScale([0, 1], [bottom, top]);
  const toX = (width: number) => linearScale([0, 1], [left, width - right]);
  return (
    <Plot
      label={t("brain.quality.curve")}
      height={height}
      marks={(width) =>
        points.map(({ predicted, observed, people, interval }) => ({
          id: String(predicted),
          label: t("brain.quality.curvePoint", {
            predicted: Math.round(predicted * 100),
            observed: percent(observed),
            count: people,
            amount: number(people),
            lower: percent(interval.lower),
            upper: percent(interval.upper),
          }),
          x: toX(width)(predicted) - hitSize / 2,
          y: y(observed) - hitSize / 2,
          width: hitSize,
          height: hitSize,
        }))
      }
    >
      {(width) => {
        const x = toX(width);
        return (
          <>
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
                <AxisText x={left - 7} y={y(tick) + 4} anchor="end">
                  {percent(tick)}
                </AxisText>
                <AxisText x={x(tick)} y={bottom + 16}>
                  {tick * 100}
                </AxisText>
              </g>
            ))}
            <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} strokeDasharray="4 4" className="stroke-edge" />
            <AxisText x={x(0.02)} y={y(0.93)} anchor="start">
              {t("brain.quality.tooModest")}
            </AxisText>
            <AxisText x={x(0.99)} y={y(0.06)} anchor="end">
              {t("brain.quality.tooSure")}
            </AxisText>
            <polyline
              points={points.map((point) => `${x(point.predicted)},${y(point.observed)}`).join(" ")}
              fill="none"
              strokeWidth="1.8"
              className="stroke-sea"
            />
            {points.map(({ predicted, observed, people, interval }) => (
              <g key={predicted}>
                <line
                  x1={x(predicted)}
                  x2={x(predicted)}
                  y1={y(interval.upper)}
                  y2={y(interval.lower)}
                  strokeWidth="1.5"
                  className="stroke-sea/50"
                />
                <circle
                  cx={x(predicted)}
                  cy={y(observed)}
                  r={pointRadius(people)}
                  strokeWidth="1.5"
                  className="fill-sea stroke-panel"
                />
              </g>
            ))}
            <AxisText x={x(0.5)} y={height - 6} className="fill-soft">
              {t(`brain.quality.axis.${name}`)}
            </AxisText>
          </>
        );
      }}
    </Plot>
  );
};
