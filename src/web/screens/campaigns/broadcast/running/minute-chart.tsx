import { useTranslation } from "react-i18next";
import type { BroadcastActual } from "#contract/broadcasts.ts";
import { AxisText, Plot } from "#web/components/chart/plot.tsx";
import { roundUp } from "#web/components/chart/plot-scale.ts";
import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { lastMinutes } from "./last-minutes.ts";

const height = 136;
const [top, bottom, left] = [10, 108, 36];
/** Minutes that fit into the chart; the newest are drawn. */
const maxBars = 60;

type MinuteChartProps = { perMinute: BroadcastActual["perMinute"]; perMinuteLimit: number | null };

/** How many people's messages left in each minute. */
export const MinuteChart = ({ perMinute, perMinuteLimit }: MinuteChartProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const minutes = lastMinutes(perMinute, maxBars);
  if (minutes.length === 0) return null;
  const most = roundUp(Math.max(...minutes.map(({ count }) => count)));
  const toY = (count: number) => bottom - ((bottom - top) * count) / most;
  const layout = (width: number) => {
    const step = Math.min(24, (width - left) / minutes.length);
    return minutes.map((minute, index) => ({
      ...minute,
      x: left + step * index,
      width: Math.max(1.5, step - 2),
    }));
  };
  const first = minutes[0];
  const last = minutes.at(-1);
  return (
    <Card
      title={t("campaigns.minutes.title")}
      caption={
        perMinuteLimit === null
          ? undefined
          : t("campaigns.minutes.pace", { shown: format.number(Math.round(perMinuteLimit * 10) / 10) })
      }
    >
      <Plot
        label={t("campaigns.minutes.title")}
        height={height}
        marks={(width) =>
          layout(width).map(({ at, count, x, width: barWidth }) => ({
            id: at,
            x,
            y: top,
            width: barWidth,
            height: bottom - top,
            label: t("campaigns.minutes.minute", {
              at: format.time(at),
              count,
              shown: format.number(count),
            }),
          }))
        }
      >
        {(width) => (
          <>
            {[0, most / 2, most].map((count) => (
              <g key={count}>
                <line x1={left} x2={width} y1={toY(count)} y2={toY(count)} className="stroke-line" />
                <AxisText x={left - 6} y={toY(count) + 4} anchor="end">
                  {format.number(count)}
                </AxisText>
              </g>
            ))}
            {layout(width).map(({ at, count, x, width: barWidth }) => (
              <rect
                key={at}
                x={x}
                y={toY(count)}
                width={barWidth}
                height={bottom - toY(count)}
                rx={1.5}
                className="fill-sea"
              />
            ))}
            {first && (
              <AxisText x={left} y={height - 8} anchor="start">
                {format.time(first.at)}
              </AxisText>
            )}
            {last && minutes.length > 8 && (
              <AxisText x={layout(width).at(-1)?.x ?? width} y={height - 8} anchor="end">
                {format.time(last.at)}
              </AxisText>
            )}
          </>
        )}
      </Plot>
    </Card>
  );
};
