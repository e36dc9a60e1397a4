import { aiProviderHandlers } from "./ai-providers.ts";
import { accountHandlers, authHandlers } from "./auth.ts";
import { bulkChangeHandlers } from "./bulk-changes.ts";
import { complianceHandlers } from "./compliance.ts";
import { dashboardHandlers } from "./dashboard.ts";
import { deletionHandlers } from "./deletions.ts";
import { deliveryHandlers } from "./deliveries.ts";
import { endpointHandlers } from "./endpoints.ts";
import { eventHandlers } from "./events.ts";
import { goLiveHandlers } from "./go-live.ts";
import type { Handlers } from "./handler.ts";
import { integrationHandlers } from "./integrations.ts";
import { knowledgeHandlers } from "./knowledge.ts";
import { learningHandlers } from "./learning.ts";
import { ledgerHandlers } from "./ledgers.ts";
import { peopleHandlers } from "./people.ts";
import { phoneHandlers } from "./phone.ts";
import { profileHandlers } from "./profiles.ts";
import { publicDataHandlers } from "./public-data.ts";
import { readingHandlers } from "./reading.ts";
import { ruleHandlers } from "./rules.ts";
import { scriptHandlers } from "./scripts.ts";
import { secondFactorHandlers } from "./second-factor.ts";
import { sessionHandlers } from "./sessions.ts";
import { businessHandlers, settingsHandlers } from "./settings.ts";
import { templateHandlers } from "./templates.ts";
import { usageHandlers } from "./usage.ts";
import { userHandlers } from "./users.ts";
import { voiceHandlers } from "./voice.ts";
import { workspaceHandlers } from "./workspace.ts";

export const handlers: Handlers = {
  auth: authHandlers,
  account: accountHandlers,
  secondFactor: secondFactorHandlers,
  sessions: sessionHandlers,
  users: userHandlers,
  settings: settingsHandlers,
  business: businessHandlers,
  dashboard: dashboardHandlers,
  compliance: complianceHandlers,
  integrations: integrationHandlers,
  goLive: goLiveHandlers,
  aiProviders: aiProviderHandlers,
  publicData: publicDataHandlers,
  scripts: scriptHandlers,
  voice: voiceHandlers,
  phone: phoneHandlers,
  endpoints: endpointHandlers,
  events: eventHandlers,
  people: peopleHandlers,
  profiles: profileHandlers,
  bulkChanges: bulkChangeHandlers,
  reading: readingHandlers,
  knowledge: knowledgeHandlers,
  learning: learningHandlers,
  rules: ruleHandlers,
  templates: templateHandlers,
  deliveries: deliveryHandlers,
  deletions: deletionHandlers,
  ledgers: ledgerHandlers,
  usage: usageHandlers,
  workspace: workspaceHandlers,
};
