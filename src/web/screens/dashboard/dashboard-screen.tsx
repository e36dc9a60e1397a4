import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { dashboardApi } from "#contract/dashboard.ts";
import { invalidateTopics } from "#web/lib/query-client.ts";
import { ActivityCard } from "./activity-card.tsx";
import { ChannelCard } from "./channel-card.tsx";
import { FunnelCard } from "./funnel-card.tsx";
import { StatCards } from "./stat-cards.tsx";
import { useToday } from "./use-today.ts";

/** At the workspace's midnight nothing changes in the data, yet everything that says "today" does. */
const useFreshToday = () => {
  const client = useQueryClient();
  const today = useToday();
  const shown = useRef(today);
  useEffect(() => {
    if (shown.current !== today && shown.current !== "")
      void invalidateTopics(client, dashboardApi.stats.topics);
    shown.current = today;
  }, [client, today]);
};

const DashboardScreen = () => {
  useFreshToday();
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
