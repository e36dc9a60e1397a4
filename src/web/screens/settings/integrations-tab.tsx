import { useQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type ConnectorCard, integrationsApi } from "#contract/integrations.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ConnectorForm } from "./connector-form.tsx";
import { useConnectorHints } from "./use-connector-hints.ts";

const groupsWithOwnTab = ["messaging", "maps", "ai"];
const groupOrder = ["voice", "crm", "data", "tasks", "email", "social", "automation"];
const groupRank = (group: string): number =>
  groupOrder.includes(group) ? groupOrder.indexOf(group) : groupOrder.length - 2;

/** Groups in display order; n8n is last in its group. */
const groupConnectors = (connectors: readonly ConnectorCard[]): [string, ConnectorCard[]][] => {
  const visible = connectors.filter(({ group }) => !groupsWithOwnTab.includes(group));
  const byGroup = Map.groupBy(visible, ({ group }) => group);
  return [...byGroup]
    .sort(([a], [b]) => groupRank(a) - groupRank(b))
    .map(([group, cards]) => [
      group,
      cards.toSorted((a, b) => Number(a.id === "n8n") - Number(b.id === "n8n")),
    ]);
};

export const IntegrationsTab = () => {
  const { t } = useTranslation();
  const translateValue = useWorded();
  const addHints = useConnectorHints();
  const connectors = useQuery(apiQuery(integrationsApi.connectors));
  const connections = useQuery(apiQuery(integrationsApi.connections));

  if (!connectors.data || !connections.data) {
    const error = connectors.error ?? connections.error;
    const retry = () => {
      void connectors.refetch();
      void connections.refetch();
    };
    if (error) return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={retry} />;
    return (
      <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3" aria-busy="true">
        {["first", "second", "third"].map((key) => (
          <Skeleton key={key} className="h-52 rounded-card" />
        ))}
      </div>
    );
  }
  const groups = groupConnectors(connectors.data.map(addHints));
  if (groups.length === 0) {
    return (
      <Card>
        <EmptyState icon={Plug} title={t("integrations.empty")} text={t("integrations.emptyText")} />
      </Card>
    );
  }
  return (
    <div className="grid gap-7">
      {groups.map(([group, cards]) => (
        <section
          key={group}
          aria-label={translateValue("connectorGroup", group)}
          className="grid min-w-0 gap-3"
        >
          <h2 className="font-[560] text-faint text-xs">{translateValue("connectorGroup", group)}</h2>
          <div className="grid min-w-0 gap-4 lg:grid-cols-2 xl:grid-cols-3">
            {cards.map((connector) => (
              <ConnectorForm
                key={connector.id}
                connector={connector}
                connection={connections.data[connector.id]}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
};
