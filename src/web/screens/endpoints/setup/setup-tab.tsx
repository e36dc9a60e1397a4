import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { MailSetup } from "./mail-setup.tsx";
import { PullSetup } from "./pull-setup.tsx";
import { WebhookSetup } from "./webhook-setup.tsx";

/** How data gets here: where to send it, or how it is fetched. */
export const SetupTab = ({ endpoint }: { endpoint: IngestionEndpoint }) => {
  if (endpoint.type === "webhook") return <WebhookSetup endpoint={endpoint} />;
  if (endpoint.type === "pull_api") return <PullSetup endpoint={endpoint} />;
  return <MailSetup endpoint={endpoint} />;
};
