import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type ConnectorCard, integrations } from "#contract/integrations.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import type { FieldOptions } from "#web/lib/json-schema.ts";
import { readFields } from "#web/lib/json-schema.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ConnectorForm } from "./connector-form.tsx";

type AccountCardsProps = { accounts: readonly ConnectorCard[]; offered?: Record<string, FieldOptions> };

/** A card of more fields than this takes the whole row. */
const wideFrom = 4;
const usualFields = ({ form }: ConnectorCard): number =>
  readFields(form).filter(({ schema }) => !schema.advanced).length;

/** Messaging and map accounts, each with what is stored for it. */
export const AccountCards = ({ accounts, offered = {} }: AccountCardsProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(query(integrations.apiKeys));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-2" aria-busy={!data}>
      {accounts.map((account) =>
        data ? (
          <ConnectorForm
            key={account.id}
            kind="configuration"
            connector={account}
            connection={data.find(({ service }) => service === account.id)}
            offered={offered}
            wide={usualFields(account) > wideFrom}
          />
        ) : (
          <Skeleton key={account.id} className="h-64 rounded-card" />
        ),
      )}
    </div>
  );
};
