import { useQuery } from "@tanstack/react-query";
import { FlaskConical, SearchX } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useRoute } from "wouter";
import { endpointsApi, type IngestionEndpoint } from "#contract/endpoints.ts";
import { ApiError, query, serverMessage } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { type Doing, EndpointDialogs } from "./endpoint-dialogs.tsx";
import { EndpointHeader } from "./endpoint-header.tsx";
import { DeadTab } from "./events/dead-tab.tsx";
import { EventSheet } from "./events/event-sheet.tsx";
import { EventsTab } from "./events/events-tab.tsx";
import { ReplayTab } from "./events/replay-tab.tsx";
import { MappingTab } from "./mapping/mapping-tab.tsx";
import { SetupTab } from "./setup/setup-tab.tsx";
import { useEndpointCommands } from "./use-endpoint-commands.ts";
import { LeaveGuard, useLeaveGuard } from "./use-leave-guard.tsx";
import { type TabId, tabIds, useView } from "./use-view.ts";

const EndpointView = ({ endpoint }: { endpoint: IngestionEndpoint }) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const mayChange = useMay("operator");
  const view = useView();
  const [doing, setDoing] = useState<Doing>();
  const guard = useLeaveGuard();
  const { before } = guard;
  const { filter, set, event, open, goTo: goToTab } = view;
  const goTo = useCallback<typeof goToTab>(
    (tab, also) => before(() => goToTab(tab, also)),
    [before, goToTab],
  );
  useEndpointCommands(endpoint, setDoing, goTo);

  const start = mayChange && (
    <Button onClick={() => setDoing({ kind: "test", endpoint })}>
      <FlaskConical aria-hidden="true" />
      {t("endpoints.test")}
    </Button>
  );
  const shared = { endpoint, filter, set };
  const reading = { ...shared, openId: event, onOpen: open };
  const contents: Record<TabId, () => ReactNode> = {
    events: () => <EventsTab {...reading} start={start} />,
    dead: () => <DeadTab {...reading} onReplay={(status) => goTo("replay", { status })} />,
    replay: () => <ReplayTab {...shared} onWatch={() => goTo("events")} />,
    mapping: () => (
      <MappingTab
        key={endpoint.id}
        endpoint={endpoint}
        onDirty={guard.setDirty}
        onReplay={() => goToTab("replay")}
        start={start}
      />
    ),
    setup: () => <SetupTab endpoint={endpoint} />,
  };
  const offered = tabIds.filter((id) => mayChange || id !== "replay");
  const tab = offered.includes(view.tab) ? view.tab : "events";

  return (
    <>
      <EndpointHeader endpoint={endpoint} onDo={setDoing} onDead={() => goTo("dead")} />
      <Tabs
        label={endpoint.name}
        value={tab}
        onChange={(id) => goTo(id)}
        tabs={offered.map((id) => ({
          id,
          label: t(`endpoints.tab.${id}`),
          content: id === tab ? contents[id]() : null,
        }))}
      />
      {event && <EventSheet key={event} id={event} onClose={() => open(undefined)} onOpen={open} />}
      <EndpointDialogs
        doing={doing}
        onClose={() => setDoing(undefined)}
        onDeleted={() => navigate("/endpoints")}
      />
      <LeaveGuard guard={guard} />
    </>
  );
};

/** One endpoint: what came through it, what went wrong, how it is read, and how to send to it. */
const EndpointScreen = () => {
  const { t } = useTranslation();
  const [, params] = useRoute("/endpoints/:id");
  const { data, error, refetch } = useQuery(query(endpointsApi.get, { params: { id: params?.id ?? "" } }));
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
