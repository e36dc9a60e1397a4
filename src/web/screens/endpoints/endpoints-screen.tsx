import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { endpoints, type IngestionEndpoint } from "#contract/endpoints.ts";
import { query, serverMessage } from "../../lib/api.ts";
import { useCommands } from "../../lib/commands.ts";
import { useMay } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorCard } from "../../ui/error-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { EndpointDialog } from "./endpoint-dialog.tsx";

/** What the dialog works on: a new endpoint, one like another, or one that exists. */
type Editing = { endpoint?: IngestionEndpoint; like?: IngestionEndpoint };

const EndpointsScreen = () => {
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  const { data, error, isPending, refetch } = useQuery(query(endpoints.list));
  const [editing, setEditing] = useState<Editing>();
  useCommands(
    useMemo(
      () =>
        mayChange ? [{ id: "endpoints.add", label: t("endpoints.add"), run: () => setEditing({}) }] : [],
      [mayChange, t],
    ),
  );
  const add = mayChange && (
    <Button variant="primary" onClick={() => setEditing({})}>
      <Plus aria-hidden="true" />
      {t("endpoints.add")}
    </Button>
  );

  return (
    <div className="grid gap-4">
      {data && data.length > 0 && <div className="flex justify-end">{add}</div>}
      {error && !data && (
        <ErrorCard
          title={t("endpoints.loadFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      )}
      {isPending && <CardSkeletons />}
      {data?.length === 0 && (
        <Card>
          <EmptyState
            icon={Webhook}
            title={t("empty.endpoints.title")}
            text={t("empty.endpoints.text")}
            action={add}
          />
        </Card>
      )}
      {data && data.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {data.map((endpoint) => (
            <li key={endpoint.id} className="grid">
              <EndpointCard
                endpoint={endpoint}
                onConfigure={() => setEditing({ endpoint })}
                onDuplicate={() => setEditing({ like: endpoint })}
              />
            </li>
          ))}
        </ul>
      )}
      {editing && <EndpointDialog {...editing} onClose={() => setEditing(undefined)} />}
    </div>
  );
};

const CardSkeletons = () => (
  <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
    {[0, 1, 2].map((key) => (
      <Card key={key}>
        <Skeleton className="mb-4 w-1/2" />
        <Skeleton className="mb-6 w-4/5" />
        <Skeleton className="h-9" />
      </Card>
    ))}
  </div>
);

export default EndpointsScreen;
