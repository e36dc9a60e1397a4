import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";

type DryRunProgressProps = { people: number; total: number | undefined; onStop: () => void };

/** How many of all people were looked at so far. */
export const DryRunProgress = ({ people, total, onStop }: DryRunProgressProps) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const percent = total ? Math.min(100, Math.floor((people / total) * 100)) : 0;
  const progressText =
    total === undefined
      ? t("rules.dryRun.running")
      : t("rules.dryRun.progress", { people: number(people), total: number(total) });
  return (
    <div className="flex items-center gap-4 rounded-card border border-line px-4 py-3">
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="flex justify-between gap-3 text-sm tabular-nums">
          <span className="min-w-0 truncate">{progressText}</span>
          {total !== undefined && <b className="font-[600]">{`${percent} %`}</b>}
        </p>
        <div
          role="progressbar"
          aria-label={t("rules.dryRun.title")}
          {...(total === undefined ? {} : { "aria-valuenow": percent })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuetext={progressText}
          className="h-1.5 overflow-hidden rounded bg-hover"
        >
          <div
            className={cn(
              "h-full rounded bg-sea transition-[width] duration-300 ease-out",
              total === undefined && "animate-pulse",
            )}
            style={{ width: `${Math.max(2, percent)}%` }}
          />
        </div>
      </div>
      <Button size="sm" onClick={onStop}>
        {t("action.cancel")}
      </Button>
    </div>
  );
};
