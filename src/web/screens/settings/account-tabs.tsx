import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type ConnectorCard, integrationsApi } from "#contract/integrations.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import type { FieldOptions } from "#web/lib/json-schema.ts";
import { readFields } from "#web/lib/json-schema.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useConnectorHints, useOfferedNumbers } from "./connector-choices.ts";
import { AccountCard } from "./connector-form.tsx";

type AccountCardsProps = {
  accounts: readonly ConnectorCard[];
  offered?: Record<string, FieldOptions>;
  /** One card beside something else. */
  isSingle?: boolean;
};

/** A card with more fields spans the whole row. */
const maxNarrowFields = 4;
const basicFieldCount = ({ form }: ConnectorCard): number =>
  readFields(form).filter(({ schema }) => !schema.advanced).length;

export const AccountCards = ({ accounts, offered = {}, isSingle = false }: AccountCardsProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(integrationsApi.apiKeys));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  return (
    <div className={cn("grid min-w-0 gap-4", !isSingle && "lg:grid-cols-2")} aria-busy={!data}>
      {accounts.map((account) =>
        data ? (
          <AccountCard
            key={account.id}
            connector={account}
            connection={data.find(({ service }) => service === account.id)}
            offered={offered}
            wide={!isSingle && basicFieldCount(account) > maxNarrowFields}
          />
        ) : (
          <Skeleton key={account.id} className={cn("rounded-card", isSingle ? "h-128" : "h-64")} />
        ),
      )}
    </div>
  );
};

const isMessaging = ({ group }: ConnectorCard): boolean => group === "messaging";

export const ApiKeysTab = () => {
  const { t } = useTranslation();
  const { data: connectors, error, refetch } = useQuery(apiQuery(integrationsApi.connectors));
  const addHints = useConnectorHints();
  const accounts = useMemo(() => connectors?.filter(isMessaging).map(addHints), [connectors, addHints]);
  const choices = useOfferedNumbers();
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
