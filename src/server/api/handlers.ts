import { aiProviderHandlers } from "./ai-providers.ts";
import { approvalHandlers } from "./approvals.ts";
import { audienceHandlers } from "./audiences.ts";
import { accountHandlers, authHandlers } from "./auth.ts";
import { backupsHandlers } from "./backups.ts";
import { batchHandlers } from "./batches.ts";
import { broadcastHandlers } from "./broadcasts.ts";
import { bulkHandlers } from "./bulk.ts";
import { chatAccountHandlers } from "./chat-accounts.ts";
import { closingDaysHandlers } from "./closing-days.ts";
import { complianceHandlers } from "./compliance.ts";
import { dashboardHandlers } from "./dashboard.ts";
import { deletionHandlers } from "./deletions.ts";
import { deliveryHandlers } from "./deliveries.ts";
import { duplicateHandlers } from "./duplicates.ts";
import { endpointHandlers } from "./endpoints.ts";
import { eventHookHandlers } from "./event-hooks.ts";
import { eventHandlers } from "./events.ts";
import { exportHandlers } from "./exports.ts";
import { firstStepHandlers } from "./first-steps.ts";
import { formHandlers } from "./forms.ts";
import { goLiveHandlers } from "./go-live.ts";
import type { Handlers } from "./handler.ts";
import { importHandlers } from "./imports.ts";
import { inboxHandlers } from "./inbox.ts";
import { inboxAiHandlers } from "./inbox-ai.ts";
import { integrationHandlers } from "./integrations.ts";
import { invitationHandlers } from "./invitations.ts";
import { knowledgeHandlers } from "./knowledge.ts";
import { learningHandlers } from "./learning.ts";
import { ledgerHandlers } from "./ledgers.ts";
import { oauthHandlers } from "./oauth.ts";
import { peopleHandlers } from "./people.ts";
import { addressHandlers } from "./person-addresses.ts";
import { personFieldHandlers } from "./person-fields.ts";
import { personPageHandlers } from "./person-page.ts";
import { phoneHandlers } from "./phone.ts";
import { placeHandlers } from "./places.ts";
import { planHandlers } from "./plan.ts";
import { profileHandlers } from "./profiles.ts";
import { publicDataHandlers } from "./public-data.ts";
import { pushHandlers } from "./push.ts";
import { readingHandlers } from "./reading.ts";
import { reportLimitHandlers } from "./report-limits.ts";
import { reportMailHandlers } from "./report-mails.ts";
import { reportHandlers } from "./reports.ts";
import { roleHandlers } from "./roles.ts";
import { ruleHandlers } from "./rules.ts";
import { runHandlers } from "./runs.ts";
import { savedReplyHandlers } from "./saved-replies.ts";
import { scriptHandlers } from "./scripts.ts";
import { secondFactorHandlers } from "./second-factor.ts";
import { sessionHandlers } from "./sessions.ts";
import { businessHandlers, settingsHandlers } from "./settings.ts";
import { singleSignOnHandlers } from "./single-sign-on.ts";
import { syncHandlers } from "./syncs.ts";
import { taskHandlers } from "./tasks.ts";
import { teamHandlers } from "./teams.ts";
import { templateHandlers } from "./templates.ts";
import { testCallerHandlers } from "./test-callers.ts";
import { tokenHandlers } from "./tokens.ts";
import { usageHandlers } from "./usage.ts";
import { userHandlers } from "./users.ts";
import { viewHandlers } from "./views.ts";
import { voiceHandlers } from "./voice.ts";
import { webhookHandlers } from "./webhooks.ts";
import { workIntegrationHandlers } from "./work-integrations.ts";
import { workspaceHandlers } from "./workspace.ts";

export const handlers: Handlers = {
  auth: authHandlers,
  account: accountHandlers,
  secondFactor: secondFactorHandlers,
  sessions: sessionHandlers,
  push: pushHandlers,
  users: userHandlers,
  roles: roleHandlers,
  invitations: invitationHandlers,
  teams: teamHandlers,
  singleSignOn: singleSignOnHandlers,
  tokens: tokenHandlers,
  oauth: oauthHandlers,
  approvals: approvalHandlers,
  settings: settingsHandlers,
  backups: backupsHandlers,
  business: businessHandlers,
  dashboard: dashboardHandlers,
  compliance: complianceHandlers,
  closingDays: closingDaysHandlers,
  integrations: integrationHandlers,
  syncs: syncHandlers,
  workIntegrations: workIntegrationHandlers,
  chatAccounts: chatAccountHandlers,
  goLive: goLiveHandlers,
  firstSteps: firstStepHandlers,
  aiProviders: aiProviderHandlers,
  places: placeHandlers,
  publicData: publicDataHandlers,
  scripts: scriptHandlers,
  testCallers: testCallerHandlers,
  voice: voiceHandlers,
  phone: phoneHandlers,
  bulk: bulkHandlers,
  endpoints: endpointHandlers,
  events: eventHandlers,
  forms: formHandlers,
  webhooks: webhookHandlers,
  eventHooks: eventHookHandlers,
  people: peopleHandlers,
  personFields: personFieldHandlers,
  addresses: addressHandlers,
  profiles: profileHandlers,
  personPage: personPageHandlers,
  audiences: audienceHandlers,
  views: viewHandlers,
  duplicates: duplicateHandlers,
  exports: exportHandlers,
  batches: batchHandlers,
  imports: importHandlers,
  reading: readingHandlers,
  knowledge: knowledgeHandlers,
  learning: learningHandlers,
  rules: ruleHandlers,
  runs: runHandlers,
  broadcasts: broadcastHandlers,
  reports: reportHandlers,
  plan: planHandlers,
  templates: templateHandlers,
  inbox: inboxHandlers,
  inboxAi: inboxAiHandlers,
  deliveries: deliveryHandlers,
  deletions: deletionHandlers,
  ledgers: ledgerHandlers,
  tasks: taskHandlers,
  reportLimits: reportLimitHandlers,
  reportMails: reportMailHandlers,
  savedReplies: savedReplyHandlers,
  usage: usageHandlers,
  workspace: workspaceHandlers,
};
