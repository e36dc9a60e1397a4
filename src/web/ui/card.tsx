import { type ReactNode, useId } from "react";
import { cn } from "#web/lib/cn.ts";

type CardProps = {
  title?: ReactNode;
  caption?: ReactNode;
  /** Shown at the end of the title row. */
  aside?: ReactNode;
  className?: string;
  "aria-busy"?: boolean;
  children: ReactNode;
};

export const Card = ({ title, caption, aside, className, "aria-busy": isBusy, children }: CardProps) => {
  const id = useId();
  return (
    <section
      {...(title ? { "aria-labelledby": id } : {})}
      {...(isBusy ? { "aria-busy": true } : {})}
      className={cn("min-w-0 rounded-card border border-line bg-panel base:p-4 shadow-card", className)}
    >
      {title && (
        <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 id={id} className="font-[620] text-base tracking-tight">
            {title}
          </h2>
          {caption && <p className="text-faint text-xs">{caption}</p>}
          {aside && <div className="ml-auto">{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
};
