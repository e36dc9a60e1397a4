import { useQuery } from "@tanstack/react-query";
import { Lock, type LucideIcon, SearchX } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useSearchParams } from "wouter";
import type { BroadcastDetail } from "#contract/broadcasts.ts";
import { broadcastsApi } from "#contract/broadcasts.ts";
import { editableStates, startedStates } from "#domain/broadcasts/broadcast.ts";
import { ApiError, apiQuery, serverMessage } from "#web/lib/api.ts";
import { useSetScreenSubtitle } from "#web/lib/screen-subtitle.ts";
import { useMay } from "#web/lib/session.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { campaignsPath, newBroadcastPath } from "#web/screens/campaigns/broadcast-path.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PhaseProvider, phaseOf } from "./broadcast-phase.ts";
import { PeopleSheets } from "./people-sheet.tsx";
import { PreviewPage } from "./preview/preview-page.tsx";
import { ResultsPage } from "./results/results-page.tsx";
import { RunningPage } from "./running/running-page.tsx";
import { ScheduledPage } from "./scheduled-page.tsx";
import { WritePage } from "./write/write-page.tsx";

const PageSkeleton = () => (
  <div aria-busy="true" className="grid gap-4">
    <Skeleton className="w-24" />
    <Skeleton className="h-9 w-1/3" />
    <Skeleton className="h-32 rounded-card" />
    <Skeleton className="h-96 rounded-card" />
  </div>
);

const Message = ({ icon, title, text }: { icon: LucideIcon; title: string; text: string }) => {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        action={
          <Button asChild>
            <Link href={campaignsPath}>{t("campaigns.tab.broadcasts")}</Link>
          </Button>
        }
      />
    </Card>
  );
};

/** What the page shows follows the state. */
const BroadcastPage = ({ broadcast }: { broadcast: BroadcastDetail }) => {
  const [params, setParams] = useSearchParams();
  const mayChange = useMay("rules", "work");
  /** A change in the preview makes it a draft until the next check begins; the preview stays. */
  const [isRechecked, setIsRechecked] = useState(false);
  const { state } = broadcast;
  useTitle(broadcast.name);
  if (editableStates.includes(state)) {
    const isWritten = (state === "draft" && !isRechecked) || (mayChange && params.get("step") === "write");
    if (isWritten) return <WritePage broadcast={broadcast} onPreview={() => setParams({})} />;
    return (
      <PreviewPage
        broadcast={broadcast}
        onWrite={() => setParams({ step: "write" })}
        onRecheck={setIsRechecked}
      />
    );
  }
  if (state === "scheduled") return <ScheduledPage broadcast={broadcast} />;
  if (startedStates.includes(state)) return <RunningPage broadcast={broadcast} />;
  return <ResultsPage broadcast={broadcast} />;
};

const StoredBroadcast = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(broadcastsApi.get, { params: { id } }));
  if (error instanceof ApiError && error.status === 404)
    return <Message icon={SearchX} title={t("campaigns.gone.title")} text={t("campaigns.gone.text")} />;
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <PhaseProvider value={phaseOf(data.state)}>
      <PeopleSheets broadcastId={id}>
        {error && (
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        )}
        <BroadcastPage broadcast={data} />
      </PeopleSheets>
    </PhaseProvider>
  );
};

const NewBroadcast = () => {
  const { t } = useTranslation();
  const mayChange = useMay("rules", "work");
  useTitle(t("campaigns.new"));
  if (!mayChange)
    return <Message icon={Lock} title={t("closedScreen.title")} text={t("campaigns.readOnly")} />;
  return <WritePage broadcast={undefined} onPreview={() => {}} />;
};

const BroadcastScreen = () => {
  const { t } = useTranslation();
  const [path] = useLocation();
  useSetScreenSubtitle(t("campaigns.subtitle"));
  if (path === newBroadcastPath) return <NewBroadcast />;
  const id = path.split("/").at(-1) ?? "";
  return <StoredBroadcast key={id} id={id} />;
};

export default BroadcastScreen;
