import { useTranslation } from "react-i18next";
import { ReportAddress } from "./report-address.tsx";
import { PanelSection, SettingsPanel } from "./settings-panel.tsx";

/** Leads of Facebook's lead ads. */
export const FacebookSettings = () => {
  const { t } = useTranslation();
  return (
    <SettingsPanel service="facebook">
      {(work) => (
        <>
          <ReportAddress work={work} service="facebook" label="Facebook" />
          <PanelSection
            title={t("workIntegration.leads.title")}
            hint={t("workIntegration.leads.text", { type: "facebook.lead", name: "Facebook Lead Ads" })}
          >
            {null}
          </PanelSection>
        </>
      )}
    </SettingsPanel>
  );
};
