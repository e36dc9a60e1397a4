import { useTranslation } from "react-i18next";
import type { LearnedScore } from "#contract/learning.ts";
import { widenBands } from "#domain/scoring/score-bands.ts";
import { AxisText, Plot } from "#web/components/chart/plot.tsx";
import { linearScale } from "#web/components/chart/plot-scale.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";

const rowHeight = 48;
const left = 54;
const right = 94;
const height = 5 * rowHeight + 42;
const bottom = height - 40;
const opacities = [1, 1, 0.8, 0.6, 0.42];
/** Scores from here on are highlighted where a high score is good. */
const highScore = 75;

/** For each range of scores the share with the outcome as a bar, and the share that the scores foretold as a line. */
export const BandPlot = ({
  name,
  bands,
  calibration,
}: Pick<LearnedScore, "name" | "bands" | "calibration">) => {
  const { t } = useTranslation();
  const { numberLocale, number } = useFormat();
  const percent = (share: number) =>
    new Intl.NumberFormat(numberLocale, { style: "percent", maximumFractionDigits: 0 }).format(share);
  const rows = widenBands({ bands, calibration }).map((band, index) => ({
    ...band,
    range: `${band.from}–${band.to}`,
    y: 8 + index * rowHeight,
    opacity: opacities[index] ?? 1,
  }));
  const toX = (width: number) => linearScale([0, 1], [left, width - right]);
  const labelOf = ({ range, people, observed, predicted }: (typeof rows)[number]): string =>
    people === 0
      ? t("brain.quality.bandEmpty", { range })
      : t("brain.quality.band", {
          range,
          observed: percent(observed),
          count: people,
          amount: number(people),
        }) + (predicted === null ? "" : t("brain.quality.bandSaid", { said: percent(predicted) }));
  return (
    <Plot
      label={t("brain.quality.bands")}
      height={height}
      marks={(width) =>
        rows.map((row) => ({ id: row.range, label: labelOf(row), x: 0, y: row.y - 4, width, height: 36 }))
      }
    >
      {(width) => {
        const x = toX(width);
        return (
          <>
            {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
              <g key={tick}>
                <line x1={x(tick)} x2={x(tick)} y1={0} y2={bottom} className="stroke-line" />
                <AxisText x={x(tick)} y={bottom + 16}>
                  {percent(tick)}
                </AxisText>
              </g>
            ))}
            {rows.map(({ range, from, people, observed, predicted, y, opacity }) => (
              <g key={range}>
                <AxisText x={left - 10} y={y + 18} anchor="end" className="fill-soft text-xs">
                  {range}
                </AxisText>
                {people > 0 && (
                  <rect
                    x={left}
                    y={y + 3}
                    width={Math.max(2, x(observed) - left)}
                    height={20}
                    rx={4}
                    opacity={opacity}
                    className={cn(from >= highScore && name !== "churn" ? "fill-beam" : "fill-sea")}
                  />
                )}
                {predicted !== null && (
                  <line
                    x1={x(predicted)}
                    x2={x(predicted)}
                    y1={y - 1}
                    y2={y + 27}
                    strokeWidth="2"
                    className="stroke-ink"
                  />
                )}
                {people > 0 ? (
                  <>
                    <AxisText
                      x={width - right + 18}
                      y={y + 12}
                      anchor="start"
                      className="fill-ink font-[620] text-[12.5px]"
                    >
                      {percent(observed)}
                    </AxisText>
                    <AxisText x={width - right + 18} y={y + 26} anchor="start">
                      {t("brain.quality.cases", { count: people, amount: number(people) })}
                    </AxisText>
                  </>
                ) : (
                  <AxisText x={width - right + 18} y={y + 18} anchor="start">
                    {t("brain.quality.noCases")}
                  </AxisText>
                )}
              </g>
            ))}
          </>
        );
      }}
    </Plot>
  );
};
