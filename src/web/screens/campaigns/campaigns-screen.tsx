import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useCommands } from "#web/lib/commands.ts";
import { useSetScreenSubtitle } from "#web/lib/screen-subtitle.ts";
import { useMay } from "#web/lib/session.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { AudiencesTab } from "./audiences-tab.tsx";
import { newBroadcastPath } from "./broadcast-path.ts";
import { BroadcastsTab } from "./broadcasts-tab.tsx";
import { campaignTabs, useCampaignsView } from "./use-campaigns-view.ts";

const CalendarTab = lazy(async () => ({
  default: (await import("./calendar/calendar-tab.tsx")).CalendarTab,
}));
const TemplatesTab = lazy(async () => ({
  default: (await import("#web/components/template/templates-tab.tsx")).TemplatesTab,
}));

const CampaignsScreen = () => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const mayChange = useMay("rules", "work");
  const { tab, setTab, ...list } = useCampaignsView();
  useSetScreenSubtitle(t("campaigns.subtitle"));
  useCommands(
    useMemo(
      () => [
        ...(mayChange
          ? [{ id: "broadcast create", label: t("campaigns.new"), run: () => navigate(newBroadcastPath) }]
          : []),
        ...campaignTabs.map((id) => ({
          id: `campaigns tab ${id}`,
          label: `${t("screen.campaigns.full")}: ${t(`campaigns.tab.${id}`)}`,
          run: () => setTab(id),
        })),
      ],
      [t, mayChange, navigate, setTab],
    ),
  );
  const contents = {
    broadcasts: () => <BroadcastsTab {...list} />,
    calendar: () => (
      <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
        <CalendarTab />
      </Suspense>
    ),
    templates: () => (
      <Suspense fallback={<Skeleton className="h-52 rounded-card" />}>
        <TemplatesTab />
      </Suspense>
    ),
    audiences: () => <AudiencesTab />,
  };
  return (
    <Tabs
      label={t("screen.campaigns.full")}
      value={tab}
      onChange={setTab}
      tabs={campaignTabs.map((id) => ({
        id,
        label: t(`campaigns.tab.${id}`),
        content: id === tab ? contents[id]() : null,
      }))}
    />
  );
};

export default CampaignsScreen;
