import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";

type FoldProps = {
  title: string;
  hint?: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  className?: string;
  children: ReactNode;
};

export const Collapsible = ({ title, hint, open, onToggle, className, children }: FoldProps) => (
  <details
    open={open}
    onToggle={(event) => onToggle(event.currentTarget.open)}
    className="group min-w-0 rounded-lg border border-line"
  >
    <summary className="flex cursor-pointer list-none items-center gap-2 rounded-lg px-3 py-2.5 hover:bg-hover [&::-webkit-details-marker]:hidden">
      <ChevronRight
        aria-hidden="true"
        className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90"
      />
      <span className="font-[560] text-sm">{title}</span>
      {hint && <span className="min-w-0 truncate text-faint text-xs max-sm:hidden">{hint}</span>}
    </summary>
    <div className={cn("border-line border-t", className)}>{children}</div>
  </details>
);
