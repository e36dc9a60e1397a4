import { ArrowDown, ArrowUp, FlaskConical, PauseCircle } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { AiProvider } from "#contract/ai-providers.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";

/** From this share of failed requests on, the error rate is highlighted. */
const highErrorRate = 0.05;
/** From this share of the budget on, what is left is highlighted. */
const nearlySpent = 0.8;
/** Reasons that an administrator can remove in the settings. */
const solvedInSettings: readonly AiProvider["skipped"][] = [
  "no_key",
  "no_address",
  "no_model",
  "model_retired",
  "budget_spent",
  "personal_text_not_accepted",
];

/** The card is as it was delivered: nothing is wrong. */
const notSetUp: readonly AiProvider["skipped"][] = ["off", "no_key", "no_address"];

type FigureProps = { label: string; value: string; note?: string | undefined; isHigh?: boolean };

const Figure = ({ label, value, note, isHigh = false }: FigureProps) => (
  <div className="min-w-0">
    <dt className="text-faint text-xs">{label}</dt>
    <dd
      className={cn(
        "break-words font-[620] text-[17px] leading-6 tracking-[-0.012em] tabular-nums",
        isHigh && "text-warn",
      )}
    >
      {value}
    </dd>
    {note && <dd className={cn("text-xs", isHigh ? "text-warn" : "text-faint")}>{note}</dd>}
  </div>
);

/** What the vendor cost this month, against its budget. */
const Spending = ({ provider }: { provider: AiProvider }) => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const { costThisMonth, monthlyBudget } = provider;
  const dollars = (amount: number) => formatDollars(amount, numberLocale);
  const share = monthlyBudget ? Math.min(1, costThisMonth / monthlyBudget) : 1;
  const isHigh = monthlyBudget !== null && share >= nearlySpent;
  const left = monthlyBudget === null ? 0 : Math.max(0, monthlyBudget - costThisMonth);
  return (
    <div className="grid gap-1 border-line border-t pt-3">
      <dl className="flex flex-wrap items-baseline gap-x-1.5">
        <dt className="text-faint text-xs">{t("brain.costThisMonth")}</dt>
        <dd className="ml-auto font-[600] text-sm tabular-nums">{dollars(costThisMonth)}</dd>
        {monthlyBudget !== null && (
          <dd className="text-faint text-xs tabular-nums">
            {t("brain.ofBudget", { amount: dollars(monthlyBudget) })}
          </dd>
        )}
      </dl>
      {monthlyBudget !== null && (
        <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-hover dark:bg-line">
          <div
            className={cn("h-full rounded-full", isHigh ? "bg-warn" : "bg-sea")}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
      <p className={cn("text-xs", isHigh ? "text-warn" : "text-faint")}>
        {monthlyBudget === null
          ? t("brain.noBudget")
          : left > 0
            ? t("brain.budgetLeft", { amount: dollars(left) })
            : t("brain.budgetSpent")}
      </p>
    </div>
  );
};

/** Why the vendor is not asked now. */
const SkipNotice = ({
  skipped,
  isAdmin,
}: {
  skipped: NonNullable<AiProvider["skipped"]>;
  isAdmin: boolean;
}) => {
  const { t } = useTranslation();
  return (
    <div
      className={cn(
        "flex gap-2 rounded-lg px-2.5 py-2 text-xs",
        notSetUp.includes(skipped) ? "bg-hover text-soft" : "bg-warn-tint text-warn",
      )}
    >
      <PauseCircle aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <p className="min-w-0">
        {t(`brain.skip.${skipped}`)}
        {isAdmin && solvedInSettings.includes(skipped) && (
          <Link href="/settings?tab=ai-providers" className="block w-fit font-[560] underline">
            {t("brain.toSettings")}
          </Link>
        )}
      </p>
    </div>
  );
};

type MoveButtonProps = {
  label: string;
  keys: string;
  direction: "up" | "down";
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
};

const MoveButton = ({ label, keys, direction, disabled, onClick, children }: MoveButtonProps) => (
  <Tooltip text={`${label} (${keys})`}>
    <Button
      variant="ghost"
      size="icon"
      className="size-9 sm:size-7"
      aria-label={label}
      aria-keyshortcuts={direction === "up" ? "Alt+ArrowUp" : "Alt+ArrowDown"}
      data-move={direction}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </Button>
  </Tooltip>
);

type ProviderCardProps = {
  provider: AiProvider;
  /** 1 is asked first. */
  place: number;
  isLast: boolean;
  /** Undefined when the user may not change providers. */
  onSwitch: ((enabled: boolean) => void) | undefined;
  onMove: ((by: -1 | 1) => void) | undefined;
};

export const ProviderCard = ({ provider, place, isLast, onSwitch, onMove }: ProviderCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, enabled, mode, model, models, skipped, requestsToday, failedToday } = provider;
  const { averageLatencyMs, p95LatencyMs, costToday } = provider;
  const { retired = false, retiredAt = null } = models.find(({ id }) => id === model) ?? {};
  // The simulators may exist without being allowed to answer.
  const isSimulated = mode === "sandbox" && skipped !== "no_key";
  const percent = new Intl.NumberFormat(format.numberLocale, { style: "percent", maximumFractionDigits: 1 });
  const errorRate = requestsToday === 0 ? 0 : failedToday / requestsToday;
  const notAvailable = t("brain.notAvailable");
  const ms = (amount: number) => t("brain.ms", { amount: format.number(amount) });
  return (
    <li
      data-provider={provider.id}
      className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-panel p-4 shadow-card"
    >
      <div className="grid gap-1.5">
        <div className="flex min-h-7 items-center gap-2">
          <span
            className={cn(
              "grid size-5 shrink-0 place-items-center rounded-md text-2xs font-[620] tabular-nums",
              skipped ? "bg-hover text-faint" : "bg-sea-tint text-sea",
            )}
          >
            <span aria-hidden="true">{place}</span>
            <span className="sr-only">{t("brain.place", { place })}</span>
          </span>
          <h3 className="min-w-0 flex-1 break-words font-[620] text-base tracking-tight">{name}</h3>
          {onMove && (
            <div className="flex">
              <MoveButton
                label={t("brain.moveUp", { name })}
                keys="Alt ↑"
                direction="up"
                disabled={place === 1}
                onClick={() => onMove(-1)}
              >
                <ArrowUp aria-hidden="true" />
              </MoveButton>
              <MoveButton
                label={t("brain.moveDown", { name })}
                keys="Alt ↓"
                direction="down"
                disabled={isLast}
                onClick={() => onMove(1)}
              >
                <ArrowDown aria-hidden="true" />
              </MoveButton>
            </div>
          )}
          <Switch
            checked={enabled}
            disabled={!onSwitch}
            onCheckedChange={(next) => onSwitch?.(next)}
            aria-label={t("brain.switch", { name })}
          />
        </div>
        <p className="flex flex-wrap gap-1.5">
          <Badge tone={enabled ? "ok" : "quiet"}>{t(enabled ? "brain.on" : "brain.off")}</Badge>
          {isSimulated && (
            <Badge tone="warn">
              <FlaskConical aria-hidden="true" className="size-3" />
              {t("simulated.label")}
            </Badge>
          )}
          {enabled && !isSimulated && mode !== "live" && <Badge>{t("integrations.mode.none")}</Badge>}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-1.5 text-xs">
          <span className="text-faint">{t("brain.model")}</span>
          <span className="min-w-0 break-all text-soft">{model ?? t("brain.noModel")}</span>
          {retired ? (
            <span className="text-warn">{t("brain.retiredMark")}</span>
          ) : (
            retiredAt && <span className="text-warn">{t("brain.retiring", { date: retiredAt })}</span>
          )}
        </p>
      </div>
      <dl
        className={cn(
          "grid grid-cols-2 content-start gap-x-3 gap-y-2.5 border-line border-t pt-3",
          !enabled && "text-soft",
        )}
      >
        <Figure label={t("brain.requests")} value={format.number(requestsToday)} />
        <Figure label={t("brain.costToday")} value={formatDollars(costToday, format.numberLocale)} />
        <Figure
          label={t("brain.latency")}
          value={averageLatencyMs === null ? notAvailable : ms(averageLatencyMs)}
          note={p95LatencyMs === null ? undefined : t("brain.p95", { amount: format.number(p95LatencyMs) })}
        />
        <Figure
          label={t("brain.errors")}
          value={requestsToday === 0 ? notAvailable : percent.format(errorRate)}
          note={
            failedToday > 0
              ? t("brain.failed", { count: failedToday, amount: format.number(failedToday) })
              : requestsToday > 0
                ? t("brain.noFailures")
                : undefined
          }
          isHigh={errorRate >= highErrorRate}
        />
      </dl>
      <Spending provider={provider} />
      {skipped && <SkipNotice skipped={skipped} isAdmin={onSwitch !== undefined} />}
    </li>
  );
};
