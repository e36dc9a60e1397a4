import type { CSSProperties, ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";
import type { Rail } from "./step-layout.ts";

/** How far in a level begins. The list sets the width of one. */
export const indentOf = (level: number): CSSProperties => ({
  paddingLeft: `calc(16px + ${level} * var(--indent))`,
});

type RailRowProps = { level: number; rails: readonly Rail[]; className?: string; children: ReactNode };

/** A line of the sequence with its pieces of the rail behind it. */
export const RailRow = ({ level, rails, className, children }: RailRowProps) => (
  <li className={cn("relative pr-4", className)} style={indentOf(level)}>
    {rails.map(({ level: at, up, down }) => (
      <span
        key={at}
        aria-hidden="true"
        className={cn(
          "absolute w-[1.5px] bg-line",
          up ? "top-0" : "top-1/2",
          down ? "bottom-0" : "bottom-1/2",
        )}
        style={{ left: `calc(29px + ${at} * var(--indent))` }}
      />
    ))}
    {children}
  </li>
);
