import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";

export type Bar = { id: string; label: string; count: number; className: string };

/** Counts as horizontal bars, scaled to the largest count. */
export const BarList = ({ bars }: { bars: readonly Bar[] }) => {
  const { number } = useFormat();
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className="grid gap-2.5">
      {bars.map(({ id, label, count, className }) => (
        <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2.5 text-sm">
          <span className="min-w-0 break-words">{label}</span>
          <b className="font-[600] tabular-nums">{number(count)}</b>
          <span aria-hidden="true" className="col-span-2 mt-1 h-1.5 overflow-hidden rounded bg-hover">
            <span
              className={cn("block h-full min-w-0.5 rounded", className)}
              style={{ width: `${(count / maxCount) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
};
