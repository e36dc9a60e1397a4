import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { useCommands } from "#web/lib/commands.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { ApiKeysTab, MapsTab } from "./account-tabs.tsx";
import { AiProvidersTab } from "./ai-providers-tab.tsx";
import { ApiTab } from "./api/api-tab.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { GoLiveTab } from "./go-live/go-live-tab.tsx";
import { IntegrationsTab } from "./integrations/integrations-tab.tsx";
import { PersonFieldsTab } from "./person-fields/person-fields-tab.tsx";
import { PhoneTab } from "./phone/phone-tab.tsx";
import { ScriptsTab } from "./scripts-tab.tsx";
import { WebhooksTab } from "./webhooks/webhooks-tab.tsx";

const tabIds = [
  "ai-providers",
  "api-keys",
  "integrations",
  "general",
  "maps",
  "scripts",
  "phone",
  "person-fields",
  "api",
  "webhooks",
  "go-live",
] as const;
type TabId = (typeof tabIds)[number];

const tabContents: Record<TabId, ReactNode> = {
  "ai-providers": <AiProvidersTab />,
  "api-keys": <ApiKeysTab />,
  integrations: <IntegrationsTab />,
  general: <GeneralTab />,
  maps: <MapsTab />,
  scripts: <ScriptsTab />,
  phone: <PhoneTab />,
  "person-fields": <PersonFieldsTab />,
  api: <ApiTab />,
  webhooks: <WebhooksTab />,
  "go-live": <GoLiveTab />,
};

const SettingsScreen = () => {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const requestedTab = search.get("tab");
  const tab = tabIds.find((id) => id === requestedTab) ?? tabIds[0];

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
      tabs={tabIds.map((id) => ({ id, label: t(`settings.tab.${id}`), content: tabContents[id] }))}
    />
  );
};

export default SettingsScreen;
