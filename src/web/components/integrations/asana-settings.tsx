import { useTranslation } from "react-i18next";
import { ReportAddress } from "./report-address.tsx";
import { PanelSection, SettingsPanel } from "./settings-panel.tsx";

/** Tasks about people in Asana. */
export const AsanaSettings = () => {
  const { t } = useTranslation();
  return (
    <SettingsPanel service="asana">
      {(work) => (
        <>
          <ReportAddress work={work} service="asana" label="Asana" />
          <PanelSection title={t("workIntegration.tasks.title")} hint={t("workIntegration.tasks.text")}>
            {null}
          </PanelSection>
        </>
      )}
    </SettingsPanel>
  );
};
