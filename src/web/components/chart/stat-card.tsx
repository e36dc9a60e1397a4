import type { ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Sparkline } from "./sparkline.tsx";

type StatCardProps = {
  label: string;
  value: ReactNode;
  caption?: ReactNode;
  /** `good`: whether the change is an improvement; undefined if it is neither. */
  trend?: { text: string; good: boolean | undefined } | undefined;
  history?: readonly number[];
  highlighted?: boolean;
};

const frame = "min-w-0 rounded-card border border-line bg-panel px-4 py-3.5 shadow-card max-sm:px-3.5";

const trendTone = (good: boolean | undefined) =>
  good === undefined ? "text-soft" : good ? "text-ok" : "text-bad";

export const StatCard = ({ label, value, caption, trend, history, highlighted = false }: StatCardProps) => (
  <div className={frame}>
    <div className="flex min-h-6.5 items-start justify-between gap-2 text-[12.5px] text-soft">
      {label}
      {history && history.length > 1 && (
        <span className="shrink-0 max-sm:hidden">
          <Sparkline values={history} highlighted={highlighted} />
        </span>
      )}
    </div>
    <div className="mt-1.5 truncate font-[640] text-[26px] leading-8 tracking-[-0.025em] tabular-nums">
      {value}
    </div>
    <div className="mt-0.5 text-faint text-xs tabular-nums">
      {trend && <b className={cn("font-[600]", trendTone(trend.good))}>{trend.text} </b>}
      {caption}
    </div>
  </div>
);

export const StatCardSkeleton = () => (
  <div className={frame}>
    <div className="min-h-6.5">
      <Skeleton className="h-3.5 w-24" />
    </div>
    <Skeleton className="mt-1.5 h-8 w-20" />
    <Skeleton className="mt-1 h-3.5 w-28" />
  </div>
);
