import { useQuery } from "@tanstack/react-query";
import { FlaskConical, SearchX } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useRoute } from "wouter";
import { endpointsApi, type IngestionEndpoint } from "#contract/endpoints.ts";
import { LeaveDialog, useLeaveGuard } from "#web/components/layout/leave-guard.tsx";
import { ApiError, apiQuery, serverMessage } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { type EndpointAction, EndpointDialogs } from "./endpoint-dialogs.tsx";
import { EndpointHeader } from "./endpoint-header.tsx";
import { DeadTab } from "./events/dead-tab.tsx";
import { EventSheet } from "./events/event-sheet.tsx";
import { EventsTab } from "./events/events-tab.tsx";
import { ReplayTab } from "./events/replay-tab.tsx";
import { MappingTab } from "./mapping/mapping-tab.tsx";
import { SetupTab } from "./setup/setup-tab.tsx";
import { type EndpointTabId, endpointTabIds, useEndpointView } from "./use-endpoint-view.ts";

const useEndpointCommands = (
  endpoint: IngestionEndpoint,
  onAction: (action: EndpointAction) => void,
  setTab: (tab: EndpointTabId) => void,
): void => {
  const { t } = useTranslation();
  const mayChange = useMay("endpoints", "work");
  useShortcuts(mayChange ? { e: () => onAction({ kind: "edit", endpoint }) } : {});
  useCommands(
    useMemo(
      () => [
        ...(mayChange
          ? (["test", "edit", "duplicate", "delete"] as const).map((kind) => ({
              id: `endpoint ${kind}`,
              label: t(kind === "delete" ? "endpoints.remove" : `endpoints.${kind}`),
              run: () => onAction({ kind, endpoint }),
            }))
          : []),
        ...endpointTabIds
          .filter((id) => mayChange || id !== "replay")
          .map((id) => ({
            id: `endpoint tab ${id}`,
            label: `${endpoint.name}: ${t(`endpoints.tab.${id}`)}`,
            run: () => setTab(id),
          })),
      ],
      [t, mayChange, endpoint, onAction, setTab],
    ),
  );
};

const EndpointView = ({ endpoint }: { endpoint: IngestionEndpoint }) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const mayChange = useMay("endpoints", "work");
  const view = useEndpointView();
  const [action, setAction] = useState<EndpointAction>();
  const guard = useLeaveGuard();
  const { confirmLeaving } = guard;
  const { filter, setView, event, openEvent, setTab: changeTab } = view;
  const setTab = useCallback<typeof changeTab>(
    (tab, extraParams) => confirmLeaving(() => changeTab(tab, extraParams)),
    [confirmLeaving, changeTab],
  );
  useEndpointCommands(endpoint, setAction, setTab);

  const testButton = mayChange && (
    <Button onClick={() => setAction({ kind: "test", endpoint })}>
      <FlaskConical aria-hidden="true" />
      {t("endpoints.test")}
    </Button>
  );
  const filterProps = { endpoint, filter, setView };
  const listProps = { ...filterProps, openId: event, onOpen: openEvent };
  const tabContents: Record<EndpointTabId, () => ReactNode> = {
    events: () => <EventsTab {...listProps} emptyAction={testButton} />,
    dead: () => <DeadTab {...listProps} onReplay={(status) => setTab("replay", { status })} />,
    replay: () => <ReplayTab {...filterProps} onShowEvents={() => setTab("events")} />,
    mapping: () => (
      <MappingTab
        key={endpoint.id}
        endpoint={endpoint}
        onDirtyChange={guard.setDirty}
        onReplay={() => changeTab("replay")}
        emptyAction={testButton}
      />
    ),
    setup: () => <SetupTab endpoint={endpoint} />,
  };
  const visibleTabs = endpointTabIds.filter((id) => mayChange || id !== "replay");
  const tab = visibleTabs.includes(view.tab) ? view.tab : "events";

  return (
    <>
      <EndpointHeader
        endpoint={endpoint}
        onAction={setAction}
        onShowDead={() => setTab("dead", { status: "dead" })}
      />
      <Tabs
        label={endpoint.name}
        value={tab}
        onChange={(id) => setTab(id)}
        tabs={visibleTabs.map((id) => ({
          id,
          label: t(`endpoints.tab.${id}`),
          content: id === tab ? tabContents[id]() : null,
        }))}
      />
      {event && <EventSheet key={event} id={event} onClose={() => openEvent(undefined)} onOpen={openEvent} />}
      <EndpointDialogs
        action={action}
        onClose={() => setAction(undefined)}
        onDeleted={() => navigate("/endpoints")}
      />
      <LeaveDialog guard={guard} />
    </>
  );
};

const EndpointScreen = () => {
  const { t } = useTranslation();
  const [, params] = useRoute("/endpoints/:id");
  const { data, error, refetch } = useQuery(apiQuery(endpointsApi.get, { params: { id: params?.id ?? "" } }));
  if (data) return <EndpointView key={data.id} endpoint={data} />;
  if (error instanceof ApiError && error.status === 404)
    return (
      <Card>
        <EmptyState
          icon={SearchX}
          title={t("endpoints.notFound")}
          text={t("endpoints.notFoundText")}
          action={
            <Button asChild>
              <Link href="/endpoints">{t("endpoints.back")}</Link>
            </Button>
          }
        />
      </Card>
    );
  if (error)
    return (
      <ErrorCard
        title={t("endpoints.loadFailed")}
        detail={serverMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div aria-busy="true" className="grid gap-4">
      <Skeleton className="w-32" />
      <Card>
        <Skeleton className="mb-4 h-6 w-1/3" />
        <Skeleton className="h-10" />
      </Card>
      <Skeleton className="h-9" />
      <Skeleton className="h-64" />
    </div>
  );
};

export default EndpointScreen;
