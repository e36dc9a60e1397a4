import { useTranslation } from "react-i18next";
import type { ScoreName } from "#domain/scoring/model.ts";
import { AxisText, Plot } from "#web/components/chart/plot.tsx";
import { linearScale, roundUp } from "#web/components/chart/plot-scale.ts";
import { useFormat } from "#web/lib/format.ts";

const height = 134;
const left = 36;
const right = 10;
const top = 10;
const bottom = height - 20;
const binWidth = 10;

type ScoreHistogramProps = {
  name: ScoreName;
  distribution: readonly number[];
  average: number;
  /** Bars from this score on are highlighted. */
  highlightFrom?: number | undefined;
};

/** People by score in steps of ten, with a dotted line at the average. */
export const ScoreHistogram = ({ name, distribution, average, highlightFrom }: ScoreHistogramProps) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const most = roundUp(Math.max(...distribution));
  const toY = linearScale([0, most], [bottom, top]);
  const toX = (width: number) => linearScale([0, 100], [left, width - right]);
  const fillOf = (from: number): string => {
    if (highlightFrom === undefined) return "fill-sea";
    return from >= highlightFrom ? "fill-beam" : "fill-sea/40";
  };
  return (
    <Plot
      label={t("brain.spread.label", { score: t(`brain.${name}`) })}
      height={height}
      marks={(width) =>
        distribution.map((people, bin) => ({
          id: String(bin),
          label: t("brain.spread.bin", {
            from: bin * binWidth,
            to: bin === distribution.length - 1 ? 100 : (bin + 1) * binWidth - 1,
            count: people,
            amount: number(people),
          }),
          x: toX(width)(bin * binWidth),
          y: top,
          width: (width - left - right) / distribution.length,
          height: bottom - top,
        }))
      }
    >
      {(width) => {
        const x = toX(width);
        return (
          <>
            {[0, most / 2, most].map((tick) => (
              <g key={tick}>
                <line x1={left} x2={width - right} y1={toY(tick)} y2={toY(tick)} className="stroke-line" />
                <AxisText x={left - 7} y={toY(tick) + 4} anchor="end">
                  {number(tick)}
                </AxisText>
              </g>
            ))}
            {distribution.map((people, bin) => {
              const from = bin * binWidth;
              return (
                <rect
                  key={from}
                  x={x(from) + 2}
                  // Few people still show as a line.
                  y={people > 0 ? Math.min(toY(people), bottom - 1.5) : bottom}
                  width={Math.max(1, x(binWidth) - x(0) - 4)}
                  height={people > 0 ? Math.max(1.5, bottom - toY(people)) : 0}
                  rx={2.5}
                  className={fillOf(bin * binWidth)}
                />
              );
            })}
            {[0, 20, 40, 60, 80, 100].map((tick) => (
              <AxisText key={tick} x={x(tick)} y={height - 4}>
                {tick}
              </AxisText>
            ))}
            <line
              x1={x(average)}
              x2={x(average)}
              y1={top - 6}
              y2={bottom}
              strokeDasharray="2 3"
              className="stroke-ink"
            />
          </>
        );
      }}
    </Plot>
  );
};
