import { Clock3 } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BroadcastCheck, BroadcastDetail } from "#contract/broadcasts.ts";
import { AxisText, Plot } from "#web/components/chart/plot.tsx";
import { roundUp } from "#web/components/chart/plot-scale.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { isNowOf } from "./check-groups.ts";
import { useRecheck } from "./use-recheck.ts";

const height = 132;
const [top, bottom, left] = [14, 104, 40];
/** Hours between two names of the axis. */
const labelEvery = 12;
/** A smaller part of the people than this says nothing, as the hours are estimated. */
const clearGain = 0.01;

type HoursCardProps = {
  broadcast: Pick<BroadcastDetail, "id" | "when">;
  check: Pick<BroadcastCheck, "at" | "hours" | "sampled">;
  /** Undefined where nothing can be changed any more. */
  onRecheck: ((isRechecked: boolean) => void) | undefined;
};

/** The first hour at which clearly more people could go than now. */
const betterHour = (hours: BroadcastCheck["hours"]) => {
  const [now, ...later] = hours;
  if (!now) return undefined;
  const best = later.reduce((found, hour) => (hour.send > found.send ? hour : found), now);
  const gain = best.send - now.send;
  return gain > clearGain * (now.send + now.wait) ? { at: best.at, gain } : undefined;
};

/** How many could go at each hour of the next two days, and how many would be held. */
export const HoursCard = ({ broadcast, check, onRecheck }: HoursCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const tableId = useId();
  const [showsTable, setShowsTable] = useState(false);
  const { change, isBusy } = useRecheck(broadcast.id, onRecheck);
  const { hours, sampled } = check;
  const [first] = hours;
  // A chart of nobody says nothing.
  if (!first || hours.every(({ send, wait }) => send + wait === 0)) return null;
  const beginsNow = isNowOf(check, first.at);
  const better = broadcast.when.kind === "now" ? betterHour(hours) : undefined;
  const most = roundUp(Math.max(...hours.map(({ send, wait }) => send + wait)));
  const toHeight = (count: number) => ((bottom - top) * count) / most;
  const layout = (width: number) => {
    const step = (width - left) / hours.length;
    return hours.map((hour, index) => ({
      ...hour,
      x: left + step * index,
      width: Math.max(1.5, step - (step > 5 ? 2 : 1)),
    }));
  };
  return (
    <Card title={t("campaigns.hours.title")}>
      <div className="grid gap-3">
        <p className="text-soft text-xs">
          {t(beginsNow ? "campaigns.hours.text" : "campaigns.hours.textFrom", {
            count: sampled,
            shown: format.number(sampled),
            at: format.weekdayTime(first.at),
          })}
        </p>
        <Plot
          label={t("campaigns.hours.title")}
          height={height}
          marks={(width) =>
            layout(width).map(({ at, send, wait, stop, x, width: barWidth }) => ({
              id: at,
              x,
              y: top,
              width: barWidth,
              height: bottom - top,
              label: t("campaigns.hours.hour", {
                at: format.weekdayTime(at),
                send: format.number(send),
                wait: format.number(wait),
                stop: format.number(stop),
              }),
            }))
          }
        >
          {(width) => (
            <>
              {[0, most / 2, most].map((count) => (
                <g key={count}>
                  <line
                    x1={left}
                    x2={width}
                    y1={bottom - toHeight(count)}
                    y2={bottom - toHeight(count)}
                    className="stroke-line"
                  />
                  <AxisText x={left - 6} y={bottom - toHeight(count) + 4} anchor="end">
                    {format.number(Math.round(count))}
                  </AxisText>
                </g>
              ))}
              {layout(width).map(({ at, send, wait, x, width: barWidth }) => (
                <g key={at}>
                  <rect
                    x={x}
                    y={bottom - toHeight(send + wait)}
                    width={barWidth}
                    height={toHeight(wait)}
                    rx={1}
                    className="fill-warn/30"
                  />
                  <rect
                    x={x}
                    y={bottom - toHeight(send)}
                    width={barWidth}
                    height={toHeight(send)}
                    rx={1}
                    className="fill-sea"
                  />
                </g>
              ))}
              {layout(width)
                .filter((_, index) => index % labelEvery === 0)
                .map(({ at, x }, index) => (
                  <AxisText key={at} x={x} y={height - 8} anchor="start">
                    {index === 0 && beginsNow ? t("campaigns.hours.now") : format.weekdayHour(at)}
                  </AxisText>
                ))}
            </>
          )}
        </Plot>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-soft text-xs">
          <span className="flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2 rounded-xs bg-sea" />
            {t("campaigns.hours.send")}
          </span>
          <span className="flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2 rounded-xs bg-warn/30" />
            {t("campaigns.hours.wait")}
          </span>
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={showsTable}
            aria-controls={tableId}
            className="ml-auto max-sm:h-9"
            onClick={() => setShowsTable(!showsTable)}
          >
            {t(showsTable ? "campaigns.hours.hideTable" : "campaigns.hours.showTable")}
          </Button>
        </div>
        {better && onRecheck && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Button
              size="sm"
              className="max-sm:h-9"
              disabled={isBusy}
              onClick={() => void change({ when: { kind: "at", at: better.at } })}
            >
              <Clock3 aria-hidden="true" />
              {t("campaigns.hours.sendAt", { at: format.weekdayTime(better.at) })}
            </Button>
            <span className="text-soft text-xs tabular-nums">
              {t("campaigns.hours.fewer", { count: better.gain, shown: format.number(better.gain) })}
            </span>
          </div>
        )}
        <div id={tableId} hidden={!showsTable} className="max-h-72 overflow-y-auto">
          {showsTable && (
            <table className="w-full text-sm">
              <caption className="sr-only">{t("campaigns.hours.title")}</caption>
              <thead className="text-faint text-xs">
                <tr>
                  <th scope="col" className="py-1 text-left font-normal">
                    {t("campaigns.hours.column")}
                  </th>
                  {(["send", "wait", "stop"] as const).map((ruling) => (
                    <th key={ruling} scope="col" className="py-1 pl-3 text-right font-normal">
                      {t(`campaigns.ruling.${ruling}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {hours.map(({ at, send, wait, stop }) => (
                  <tr key={at} className="border-line border-t">
                    <th scope="row" className="py-1 text-left font-normal">
                      {format.weekdayTime(at)}
                    </th>
                    <td className="py-1 pl-3 text-right">{format.number(send)}</td>
                    <td className="py-1 pl-3 text-right">{format.number(wait)}</td>
                    <td className="py-1 pl-3 text-right">{format.number(stop)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      </div>
    </Card>
  );
};
