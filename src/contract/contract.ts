import { aiProvidersApi } from "./ai-providers.ts";
import { accountApi, authApi } from "./auth.ts";
import { bulkChangesApi } from "./bulk-changes.ts";
import { businessApi } from "./business.ts";
import { complianceApi } from "./compliance.ts";
import { consentsApi } from "./consents.ts";
import { dashboardApi } from "./dashboard.ts";
import { deletionsApi } from "./deletions.ts";
import { deliveriesApi } from "./deliveries.ts";
import { endpointsApi } from "./endpoints.ts";
import { eventsApi } from "./events.ts";
import { goLiveApi } from "./go-live.ts";
import { integrationsApi } from "./integrations.ts";
import { knowledgeApi } from "./knowledge.ts";
import { learningApi } from "./learning.ts";
import { peopleApi } from "./people.ts";
import { phoneApi } from "./phone.ts";
import { profilesApi } from "./profiles.ts";
import { publicDataApi } from "./public-data.ts";
import { readingApi } from "./reading.ts";
import { rulesApi } from "./rules.ts";
import { scriptsApi } from "./scripts.ts";
import { secondFactorApi } from "./second-factor.ts";
import { sessionsApi } from "./sessions.ts";
import { settingsApi } from "./settings.ts";
import { templatesApi } from "./templates.ts";
import { usageApi } from "./usage.ts";
import { usersApi } from "./users.ts";
import { voiceApi } from "./voice.ts";
import { workspaceApi } from "./workspace.ts";

/** The whole API. To add a route: an entry in its resource's file here, and a handler in server/api. */
export const contract = {
  auth: authApi,
  account: accountApi,
  secondFactor: secondFactorApi,
  sessions: sessionsApi,
  users: usersApi,
  settings: settingsApi,
  business: businessApi,
  dashboard: dashboardApi,
  people: peopleApi,
  profiles: profilesApi,
  bulkChanges: bulkChangesApi,
  endpoints: endpointsApi,
  events: eventsApi,
  aiProviders: aiProvidersApi,
  reading: readingApi,
  knowledge: knowledgeApi,
  learning: learningApi,
  rules: rulesApi,
  templates: templatesApi,
  deliveries: deliveriesApi,
  deletions: deletionsApi,
  ledgers: consentsApi,
  usage: usageApi,
  scripts: scriptsApi,
  voice: voiceApi,
  phone: phoneApi,
  compliance: complianceApi,
  integrations: integrationsApi,
  goLive: goLiveApi,
  publicData: publicDataApi,
  workspace: workspaceApi,
};
export type Contract = typeof contract;
