import type { ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";

type ActionBarProps = {
  /** What pressing the buttons means, at the start of the bar. */
  note: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Stays at the lower edge of the page. */
export const ActionBar = ({ note, className, children }: ActionBarProps) => (
  <div
    className={cn(
      "sticky bottom-0 z-10 -mx-4 -mb-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-bg px-4 py-3 sm:-mx-7 sm:px-7",
      className,
    )}
  >
    <div className="min-w-0 flex-1 basis-60 text-soft text-xs max-sm:basis-full">{note}</div>
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{children}</div>
  </div>
);
