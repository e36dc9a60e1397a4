import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RuleInput } from "#domain/rules/rule.ts";
import { serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Input } from "#web/ui/input.tsx";
import { DryRunResult } from "./dry-run-result.tsx";
import { useDryRun } from "./use-dry-run.ts";

type DryRunProgressProps = { people: number; total: number | undefined; onStop: () => void };

const DryRunProgress = ({ people, total, onStop }: DryRunProgressProps) => {
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

const maxDays = 90;

type DryRunDialogProps = { rule: RuleInput; onClose: () => void };

/** Evaluates a rule for the stored people without sending anything. */
export const DryRunDialog = ({ rule, onClose }: DryRunDialogProps) => {
  const { t } = useTranslation();
  const { phase, result, error, run: start, stop } = useDryRun(rule);
  const [scope, setScope] = useState<"now" | "days">("now");
  const [days, setDays] = useState(30);
  const isInvalid = scope === "days" && !(Number.isInteger(days) && days >= 1 && days <= maxDays);
  const isRunning = phase === "running";
  const run = () => void start(scope === "days" ? days : undefined);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("rules.dryRun.title")}
      description={rule.name}
      className="sm:max-w-2xl"
    >
      <div className="grid gap-4">
        <p className="text-sm text-soft">{t("rules.dryRun.text")}</p>
        <fieldset className="grid gap-2" disabled={isRunning}>
          <legend className="sr-only">{t("rules.dryRun.over")}</legend>
          <label className="flex min-h-9 w-fit items-center gap-2.5 text-sm">
            <input
              type="radio"
              name="over"
              checked={scope === "now"}
              onChange={() => setScope("now")}
              className="size-4 accent-sea"
            />
            {t("rules.dryRun.now")}
          </label>
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <label className="flex min-h-9 w-fit items-center gap-2.5 text-sm">
              <input
                type="radio"
                name="over"
                checked={scope === "days"}
                onChange={() => setScope("days")}
                className="size-4 accent-sea"
              />
              {t("rules.dryRun.days")}
            </label>
            <Input
              type="number"
              min={1}
              max={maxDays}
              aria-label={t("rules.dryRun.dayCount")}
              aria-invalid={isInvalid || undefined}
              value={Number.isNaN(days) ? "" : days}
              onFocus={() => setScope("days")}
              onChange={(event) => setDays(event.target.valueAsNumber)}
              className="w-20"
            />
            <span className="text-sm text-soft">{t("rules.dryRun.dayUnit", { most: maxDays })}</span>
          </div>
        </fieldset>
        {isRunning ? (
          <DryRunProgress people={result?.people ?? 0} total={result?.total} onStop={stop} />
        ) : (
          <div>
            <Button variant="primary" disabled={isInvalid} onClick={run}>
              {t(result ? "rules.dryRun.again" : "rules.dryRun.run")}
            </Button>
          </div>
        )}
        {phase === "failed" && (
          <ErrorCard title={t("rules.dryRun.failed")} detail={serverMessage(error)} onRetry={run} />
        )}
        {result && <DryRunResult result={result} isRunning={isRunning} />}
      </div>
    </Dialog>
  );
};
