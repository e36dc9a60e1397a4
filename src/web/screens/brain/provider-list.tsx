import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Brain } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type AiProvider, aiProvidersApi } from "#contract/ai-providers.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { useHasRole } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";

/** Updates the cached list before the server answers and reverts it on failure. */
const useSetProviderEnabled = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { mutateAsync } = useApiMutation(aiProvidersApi.update);

  return useCallback(
    async ({ id }: AiProvider, enabled: boolean): Promise<void> => {
      const key = apiQuery(aiProvidersApi.list).queryKey;
      const setCached = (value: boolean) =>
        client.setQueryData(key, (list) =>
          list?.map((provider) => (provider.id === id ? { ...provider, enabled: value } : provider)),
        );
      await client.cancelQueries({ queryKey: key });
      setCached(enabled);
      try {
        await mutateAsync({ params: { id }, body: { enabled } });
        toast({ title: t("success.title"), description: t("brain.updated") });
      } catch (error) {
        setCached(!enabled);
        toast({
          title: t("error.title"),
          description: t("brain.updateFailed"),
          detail: serverMessage(error),
          variant: "destructive",
        });
      }
    },
    [client, mutateAsync, t],
  );
};

type ProviderCardProps = {
  provider: AiProvider;
  /** Undefined when the user may not change providers. */
  onSwitch: ((enabled: boolean) => void) | undefined;
};

const ProviderCard = ({ provider, onSwitch }: ProviderCardProps) => {
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

export const ProviderList = () => {
  const { t } = useTranslation();
  const isAdmin = useHasRole("admin");
  const { data, error, refetch } = useQuery(apiQuery(aiProvidersApi.list));
  const setEnabled = useSetProviderEnabled();

  useCommands(
    useMemo(
      () =>
        (isAdmin ? (data ?? []) : []).map((provider) => ({
          id: `brain ${provider.id}`,
          label: t(provider.enabled ? "brain.turnOff" : "brain.turnOn", { name: provider.name }),
          run: () => void setEnabled(provider, !provider.enabled),
        })),
      [t, isAdmin, data, setEnabled],
    ),
  );

  if (!data && error) {
    return (
      <ErrorCard title={t("brain.loadFailed")} detail={serverMessage(error)} onRetry={() => void refetch()} />
    );
  }
  if (data?.length === 0) {
    return (
      <Card>
        <EmptyState icon={Brain} title={t("brain.empty")} text={t("brain.emptyText")} />
      </Card>
    );
  }
  return (
    <section aria-label={t("brain.providers")} aria-busy={!data}>
      <ul className="grid gap-4 sm:grid-cols-2 2xl:grid-cols-4">
        {data
          ? data.map((provider) => (
              <ProviderCard
                key={provider.id}
                provider={provider}
                onSwitch={isAdmin ? (enabled) => void setEnabled(provider, enabled) : undefined}
              />
            ))
          : ["first", "second", "third", "fourth"].map((key) => (
              <li key={key}>
                <Skeleton className="h-44 rounded-card" />
              </li>
            ))}
      </ul>
    </section>
  );
};
