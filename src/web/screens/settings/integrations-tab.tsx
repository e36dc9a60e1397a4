import { useQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import { useTranslation } from "react-i18next";
import { integrations } from "#contract/integrations.ts";
import { query, serverMessage } from "../../lib/api.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorCard } from "../../ui/error-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ConnectorForm } from "./connector-form.tsx";

export const IntegrationsTab = () => {
  const { t, i18n } = useTranslation();
  const connectors = useQuery(query(integrations.connectors));
  const connections = useQuery(query(integrations.list));
  const error = connectors.error ?? connections.error;

  if (error && !(connectors.data && connections.data)) {
    const retry = () => {
      void connectors.refetch();
      void connections.refetch();
    };
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={retry} />;
  }
  if (!connectors.data || !connections.data) {
    return (
      <div className="grid gap-4 lg:grid-cols-2" aria-busy="true">
        <Skeleton className="h-52" />
        <Skeleton className="h-52" />
      </div>
    );
  }
  if (connectors.data.length === 0) {
    return (
      <Card>
        <EmptyState icon={Plug} title={t("integrations.empty")} text={t("integrations.emptyText")} />
      </Card>
    );
  }
  const groups = Object.entries(Object.groupBy(connectors.data, ({ group }) => group));
  return (
    <div className="grid gap-7">
      {groups.map(([group, cards = []]) => {
        const key = `connectorGroup.${group}`;
        return (
          <section key={group} aria-label={group} className="grid min-w-0 gap-3">
            <h2 className="font-[560] text-faint text-xs">
              {i18n.exists(key) ? String(i18n.t(key as never)) : group}
            </h2>
            <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2 2xl:grid-cols-3">
              {cards.map((connector) => (
                <ConnectorForm
                  key={connector.id}
                  connector={connector}
                  connection={connections.data[connector.id]}
                />
              ))}
            </div>
          </section>
        );
      })}
    </div>
  );
};
