import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { dashboard } from "#contract/dashboard.ts";
import { settings } from "#contract/settings.ts";
import { startOfDay } from "#domain/day.ts";
import { query } from "#web/lib/api.ts";
import { useTicking } from "#web/lib/clock.ts";
import { invalidateTopics } from "#web/lib/query-client.ts";
import { ActivityCard } from "./activity-card.tsx";
import { ChannelCard } from "./channel-card.tsx";
import { FunnelCard } from "./funnel-card.tsx";
import { StatCards } from "./stat-cards.tsx";

/** A name for the workspace's current day, which changes at its midnight; empty until its timezone is known. */
const useWorkspaceDay = (): string => {
  const { data } = useQuery(query(settings.general));
  return useTicking((now) => (data ? String(startOfDay(now, data.timezone)) : ""));
};

/** At the workspace's midnight nothing changes in the data, yet everything that says "today" does. */
const useRefreshAtMidnight = () => {
  const client = useQueryClient();
  const day = useWorkspaceDay();
  const shownDay = useRef(day);
  useEffect(() => {
    if (shownDay.current !== day && shownDay.current !== "")
      void invalidateTopics(client, dashboard.stats.topics);
    shownDay.current = day;
  }, [client, day]);
};

const DashboardScreen = () => {
  useRefreshAtMidnight();
  return (
    <>
      <StatCards />
      <div className="grid gap-3.5 lg:grid-cols-[1.35fr_1fr]">
        <ChannelCard />
        <FunnelCard />
      </div>
      <ActivityCard />
    </>
  );
};

export default DashboardScreen;
