import { useTranslation } from "react-i18next";
import { PanelSection, SettingsPanel } from "./settings-panel.tsx";
import { WorkConnect } from "./work-connect.tsx";

/** Direct messages of X. */
export const XSettings = () => {
  const { t } = useTranslation();
  return (
    <SettingsPanel service="x">
      {(work) => (
        <>
          <WorkConnect work={work} label="X" />
          <PanelSection title={t("workIntegration.messages.title")} hint={t("workIntegration.messages.x")}>
            {null}
          </PanelSection>
        </>
      )}
    </SettingsPanel>
  );
};
