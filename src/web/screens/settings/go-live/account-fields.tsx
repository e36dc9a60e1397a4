import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { integrationsApi } from "#contract/integrations.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useConnectorHints, useOfferedNumbers } from "#web/screens/settings/connector-choices.ts";
import { ConnectionForm } from "#web/screens/settings/connector-form.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The fields of a messaging account, as in API Keys. */
export const AccountFields = ({ service }: { service: string }) => {
  const { t } = useTranslation();
  const connectors = useQuery(apiQuery(integrationsApi.connectors));
  const keys = useQuery(apiQuery(integrationsApi.apiKeys));
  const addHints = useConnectorHints();
  const offered = useOfferedNumbers();
  const connector = connectors.data?.find(({ id }) => id === service);
  const error = connectors.error ?? keys.error;
  if (connector && keys.data)
    return (
      <div className="max-w-2xl rounded-card border border-line bg-panel p-4">
        <ConnectionForm
          kind="configuration"
          connector={addHints(connector)}
          connection={keys.data.find((each) => each.service === service)}
          offered={offered}
          wide
        />
      </div>
    );
  if (error)
    return (
      <ErrorCard
        title={t("error.load")}
        detail={serverMessage(error)}
        onRetry={() => void Promise.all([connectors.refetch(), keys.refetch()])}
      />
    );
  return <Skeleton className="h-48 max-w-2xl rounded-card" />;
};
