import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";
import { startOfDay } from "#domain/day.ts";
import { GoLiveNotice, useIsGoLiveNoticeLoading } from "#web/components/go-live/go-live-notice.tsx";
import { StartNotice } from "#web/components/start/start-notice.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { useClockText } from "#web/lib/clock.ts";
import { isFirstLoad } from "#web/lib/first-load.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { invalidateTopics } from "#web/lib/query-client.ts";
import { withTexts } from "#web/lib/with-texts.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ActivityCard } from "./activity-card.tsx";
import { AttentionCard } from "./attention-card.tsx";
import { ChannelCard } from "./channel-card.tsx";
import { FunnelCard } from "./funnel-card.tsx";
import { StatCards, StatCardsSkeleton } from "./stat-cards.tsx";

const TrendsCard = lazy(withTexts(async () => ({ default: (await import("./trends-card.tsx")).TrendsCard })));

/** Identifies the current day in the workspace's timezone; empty until the timezone is loaded. */
const useWorkspaceDay = (): string => {
  const { data } = useQuery(apiQuery(firstRoutes.generalSettings));
  return useClockText((now) => (data ? String(startOfDay(now, data.timezone)) : ""));
};

/** Figures for "today" change at midnight although no topic is announced. */
const useRefreshAtMidnight = () => {
  const client = useQueryClient();
  const day = useWorkspaceDay();
  const shownDay = useRef(day);
  useEffect(() => {
    if (shownDay.current !== day && shownDay.current !== "")
      void invalidateTopics(client, firstRoutes.stats.topics);
    shownDay.current = day;
  }, [client, day]);
};

const DashboardScreen = () => {
  useRefreshAtMidnight();
  const attention = useQuery(apiQuery(firstRoutes.attention));
  const isNoticeLoading = useIsGoLiveNoticeLoading();
  // What needs attention has a height of its own: the figures below it come with it.
  if (isFirstLoad(attention) || isNoticeLoading) return <StatCardsSkeleton />;
  return (
    <>
      <GoLiveNotice />
      <AttentionCard />
      <StartNotice />
      <StatCards />
      <div className="grid gap-3.5 lg:grid-cols-[1.35fr_1fr]">
        <ChannelCard />
        <FunnelCard />
      </div>
      <ErrorBoundary fallback={() => null}>
        <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
          <TrendsCard />
        </Suspense>
      </ErrorBoundary>
      <ActivityCard />
    </>
  );
};

export default DashboardScreen;
