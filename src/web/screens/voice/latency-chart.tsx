import { useTranslation } from "react-i18next";
import type { CallTurn } from "#contract/voice.ts";
import { summariseLatency } from "#domain/voice/call-review.ts";
import { AxisText, Plot } from "#web/components/chart/plot.tsx";
import { useFormat } from "#web/lib/format.ts";
import { formatFixed } from "#web/lib/number-format.ts";
import { formatCallTime, formatSeconds, slowAnswerMs, targetAnswerMs } from "./call-time.ts";

const chartHeight = 104;
const [chartTop, chartBottom, chartLeft] = [8, 84, 34];
/** Answers that fit into the chart; the newest are drawn. */
const maxBars = 40;

/** How long the other party waited for each answer of the agent. */
export const LatencyChart = ({ turns }: { turns: readonly CallTurn[] }) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const summary = summariseLatency(turns);
  const answers = turns
    .flatMap(({ id, atMs, latency }) => (latency ? [{ id, atMs, ...latency }] : []))
    .slice(-maxBars);
  if (!summary) return <p className="text-faint text-sm">{t("liveCalls.latency.none")}</p>;
  const seconds = (ms: number) => formatSeconds(ms, number);
  const top = Math.max(1500, Math.ceil(summary.worstMs / 500) * 500);
  const toY = (ms: number) => chartBottom - (ms / top) * (chartBottom - chartTop);
  const layout = (width: number) => {
    const step = (width - chartLeft) / answers.length;
    const barWidth = Math.max(2, Math.min(20, step - 4));
    return answers.map((answer, index) => {
      const totalMs = answer.thinkMs + answer.sendMs;
      const x = chartLeft + step * index + (Math.min(step, 28) - barWidth) / 2;
      return { ...answer, totalMs, x: answers.length < 8 ? chartLeft + 28 * index + 4 : x, barWidth };
    });
  };
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-[640] text-[19px] tracking-tight tabular-nums">
          {t("liveCalls.latency.seconds", { seconds: seconds(summary.medianMs) })}
        </span>
        <span className="text-soft text-xs tabular-nums">
          {t("liveCalls.latency.median", { worst: seconds(summary.worstMs) })}
        </span>
      </p>
      <Plot
        label={t("liveCalls.latency.title")}
        height={chartHeight}
        marks={(width) =>
          layout(width).map(({ id, atMs, thinkMs, sendMs, x, barWidth, model, decidedBy, sources }) => ({
            id,
            x,
            y: chartTop,
            width: barWidth,
            height: chartBottom - chartTop,
            label: [
              t("liveCalls.latency.turn", {
                at: formatCallTime(atMs),
                think: number(thinkMs),
                send: number(sendMs),
              }),
              model ?? t(`liveCalls.decidedBy.${decidedBy === "policy" ? "policy" : "script"}`),
              ...sources,
            ].join(" · "),
          }))
        }
      >
        {(width) => (
          <>
            {[0, top / 2, top].map((ms) => (
              <g key={ms}>
                <line x1={chartLeft} x2={width} y1={toY(ms)} y2={toY(ms)} className="stroke-line" />
                <AxisText x={chartLeft - 6} y={toY(ms) + 4} anchor="end">
                  {ms === 0 ? "0" : `${formatFixed(ms / 1000, ms % 1000 === 0 ? 0 : 2, number)} s`}
                </AxisText>
              </g>
            ))}
            <line
              x1={chartLeft}
              x2={width}
              y1={toY(targetAnswerMs)}
              y2={toY(targetAnswerMs)}
              strokeDasharray="3 3"
              className="stroke-soft"
            />
            {layout(width).map(({ id, totalMs, x, barWidth }) => (
              <rect
                key={id}
                x={x}
                y={Math.min(chartBottom - 2, toY(totalMs))}
                width={barWidth}
                height={Math.max(2, chartBottom - toY(totalMs))}
                rx={2}
                className={totalMs > slowAnswerMs ? "fill-warn" : "fill-sea"}
              />
            ))}
            <AxisText x={chartLeft} y={chartHeight - 4} anchor="start">
              {formatCallTime(answers[0]?.atMs ?? 0)}
            </AxisText>
            {answers.length > 4 &&
              layout(width)
                .slice(-1)
                .map(({ id, x, barWidth, atMs }) => (
                  <AxisText key={id} x={x + barWidth} y={chartHeight - 4} anchor="end">
                    {formatCallTime(atMs)}
                  </AxisText>
                ))}
          </>
        )}
      </Plot>
      <p className="text-faint text-xs">{t("liveCalls.latency.hint")}</p>
    </div>
  );
};

/** The wait before one line, as a bar of thinking and sending. */
export const LatencyBar = ({ latency }: { latency: NonNullable<CallTurn["latency"]> }) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const totalMs = latency.thinkMs + latency.sendMs;
  const isSlow = totalMs > slowAnswerMs;
  const toWidth = (ms: number) => Math.min(48, Math.max(ms > 0 ? 2 : 0, (ms / 1000) * 36));
  return (
    <span
      className="flex shrink-0 items-center gap-1.5"
      data-tooltip={[
        t("liveCalls.latency.parts", { think: number(latency.thinkMs), send: number(latency.sendMs) }),
        ...latency.sources,
      ].join(" · ")}
    >
      <span aria-hidden="true" className="flex h-1.5 overflow-hidden rounded-full">
        <span className={isSlow ? "bg-warn" : "bg-sea"} style={{ width: toWidth(latency.thinkMs) }} />
        <span
          className={isSlow ? "bg-warn opacity-50" : "bg-sea opacity-50"}
          style={{ width: toWidth(latency.sendMs) }}
        />
      </span>
      <span className={isSlow ? "text-warn text-xs tabular-nums" : "text-faint text-xs tabular-nums"}>
        <span className="sr-only">{t("liveCalls.latency.label")} </span>
        {t("liveCalls.latency.seconds", { seconds: formatSeconds(totalMs, number) })}
      </span>
    </span>
  );
};
