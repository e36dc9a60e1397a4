import { cn } from "#web/lib/cn.ts";

/** Scores above this are highlighted. */
const highScore = 75;

type ScoreBarProps = { value: number; label: string; className?: string };

export const ScoreBar = ({ value, label, className }: ScoreBarProps) => {
  const score = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <span className={cn("flex items-center gap-2", className)}>
      <span className="sr-only">{label}</span>
      <b className="w-6 font-[600] tabular-nums">{score}</b>
      <span aria-hidden="true" className="h-1.5 w-21 overflow-hidden rounded bg-hover">
        <span
          className={cn("block h-full rounded", score > highScore ? "bg-beam" : "bg-sea")}
          style={{ width: `${score}%` }}
        />
      </span>
    </span>
  );
};
