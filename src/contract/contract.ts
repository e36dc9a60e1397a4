import { aiProvidersApi } from "./ai-providers.ts";
import { approvalsApi } from "./approvals.ts";
import { audiencesApi, viewsApi } from "./audiences.ts";
import { accountApi, authApi } from "./auth.ts";
import { backupsApi } from "./backups.ts";
import { batchesApi } from "./batches.ts";
import { broadcastsApi } from "./broadcasts.ts";
import { bulkApi } from "./bulk.ts";
import { businessApi } from "./business.ts";
import { chatAccountsApi } from "./chat-accounts.ts";
import { closingDaysApi } from "./closing-days.ts";
import { complianceApi } from "./compliance.ts";
import { consentsApi } from "./consents.ts";
import { dashboardApi } from "./dashboard.ts";
import { deletionsApi } from "./deletions.ts";
import { deliveriesApi } from "./deliveries.ts";
import { duplicatesApi } from "./duplicates.ts";
import { endpointsApi } from "./endpoints.ts";
import { eventHooksApi } from "./event-hooks.ts";
import { eventsApi } from "./events.ts";
import { exportsApi } from "./exports.ts";
import { firstStepsApi } from "./first-steps.ts";
import { formsApi } from "./forms.ts";
import { goLiveApi } from "./go-live.ts";
import { importsApi } from "./imports.ts";
import { inboxApi } from "./inbox.ts";
import { inboxAiApi } from "./inbox-ai.ts";
import { integrationsApi } from "./integrations.ts";
import { knowledgeApi } from "./knowledge.ts";
import { learningApi } from "./learning.ts";
import { oauthApi } from "./oauth.ts";
import { peopleApi } from "./people.ts";
import { addressesApi, personFieldsApi } from "./person-fields.ts";
import { personPageApi } from "./person-page.ts";
import { phoneApi } from "./phone.ts";
import { placesApi } from "./places.ts";
import { planApi } from "./plan.ts";
import { profilesApi } from "./profiles.ts";
import { publicDataApi } from "./public-data.ts";
import { pushApi } from "./push.ts";
import { readingApi } from "./reading.ts";
import { reportLimitsApi } from "./report-limits.ts";
import { reportMailsApi } from "./report-mails.ts";
import { reportsApi } from "./reports.ts";
import { rulesApi } from "./rules.ts";
import { runsApi } from "./runs.ts";
import { savedRepliesApi } from "./saved-replies.ts";
import { scriptsApi } from "./scripts.ts";
import { secondFactorApi } from "./second-factor.ts";
import { sessionsApi } from "./sessions.ts";
import { settingsApi } from "./settings.ts";
import { singleSignOnApi } from "./single-sign-on.ts";
import { syncsApi } from "./syncs.ts";
import { tasksApi } from "./tasks.ts";
import { invitationsApi, rolesApi, teamsApi } from "./team.ts";
import { templatesApi } from "./templates.ts";
import { testCallersApi } from "./test-callers.ts";
import { tokensApi } from "./tokens.ts";
import { usageApi } from "./usage.ts";
import { usersApi } from "./users.ts";
import { voiceApi } from "./voice.ts";
import { webhooksApi } from "./webhooks.ts";
import { workIntegrationsApi } from "./work-integrations.ts";
import { workspaceApi } from "./workspace.ts";

// Three parts, because the compiler writes down the type of each, and one of the whole API would be too long for it.
const workspaceContract = {
  auth: authApi,
  account: accountApi,
  secondFactor: secondFactorApi,
  sessions: sessionsApi,
  push: pushApi,
  users: usersApi,
  roles: rolesApi,
  invitations: invitationsApi,
  teams: teamsApi,
  singleSignOn: singleSignOnApi,
  tokens: tokensApi,
  oauth: oauthApi,
  approvals: approvalsApi,
  settings: settingsApi,
  backups: backupsApi,
  business: businessApi,
  dashboard: dashboardApi,
};

const peopleContract = {
  people: peopleApi,
  personFields: personFieldsApi,
  addresses: addressesApi,
  profiles: profilesApi,
  personPage: personPageApi,
  audiences: audiencesApi,
  views: viewsApi,
  duplicates: duplicatesApi,
  exports: exportsApi,
  batches: batchesApi,
  imports: importsApi,
  bulk: bulkApi,
  endpoints: endpointsApi,
  events: eventsApi,
  forms: formsApi,
  webhooks: webhooksApi,
  eventHooks: eventHooksApi,
};

const workContract = {
  aiProviders: aiProvidersApi,
  reading: readingApi,
  knowledge: knowledgeApi,
  learning: learningApi,
  rules: rulesApi,
  runs: runsApi,
  broadcasts: broadcastsApi,
  reports: reportsApi,
  plan: planApi,
  templates: templatesApi,
  inbox: inboxApi,
  inboxAi: inboxAiApi,
  deliveries: deliveriesApi,
  deletions: deletionsApi,
  ledgers: consentsApi,
  usage: usageApi,
  tasks: tasksApi,
  reportLimits: reportLimitsApi,
  reportMails: reportMailsApi,
  savedReplies: savedRepliesApi,
  scripts: scriptsApi,
  testCallers: testCallersApi,
  voice: voiceApi,
  phone: phoneApi,
  compliance: complianceApi,
  closingDays: closingDaysApi,
  integrations: integrationsApi,
  syncs: syncsApi,
  workIntegrations: workIntegrationsApi,
  chatAccounts: chatAccountsApi,
  goLive: goLiveApi,
  firstSteps: firstStepsApi,
  places: placesApi,
  publicData: publicDataApi,
  workspace: workspaceApi,
};

export type Contract = typeof workspaceContract & typeof peopleContract & typeof workContract;

/** The whole API. To add a route: an entry in its resource's file here, and a handler in server/api. */
export const contract: Contract = { ...workspaceContract, ...peopleContract, ...workContract };
