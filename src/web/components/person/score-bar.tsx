import type { ScoreName } from "#domain/scoring/model.ts";
import { cn } from "#web/lib/cn.ts";

/** From here on a score is high: amber, or red for a risk. */
const highScore = 75;

/** The fields of a profile that hold the scores. */
export const scoreFields = {
  intent: "intentScore",
  propensity: "propensityToBuy",
  churn: "churnRisk",
} as const satisfies Record<ScoreName, string>;

/** A score that rises is good news, and a risk that falls. */
export const isGoodChange = (name: ScoreName, difference: number): boolean =>
  difference > 0 === (name !== "churn");

type ScoreBarProps = { name: ScoreName; value: number | null; className?: string };

/** A score as a bar; the number stands beside it. */
export const ScoreBar = ({ name, value, className }: ScoreBarProps) => {
  const percent = Math.min(100, Math.max(0, value ?? 0));
  return (
    <span aria-hidden="true" className={cn("block h-1.5 overflow-hidden rounded bg-hover", className)}>
      <span
        className={cn(
          "block h-full rounded",
          percent >= highScore ? (name === "churn" ? "bg-bad" : "bg-beam") : "bg-sea",
        )}
        style={{ width: `${percent}%` }}
      />
    </span>
  );
};
