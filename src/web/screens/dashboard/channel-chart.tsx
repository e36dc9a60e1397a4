import { Bar, BarChart, CartesianGrid, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from "recharts";

type Channel = {
  channel: "sms" | "whatsapp" | "voice" | "email" | "x";
  name: string;
  count: number;
  label: string;
};

const barColors: Record<Channel["channel"], string> = {
  sms: "var(--sea)",
  whatsapp: "color-mix(in oklch, var(--sea) 42%, var(--panel))",
  voice: "var(--color-beam)",
  email: "color-mix(in oklch, var(--soft) 60%, var(--panel))",
  x: "var(--ink)",
};

type ChannelChartProps = { channels: Channel[]; number: (value: number) => string };

/** Hidden from assistive technology: ChannelCard renders the same data as a table. */
export const ChannelChart = ({ channels, number }: ChannelChartProps) => (
  <div aria-hidden="true" className="h-56 min-w-0 overflow-x-clip text-xs tabular-nums">
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 480, height: 224 }}>
      <BarChart
        data={channels}
        accessibilityLayer={false}
        tabIndex={-1}
        // The axis is measured before the font has loaded, which may be wider.
        margin={{ top: 22, right: 4, bottom: 0, left: 6 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="name"
          axisLine={false}
          tickLine={false}
          interval={0}
          tickMargin={8}
          tick={{ fill: "var(--soft)", fontSize: 12.5 }}
        />
        <YAxis
          width="auto"
          axisLine={false}
          tickLine={false}
          allowDecimals={false}
          tickCount={4}
          tickMargin={6}
          tickFormatter={number}
          tick={{ fill: "var(--faint)", fontSize: 11.5 }}
        />
        <Bar dataKey="count" maxBarSize={68} radius={[6, 6, 0, 0]} animationDuration={250} minPointSize={2}>
          {channels.map(({ channel }) => (
            <Cell key={channel} fill={barColors[channel]} />
          ))}
          <LabelList
            dataKey="label"
            position="top"
            offset={7}
            fill="var(--ink)"
            fontSize={13}
            fontWeight={620}
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  </div>
);
