import { ChatSettings } from "./chat-settings.tsx";
import { ReportAddress } from "./report-address.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

const label = "Telegram";

/** Notices in Telegram, and replies from there. */
export const TelegramSettings = () => (
  <SettingsPanel service="telegram">
    {(work) => (
      <>
        <ReportAddress work={work} service="telegram" label={label} />
        <ChatSettings
          key={JSON.stringify([work.routes, work.users])}
          work={work}
          service="telegram"
          label={label}
        />
      </>
    )}
  </SettingsPanel>
);
