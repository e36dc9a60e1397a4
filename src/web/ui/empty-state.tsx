import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  text?: string;
  action?: ReactNode;
  className?: string;
};

export const EmptyState = ({ icon: Icon, title, text, action, className }: EmptyStateProps) => (
  <div className={cn("grid justify-items-center gap-1 px-6 base:py-14 text-center", className)}>
    <span className="mb-3 grid size-11 place-items-center rounded-xl border border-line bg-hover text-soft">
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
    </span>
    <h2 className="font-[620] text-base tracking-tight">{title}</h2>
    {text && <p className="max-w-[46ch] text-balance text-sm text-soft">{text}</p>}
    {action && <div className="mt-4">{action}</div>}
  </div>
);
