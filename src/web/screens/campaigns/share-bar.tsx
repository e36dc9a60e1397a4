import { cn } from "#web/lib/cn.ts";

export type Share<Id extends string> = { id: Id; count: number; className: string };

type ShareBarProps<Id extends string> = {
  /** What the bar says, in words. */
  label: string;
  shares: readonly Share<Id>[];
  /** The whole of which the shares are parts; what they leave stays empty. */
  total: number;
  className?: string;
};

/** Parts of a whole side by side. A part that is not zero is wide enough to be seen. */
export const ShareBar = <Id extends string>({ label, shares, total, className }: ShareBarProps<Id>) => (
  <div
    role="img"
    aria-label={label}
    className={cn("flex gap-0.5 overflow-hidden rounded-full bg-hover base:h-3 dark:bg-line", className)}
  >
    {shares
      .filter(({ count }) => count > 0 && total > 0)
      .map(({ id, count, className: color }) => (
        <span
          key={id}
          className={cn("min-w-0.5 transition-[width] duration-300 motion-reduce:transition-none", color)}
          style={{ width: `${(100 * count) / total}%` }}
        />
      ))}
  </div>
);
