import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type ConnectorCard, integrations } from "#contract/integrations.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AccountCards } from "./account-cards.tsx";
import { useConnectorHints } from "./use-explained.ts";

const isMessaging = ({ group }: ConnectorCard): boolean => group === "messaging";

export const ApiKeysTab = () => {
  const { t } = useTranslation();
  const { data: connectors, error, refetch } = useQuery(query(integrations.connectors));
  const { data: numbers } = useQuery(query(integrations.phoneNumbers));
  const addHints = useConnectorHints();
  const accounts = useMemo(() => connectors?.filter(isMessaging).map(addHints), [connectors, addHints]);
  // Without a list to choose from, the number is typed.
  const choices = useMemo(
    () =>
      numbers && numbers.length > 0
        ? {
            fromNumber: numbers.map(({ phoneNumber, label }) => ({
              value: phoneNumber,
              label: label && label !== phoneNumber ? `${phoneNumber} · ${label}` : phoneNumber,
            })),
          }
        : {},
    [numbers],
  );
  if (accounts) return <AccountCards accounts={accounts} offered={choices} />;
  if (error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-2" aria-busy="true">
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  );
};
