import { cn } from "#web/lib/cn.ts";

export const Skeleton = ({ className }: { className?: string }) => (
  <div
    aria-hidden="true"
    className={cn("base:h-4 animate-pulse rounded-md bg-hover dark:bg-line/60", className)}
  />
);
