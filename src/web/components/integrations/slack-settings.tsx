import { ChatSettings } from "./chat-settings.tsx";
import { ReportAddress } from "./report-address.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

const label = "Slack";

/** Notices in Slack, and replies from there. */
export const SlackSettings = () => (
  <SettingsPanel service="slack">
    {(work) => (
      <>
        <ReportAddress work={work} service="slack" label={label} />
        <ChatSettings
          key={JSON.stringify([work.routes, work.users])}
          work={work}
          service="slack"
          label={label}
        />
      </>
    )}
  </SettingsPanel>
);
