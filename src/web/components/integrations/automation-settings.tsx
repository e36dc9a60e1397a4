import { useTranslation } from "react-i18next";
import type { AutomationService } from "#domain/integrations/integration-work.ts";
import { PanelSection, SettingsPanel } from "./settings-panel.tsx";

/** Workflows that are started with a person. */
export const AutomationSettings = ({ service }: { service: AutomationService }) => {
  const { t } = useTranslation();
  return (
    <SettingsPanel service={service}>
      {() => (
        <PanelSection
          title={t("workIntegration.automation.title")}
          hint={t("workIntegration.automation.text")}
        >
          <p className="text-pretty text-soft text-xs">{t("workIntegration.automation.webhooks")}</p>
        </PanelSection>
      )}
    </SettingsPanel>
  );
};
