import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";

/** From here on a score shines, and a risk alarms. */
const high = 75;

type ScoreCardProps = {
  label: string;
  value: number;
  risk?: boolean;
  chosen: boolean;
  onChoose: () => void;
};

/** A score; pressed, what it is made of stands below. */
export const ScoreCard = ({ label, value, risk = false, chosen, onChoose }: ScoreCardProps) => {
  const { t } = useTranslation();
  const score = Math.min(100, Math.max(0, value));
  const isHigh = score > high;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={cn(
        "min-w-0 rounded-card border px-3 py-2.5 text-left transition-colors sm:px-3.5 sm:py-3",
        chosen ? "border-sea bg-sea-tint" : "border-line hover:bg-hover",
      )}
    >
      <span className="block text-[12.5px] text-soft leading-4">{label}</span>
      <span className="font-[640] text-[22px] leading-8 tracking-[-0.025em] tabular-nums">{value}</span>
      <span className="sr-only">{t("people.score.show")}</span>
      <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded bg-hover">
        <span
          className={cn("block h-full rounded", isHigh ? (risk ? "bg-bad" : "bg-beam") : "bg-sea")}
          style={{ width: `${score}%` }}
        />
      </span>
    </button>
  );
};
