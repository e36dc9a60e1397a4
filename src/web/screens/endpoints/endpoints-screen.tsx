import { useQuery } from "@tanstack/react-query";
import { FileText, Plus, Webhook } from "lucide-react";
import { type RefObject, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { endpointsApi, type IngestionEndpoint } from "#contract/endpoints.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { type EndpointAction, EndpointDialogs } from "./endpoint-dialogs.tsx";

/** `j` and `k` move the focus between cards, `e` edits the focused one. */
const useEndpointCardKeys = (
  list: RefObject<HTMLElement | null>,
  endpoints: readonly IngestionEndpoint[],
  onEdit: ((endpoint: IngestionEndpoint) => void) | undefined,
): void => {
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>("a[data-endpoint]") ?? [])];
  const step = (offset: number) => {
    const cardLinks = links();
    const current = cardLinks.findIndex((link) => link.closest("li")?.contains(document.activeElement));
    const next = current < 0 ? 0 : Math.min(cardLinks.length - 1, Math.max(0, current + offset));
    cardLinks[next]?.focus();
  };
  const byId = useMemo(() => new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])), [endpoints]);
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    e: () => {
      if (!onEdit) return;
      const focused = links().find((link) => link.closest("li")?.contains(document.activeElement));
      const endpoint = byId.get(focused?.dataset.endpoint ?? "");
      if (endpoint) onEdit(endpoint);
    },
  });
};

const grid = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3";
const noEndpoints: IngestionEndpoint[] = [];

const EndpointsScreen = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const [, navigate] = useLocation();
  const mayChange = useMay("endpoints", "work");
  const { data, error, isPending, refetch } = useQuery(apiQuery(endpointsApi.list));
  const [action, setAction] = useState<EndpointAction>();
  const list = useRef<HTMLUListElement>(null);
  const edit = (endpoint: IngestionEndpoint) => setAction({ kind: "edit", endpoint });
  useEndpointCardKeys(list, data ?? noEndpoints, mayChange ? edit : undefined);
  useCommands(
    useMemo(
      () => [
        ...(mayChange
          ? [{ id: "endpoints.add", label: t("endpoints.add"), run: () => setAction({ kind: "create" }) }]
          : []),
        ...(data ?? noEndpoints).map(({ id, name }) => ({
          id: `endpoints.open ${id}`,
          label: t("endpoints.openNamed", { name }),
          run: () => navigate(`/endpoints/${id}`),
        })),
      ],
      [mayChange, t, data, navigate],
    ),
  );
  const addButton = (
    <div className="flex flex-wrap justify-center gap-2">
      <Button asChild>
        <Link href="/endpoints/forms">
          <FileText aria-hidden="true" />
          {t("forms.entry")}
        </Link>
      </Button>
      {mayChange && (
        <Button variant="primary" onClick={() => setAction({ kind: "create" })}>
          <Plus aria-hidden="true" />
          {t("endpoints.add")}
        </Button>
      )}
    </div>
  );

  return (
    <div className="grid gap-4">
      {data && data.length > 0 && (
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <p className="text-sm text-soft tabular-nums">
            {t("endpoints.count", { count: data.length, shown: format.number(data.length) })}
          </p>
          {addButton}
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
            action={addButton}
          />
        </Card>
      )}
      {data && data.length > 0 && (
        <ul ref={list} className={grid}>
          {data.map((endpoint) => (
            <li key={endpoint.id} className="grid">
              <EndpointCard endpoint={endpoint} onAction={setAction} />
            </li>
          ))}
        </ul>
      )}
      <EndpointDialogs action={action} onClose={() => setAction(undefined)} />
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
