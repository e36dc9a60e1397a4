import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { dashboard } from "#contract/dashboard.ts";
import { invalidateTopics } from "#web/lib/query-client.ts";
import { ActivityCard } from "./activity-card.tsx";
import { ChannelCard } from "./channel-card.tsx";
import { FunnelCard } from "./funnel-card.tsx";
import { StatCards } from "./stat-cards.tsx";
import { useWorkspaceDay } from "./use-today.ts";

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
