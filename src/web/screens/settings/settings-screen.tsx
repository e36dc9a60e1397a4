import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { type Area, type AreaLevel, hasLevel } from "#domain/access/areas.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useUser } from "#web/lib/session.ts";
import { ApiKeysTab } from "./account-tabs.tsx";
import { AiProvidersTab } from "./ai-providers-tab.tsx";
import { ApiTab } from "./api/api-tab.tsx";
import { BackupsTab } from "./backups/backups-tab.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { GoLiveTab } from "./go-live/go-live-tab.tsx";
import { HealthTab } from "./health/health-tab.tsx";
import { IntegrationsTab } from "./integrations/integrations-tab.tsx";
import { MapsTab } from "./maps-tab.tsx";
import { PersonFieldsTab } from "./person-fields/person-fields-tab.tsx";
import { PhoneTab } from "./phone/phone-tab.tsx";
import { ScriptsTab } from "./scripts-tab.tsx";
import { SettingsNavigation } from "./settings-navigation.tsx";
import { TeamTab } from "./team/team-tab.tsx";
import { WebhooksTab } from "./webhooks/webhooks-tab.tsx";

/** The pages, in groups. The first one that a user may open is shown where none is chosen. */
const tabGroups = {
  ai: ["ai-providers"],
  channels: ["api-keys", "phone", "scripts", "go-live"],
  integrations: ["integrations", "webhooks", "api", "maps"],
  workspace: ["general", "team", "person-fields", "backups", "health"],
} as const;
type GroupId = keyof typeof tabGroups;
type TabId = (typeof tabGroups)[GroupId][number];
const groupIds = Object.keys(tabGroups) as GroupId[];
const tabIds: readonly TabId[] = groupIds.flatMap((group) => tabGroups[group]);

const tabContents: Record<TabId, ReactNode> = {
  "ai-providers": <AiProvidersTab />,
  "api-keys": <ApiKeysTab />,
  integrations: <IntegrationsTab />,
  general: <GeneralTab />,
  team: <TeamTab />,
  maps: <MapsTab />,
  scripts: <ScriptsTab />,
  phone: <PhoneTab />,
  "person-fields": <PersonFieldsTab />,
  api: <ApiTab />,
  webhooks: <WebhooksTab />,
  "go-live": <GoLiveTab />,
  backups: <BackupsTab />,
  health: <HealthTab />,
};

/** What a tab needs; a tab that is not listed is open to every user. */
const tabPlaces: Partial<Record<TabId, { area: Area; level: AreaLevel }>> = {
  "ai-providers": { area: "ai", level: "view" },
  "api-keys": { area: "integrations", level: "view" },
  integrations: { area: "integrations", level: "view" },
  general: { area: "settings", level: "view" },
  team: { area: "team", level: "manage" },
  maps: { area: "integrations", level: "view" },
  scripts: { area: "voice", level: "view" },
  phone: { area: "voice", level: "view" },
  "person-fields": { area: "people", level: "view" },
  webhooks: { area: "integrations", level: "view" },
  "go-live": { area: "settings", level: "view" },
  backups: { area: "settings", level: "manage" },
  health: { area: "settings", level: "manage" },
};

const useOpenTabs = (): TabId[] => {
  const { permissions } = useUser();
  return useMemo(
    () =>
      tabIds.filter((id) => {
        const place = tabPlaces[id];
        return !place || hasLevel(permissions, place.area, place.level);
      }),
    [permissions],
  );
};

const SettingsScreen = () => {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const requestedTab = search.get("tab");
  const openTabs = useOpenTabs();
  const tab = openTabs.find((id) => id === requestedTab) ?? openTabs[0] ?? "api";

  useCommands(
    useMemo(
      () =>
        openTabs.map((id) => ({
          id: `settings ${id}`,
          label: `${t("screen.settings.full")}: ${t(`settings.tab.${id}`)}`,
          run: () => setSearch({ tab: id }, { replace: true }),
        })),
      [t, openTabs, setSearch],
    ),
  );

  return (
    <SettingsNavigation<TabId>
      label={t("screen.settings.full")}
      value={tab}
      onChange={(id) => setSearch({ tab: id }, { replace: true })}
      groups={groupIds
        .map((group) => ({
          title: t(`settings.group.${group}`),
          entries: tabGroups[group]
            .filter((id) => openTabs.includes(id))
            .map((id) => ({
              id,
              label: t(`settings.tab.${id}`),
              words: t(`settings.words.${id}`),
              content: tabContents[id],
            })),
        }))
        .filter(({ entries }) => entries.length > 0)}
    />
  );
};

export default SettingsScreen;
