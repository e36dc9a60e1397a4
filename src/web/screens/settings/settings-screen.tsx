import { Bot, KeyRound, Map as MapIcon, ScrollText } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { useCommands } from "../../lib/commands.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { IntegrationsTab } from "./integrations-tab.tsx";

const tabIds = ["ai-providers", "api-keys", "integrations", "general", "maps", "scripts"] as const;
type TabId = (typeof tabIds)[number];

const emptyIcons = { "ai-providers": Bot, "api-keys": KeyRound, maps: MapIcon, scripts: ScrollText } as const;

const EmptyTab = ({ id }: { id: keyof typeof emptyIcons }) => {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={emptyIcons[id]}
        title={t(`settings.empty.${id}.title`)}
        text={t(`settings.empty.${id}.text`)}
      />
    </Card>
  );
};

const contents: Record<TabId, ReactNode> = {
  "ai-providers": <EmptyTab id="ai-providers" />,
  "api-keys": <EmptyTab id="api-keys" />,
  integrations: <IntegrationsTab />,
  general: <GeneralTab />,
  maps: <EmptyTab id="maps" />,
  scripts: <EmptyTab id="scripts" />,
};

const SettingsScreen = () => {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const asked = search.get("tab");
  const tab = tabIds.find((id) => id === asked) ?? tabIds[0];

  useCommands(
    useMemo(
      () =>
        tabIds.map((id) => ({
          id: `settings ${id}`,
          label: `${t("screen.settings.full")}: ${t(`settings.tab.${id}`)}`,
          run: () => setSearch({ tab: id }, { replace: true }),
        })),
      [t, setSearch],
    ),
  );

  return (
    <Tabs
      label={t("screen.settings.full")}
      value={tab}
      onChange={(id) => setSearch({ tab: id }, { replace: true })}
      tabs={tabIds.map((id) => ({ id, label: t(`settings.tab.${id}`), content: contents[id] }))}
    />
  );
};

export default SettingsScreen;
