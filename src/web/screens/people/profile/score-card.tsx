import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";

/** From here on a score shines, and a risk alarms. */
const highScore = 75;

type ScoreCardProps = {
  label: string;
  value: number;
  isRisk?: boolean;
  selected: boolean;
  onSelect: () => void;
};

/** A score; pressed, what it is made of stands below. */
export const ScoreCard = ({ label, value, isRisk = false, selected, onSelect }: ScoreCardProps) => {
  const { t } = useTranslation();
  const percent = Math.min(100, Math.max(0, value));
  const isHigh = percent > highScore;
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onSelect}
      className={cn(
        "min-w-0 rounded-card border px-3 py-2.5 text-left transition-colors sm:px-3.5 sm:py-3",
        selected ? "border-sea bg-sea-tint" : "border-line hover:bg-hover",
      )}
    >
      <span className="block text-[12.5px] text-soft leading-4">{label}</span>
      <span className="font-[640] text-[22px] leading-8 tracking-[-0.025em] tabular-nums">{value}</span>
      <span className="sr-only">{t("people.score.show")}</span>
      <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded bg-hover">
        <span
          className={cn("block h-full rounded", isHigh ? (isRisk ? "bg-bad" : "bg-beam") : "bg-sea")}
          style={{ width: `${percent}%` }}
        />
      </span>
    </button>
  );
};
