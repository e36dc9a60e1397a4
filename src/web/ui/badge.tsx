import type { ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";

const tones = {
  sea: "bg-sea-tint text-sea",
  ok: "bg-ok-tint text-ok",
  warn: "bg-warn-tint text-warn",
  bad: "bg-bad-tint text-bad",
  quiet: "bg-hover text-soft",
} as const;

type BadgeProps = { tone?: keyof typeof tones; className?: string; children: ReactNode };

export const Badge = ({ tone = "quiet", className, children }: BadgeProps) => (
  <span
    className={cn(
      "inline-flex items-center gap-1 rounded-md px-1.5 py-px font-[540] text-xs whitespace-nowrap",
      tones[tone],
      className,
    )}
  >
    {children}
  </span>
);
