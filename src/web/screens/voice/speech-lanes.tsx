import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import type { CallSide, SpeechSpan } from "#domain/voice/call-review.ts";
import { cn } from "#web/lib/cn.ts";
import { formatCallTime } from "./call-time.ts";

/** A moment of the call that is named above the lanes. */
export type LaneFlag = { id: string; atMs: number; label: string };

type SpeechLanesProps = {
  spans: readonly SpeechSpan[];
  fromMs: number;
  toMs: number;
  /** How loud it was between two times, 0 to 1; without a recording all speech is drawn alike. */
  loudness?: ((fromMs: number, toMs: number) => number) | undefined;
  /** What is after it is drawn pale. */
  positionMs: number;
  flags?: readonly LaneFlag[];
  children?: ReactNode;
};

const barStep = 5;
const laneHeight = 44;
const flagHeight = 22;
const axisHeight = 22;
/** Bars without a recording. */
const plainLoudness = 0.4;
const minLoudness = 0.06;
/** Average width of a letter of the flags' labels. */
const letterWidth = 6.2;

const tickSteps = [5, 10, 15, 30, 60, 120, 300, 600, 900];

const chooseTickSeconds = (spanMs: number, width: number): number =>
  tickSteps.find((seconds) => (seconds * 1000 * width) / Math.max(1, spanMs) >= 72) ?? 1800;

/** The width of the element, so that bars and texts keep their size. */
const useElementWidth = () => {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const measure = () => setWidth(Math.round(observed.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return { element, width };
};

const drawBars = (
  spans: readonly SpeechSpan[],
  side: CallSide,
  middle: number,
  { fromMs, toMs, loudness }: Pick<SpeechLanesProps, "fromMs" | "toMs" | "loudness">,
  width: number,
): string => {
  const msPerBar = ((toMs - fromMs) * barStep) / width;
  const path: string[] = [];
  for (const span of spans) {
    if (span.side !== side || span.toMs < fromMs || span.fromMs > toMs) continue;
    const first = Math.max(0, Math.round((span.fromMs - fromMs) / msPerBar));
    const last = Math.min(Math.floor(width / barStep), Math.round((span.toMs - fromMs) / msPerBar));
    for (let bar = first; bar <= last; bar++) {
      const at = fromMs + bar * msPerBar;
      const level = Math.max(minLoudness, loudness ? loudness(at, at + msPerBar) : plainLoudness);
      const half = Math.round(level * (laneHeight / 2 - 3) * 10) / 10;
      path.push(`M${bar * barStep + 2} ${middle - half}v${half * 2}`);
    }
  }
  return path.join("");
};

/** Flags whose labels fit beside each other; the others keep their line and their tooltip. */
const placeFlags = (flags: readonly LaneFlag[], toX: (ms: number) => number, width: number) => {
  let freeFrom = 0;
  return flags.map((flag) => {
    const x = toX(flag.atMs);
    const labelWidth = flag.label.length * letterWidth;
    const start = Math.max(0, Math.min(x - 4, width - labelWidth));
    const fits = start >= freeFrom;
    if (fits) freeFrom = start + labelWidth + 12;
    return { ...flag, x, labelX: fits ? start : undefined };
  });
};

/** Two lanes: the business above, the other party below. */
export const SpeechLanes = (props: SpeechLanesProps) => {
  const { spans, fromMs, toMs, positionMs, flags = [], children } = props;
  const { element, width } = useElementWidth();
  const clipId = useId();
  const lengthMs = Math.max(1, toMs - fromMs);
  const toX = (ms: number) => ((ms - fromMs) / lengthMs) * width;
  const top = flags.length > 0 ? flagHeight : 4;
  const bottom = top + laneHeight * 2;
  const tickMs = chooseTickSeconds(lengthMs, width) * 1000;
  const ticks: number[] = [];
  for (let at = Math.ceil(fromMs / tickMs) * tickMs; at <= toMs; at += tickMs) ticks.push(at);
  const playedX = Math.min(width, Math.max(0, toX(positionMs)));
  const lanes = [
    { side: "business", middle: top + laneHeight / 2, className: "stroke-sea" },
    { side: "customer", middle: top + laneHeight * 1.5, className: "stroke-ink" },
  ] as const;

  return (
    <div ref={element} className="relative min-w-0">
      <svg
        aria-hidden="true"
        width={width}
        height={bottom + axisHeight}
        className="block select-none overflow-visible tabular-nums"
      >
        <clipPath id={clipId}>
          <rect x={0} y={0} width={playedX} height={bottom} />
        </clipPath>
        {ticks.map((at) => (
          <g key={at}>
            <line x1={toX(at)} x2={toX(at)} y1={top} y2={bottom} className="stroke-line" />
            <text
              x={toX(at)}
              y={bottom + 16}
              textAnchor={toX(at) < 16 ? "start" : toX(at) > width - 16 ? "end" : "middle"}
              className={cn("fill-faint text-[11px]", Math.abs(toX(at) - playedX) < 44 && "opacity-0")}
            >
              {formatCallTime(at)}
            </text>
          </g>
        ))}
        <line x1={0} x2={width} y1={top + laneHeight} y2={top + laneHeight} className="stroke-line" />
        {width > 0 &&
          lanes.map(({ side, middle, className }) => {
            const bars = drawBars(spans, side, middle, props, width);
            return (
              <g key={side} className={className} strokeWidth={2.5} strokeLinecap="round">
                <path d={bars} className="opacity-40" />
                <path d={bars} clipPath={`url(#${clipId})`} />
              </g>
            );
          })}
        {placeFlags(flags, toX, width).map(({ id, x, label, labelX }) => (
          <g key={id}>
            <title>{label}</title>
            <line x1={x} x2={x} y1={top - 4} y2={bottom} className="stroke-beam" strokeWidth={1.5} />
            <circle cx={x} cy={top - 4} r={3} className="fill-beam" />
            {labelX !== undefined && (
              <text x={labelX} y={top - 11} className="fill-soft text-[11px]">
                {label}
              </text>
            )}
          </g>
        ))}
        <line x1={playedX} x2={playedX} y1={top} y2={bottom + 2} className="stroke-bad" strokeWidth={1.5} />
        <g transform={`translate(${Math.min(width - 17, Math.max(17, playedX))} ${bottom + 12})`}>
          <rect x={-17} y={-8} width={34} height={16} rx={4} className="fill-bad" />
          <text textAnchor="middle" y={4} className="fill-on-bad font-[600] text-[11px]">
            {formatCallTime(positionMs)}
          </text>
        </g>
      </svg>
      {children}
    </div>
  );
};
