import { useTranslation } from "react-i18next";
import { ReportAddress } from "./report-address.tsx";
import { PanelSection, SettingsPanel } from "./settings-panel.tsx";
import { WorkConnect } from "./work-connect.tsx";

/** Leads of LinkedIn's lead forms. */
export const LinkedinSettings = () => {
  const { t } = useTranslation();
  return (
    <SettingsPanel service="linkedin">
      {(work) => (
        <>
          <WorkConnect work={work} label="LinkedIn" />
          <ReportAddress work={work} service="linkedin" label="LinkedIn" />
          <PanelSection
            title={t("workIntegration.leads.title")}
            hint={t("workIntegration.leads.linkedin", { type: "linkedin.lead", name: "LinkedIn Lead Forms" })}
          >
            {null}
          </PanelSection>
        </>
      )}
    </SettingsPanel>
  );
};
