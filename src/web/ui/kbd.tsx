import type { ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";

export const Kbd = ({ className, children }: { className?: string; children: ReactNode }) => (
  <kbd
    className={cn(
      "base:inline-block min-w-5 rounded border border-line bg-panel px-1 text-center font-normal font-sans text-[11px] text-faint leading-4",
      className,
    )}
  >
    {children}
  </kbd>
);
