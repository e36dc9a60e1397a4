import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { endpoints, type IngestionEndpoint } from "#contract/endpoints.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { useCardKeys } from "#web/lib/use-card-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { type Doing, EndpointDialogs } from "./endpoint-dialogs.tsx";

const grid = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3";
const none: IngestionEndpoint[] = [];

const EndpointsScreen = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const [, navigate] = useLocation();
  const mayChange = useMay("operator");
  const { data, error, isPending, refetch } = useQuery(query(endpoints.list));
  const [doing, setDoing] = useState<Doing>();
  const list = useRef<HTMLUListElement>(null);
  useCardKeys(list, {
    e: (id) => {
      const endpoint = data?.find((each) => each.id === id);
      if (endpoint) setDoing({ kind: "edit", endpoint });
    },
  });
  useCommands(
    useMemo(
      () => [
        ...(mayChange
          ? [{ id: "endpoints.add", label: t("endpoints.add"), run: () => setDoing({ kind: "create" }) }]
          : []),
        ...(data ?? none).map(({ id, name }) => ({
          id: `endpoints.open ${id}`,
          label: t("endpoints.openNamed", { name }),
          run: () => navigate(`/endpoints/${id}`),
        })),
      ],
      [mayChange, t, data, navigate],
    ),
  );
  const add = mayChange && (
    <Button variant="primary" onClick={() => setDoing({ kind: "create" })}>
      <Plus aria-hidden="true" />
      {t("endpoints.add")}
    </Button>
  );

  return (
    <div className="grid gap-4">
      {data && data.length > 0 && (
        <div className="flex min-h-9 items-center justify-between gap-3">
          <p className="text-sm text-soft tabular-nums">
            {t("endpoints.count", { count: data.length, shown: format.number(data.length) })}
          </p>
          {add}
        </div>
      )}
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
        <ul ref={list} className={grid}>
          {data.map((endpoint) => (
            <li key={endpoint.id} data-card-frame className="grid">
              <EndpointCard endpoint={endpoint} onDo={setDoing} />
            </li>
          ))}
        </ul>
      )}
      <EndpointDialogs doing={doing} onClose={() => setDoing(undefined)} />
    </div>
  );
};

const CardSkeletons = () => (
  <div aria-busy="true" className={grid}>
    {[0, 1, 2].map((key) => (
      <Card key={key}>
        <Skeleton className="mb-4 w-1/2" />
        <Skeleton className="mb-6 w-4/5" />
        <Skeleton className="mb-4 h-9" />
        <Skeleton className="h-9" />
      </Card>
    ))}
  </div>
);

export default EndpointsScreen;
