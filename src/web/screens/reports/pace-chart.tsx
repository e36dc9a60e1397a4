import {
  Bar,
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Line,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from "recharts";

export type PacePoint = {
  name: string;
  people: number;
  share: number | null;
  /** How far the interval reaches below and above the share. */
  interval: [number, number];
};

type PaceChartProps = {
  points: PacePoint[];
  percent: (share: number) => string;
  number: (value: number) => string;
};

const axis = { axisLine: false, tickLine: false } as const;

/** Hidden from assistive technology: the table below it has the same numbers. */
export const PaceChart = ({ points, percent, number }: PaceChartProps) => (
  <div aria-hidden="true" className="mb-4 h-56 min-w-0 overflow-x-clip text-xs tabular-nums">
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 480, height: 224 }}>
      <ComposedChart
        data={points}
        accessibilityLayer={false}
        tabIndex={-1}
        margin={{ top: 10, right: 4, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="name"
          {...axis}
          interval={0}
          tickMargin={8}
          tick={{ fill: "var(--soft)", fontSize: 10.5 }}
        />
        <YAxis
          yAxisId="people"
          width="auto"
          {...axis}
          allowDecimals={false}
          tickCount={4}
          tickFormatter={number}
          tick={{ fill: "var(--faint)", fontSize: 11.5 }}
        />
        <YAxis
          yAxisId="share"
          orientation="right"
          width="auto"
          {...axis}
          tickCount={4}
          tickFormatter={percent}
          tick={{ fill: "var(--faint)", fontSize: 11.5 }}
        />
        <Bar
          yAxisId="people"
          dataKey="people"
          maxBarSize={52}
          radius={[5, 5, 0, 0]}
          fill="color-mix(in oklch, var(--sea) 42%, var(--panel))"
          animationDuration={250}
        />
        <Line
          yAxisId="share"
          dataKey="share"
          stroke="var(--sea-strong)"
          strokeWidth={2}
          dot={{ fill: "var(--sea-strong)", r: 3 }}
          connectNulls
          animationDuration={250}
        >
          <ErrorBar dataKey="interval" stroke="var(--sea-strong)" strokeWidth={1.5} width={4} direction="y" />
        </Line>
      </ComposedChart>
    </ResponsiveContainer>
  </div>
);
