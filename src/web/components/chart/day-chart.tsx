import { Area, AreaChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { cn } from "#web/lib/cn.ts";

export type DayPoint = { name: string; value: number | null };

type DayChartProps = { points: DayPoint[]; text: (value: number) => string; className?: string };

/** Hidden from assistive technology: a table beside it has the same numbers. */
export const DayChart = ({ points, text, className = "h-56" }: DayChartProps) => (
  <div aria-hidden="true" className={cn("min-w-0 overflow-x-clip text-xs tabular-nums", className)}>
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 480, height: 224 }}>
      <AreaChart
        data={points}
        accessibilityLayer={false}
        tabIndex={-1}
        margin={{ top: 10, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="name"
          axisLine={false}
          tickLine={false}
          minTickGap={28}
          tickMargin={8}
          tick={{ fill: "var(--soft)", fontSize: 11.5 }}
        />
        <YAxis
          width="auto"
          axisLine={false}
          tickLine={false}
          tickCount={4}
          tickMargin={6}
          tickFormatter={text}
          tick={{ fill: "var(--faint)", fontSize: 11.5 }}
        />
        <Area
          dataKey="value"
          stroke="var(--sea)"
          strokeWidth={2}
          fill="var(--sea)"
          fillOpacity={0.12}
          dot={points.length <= 31 ? { r: 2, fill: "var(--sea)" } : false}
          animationDuration={250}
        />
      </AreaChart>
    </ResponsiveContainer>
  </div>
);
