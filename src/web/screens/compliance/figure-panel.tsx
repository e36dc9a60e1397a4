import type { LucideIcon } from "lucide-react";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Figure = { label: string; value: number; bad?: boolean };

/** Side by side with a hairline between them; two in a row where there is no room. */
const columnsClass = (count: number) =>
  cn("grid gap-x-3 gap-y-4 sm:gap-x-0", count === 4 ? "grid-cols-2 sm:grid-cols-4" : "grid-cols-3");
const cellClass =
  "flex min-w-0 flex-col-reverse justify-end sm:border-line sm:border-l sm:px-4 sm:first:border-l-0 sm:first:pl-0";

type FigurePanelProps = { icon: LucideIcon; title: string; figures: Figure[] };

export const FigurePanel = ({ icon: Icon, title, figures }: FigurePanelProps) => {
  const { number } = useFormat();
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <Icon aria-hidden="true" className="size-4 text-soft" strokeWidth={1.75} />
          {title}
        </span>
      }
    >
      <dl className={columnsClass(figures.length)}>
        {figures.map(({ label, value, bad }) => (
          <div key={label} className={cellClass}>
            <dt className="mt-0.5 text-[12.5px] text-soft leading-4">{label}</dt>
            <dd
              className={cn(
                "font-[640] text-[24px] leading-8 tracking-[-0.025em] tabular-nums",
                bad && "text-bad",
              )}
            >
              {number(value)}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

export const FigurePanelSkeleton = ({ count }: { count: 3 | 4 }) => (
  <Card>
    <Skeleton className="mb-5 h-4 w-28" />
    <div className={columnsClass(count)}>
      {["a", "b", "c", "d"].slice(0, count).map((id) => (
        <div key={id} className={cellClass}>
          <Skeleton className="mt-2 h-3.5 w-16" />
          <Skeleton className="h-7 w-14" />
        </div>
      ))}
    </div>
  </Card>
);
