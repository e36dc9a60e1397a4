import { useTranslation } from "react-i18next";
import type { AiProvider } from "#contract/ai-providers.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Switch } from "#web/ui/switch.tsx";

type ProviderCardProps = {
  provider: AiProvider;
  /** Absent for whoever may not switch it. */
  onSwitch: ((enabled: boolean) => void) | undefined;
};

export const ProviderCard = ({ provider, onSwitch }: ProviderCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, enabled, mode, model, models, requestsToday, averageLatencyMs } = provider;
  const retired = models.find(({ id }) => id === model)?.retired ?? false;
  const latency = averageLatencyMs === null ? undefined : format.number(averageLatencyMs);
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-card border border-line bg-panel p-4 shadow-card">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="break-words font-[620] text-base tracking-tight">{name}</h2>
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            <Badge tone={enabled ? "ok" : "quiet"}>{t(enabled ? "brain.on" : "brain.off")}</Badge>
            {mode === "sandbox" && <Badge tone="warn">{t("integrations.mode.sandbox")}</Badge>}
            {mode === "off" && <Badge>{t("integrations.mode.none")}</Badge>}
          </p>
        </div>
        <Switch
          checked={enabled}
          disabled={!onSwitch}
          onCheckedChange={(next) => onSwitch?.(next)}
          aria-label={t("brain.switch", { name })}
        />
      </div>
      <dl className={cn("mt-auto grid gap-2 border-line border-t pt-3 text-sm", !enabled && "text-soft")}>
        <div className="flex min-w-0 items-center gap-3">
          <dt className="text-soft">{t("brain.model")}</dt>
          <dd className="ml-auto min-w-0 break-all text-right">{model ?? t("brain.noModel")}</dd>
          {retired && <dd className="text-warn text-xs">{t("brain.retiredMark")}</dd>}
        </div>
        <div className="flex items-center gap-3">
          <dt className="text-soft">{t("brain.requests")}</dt>
          <dd className="ml-auto font-[560] tabular-nums">{format.number(requestsToday)}</dd>
        </div>
        <div className="flex items-center gap-3">
          <dt className="text-soft">{t("brain.latency")}</dt>
          <dd className="ml-auto font-[560] tabular-nums">
            {latency === undefined ? t("brain.notAvailable") : t("brain.ms", { amount: latency })}
          </dd>
        </div>
      </dl>
    </li>
  );
};
