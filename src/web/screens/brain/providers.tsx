import { useQuery } from "@tanstack/react-query";
import { Brain } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { aiProviders } from "#contract/ai-providers.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useMay } from "#web/lib/session.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ProviderCard } from "./provider-card.tsx";
import { useSetProviderEnabled } from "./use-provider-switch.ts";

export const ProviderList = () => {
  const { t } = useTranslation();
  const isAdmin = useMay("admin");
  const { data, error, refetch } = useQuery(query(aiProviders.list));
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
          : ["first", "second", "third", "fourth"].map((place) => (
              <li key={place}>
                <Skeleton className="h-44 rounded-card" />
              </li>
            ))}
      </ul>
    </section>
  );
};
