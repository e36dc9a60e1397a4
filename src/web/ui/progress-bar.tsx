import { cn } from "#web/lib/cn.ts";

type ProgressBarProps = {
  label: string;
  /** Between 0 and 1. */
  value: number;
  /** What the value means, where a percentage says too little. */
  text?: string;
  /** `beam` where it is what shines on the page. */
  tone?: "sea" | "beam";
  className?: string;
};

export const ProgressBar = ({ label, value, text, tone = "sea", className }: ProgressBarProps) => {
  const percent = Math.round(100 * Math.min(1, Math.max(0, value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={text}
      className={cn("h-1.5 min-w-0 overflow-hidden rounded-full bg-hover dark:bg-line", className)}
    >
      <div
        className={cn(
          "h-full rounded-full transition-[width] duration-300",
          tone === "sea" ? "bg-sea" : "bg-beam",
        )}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
};
