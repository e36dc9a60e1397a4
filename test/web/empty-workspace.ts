import { aiProvidersApi } from "#contract/ai-providers.ts";
import { approvalsApi } from "#contract/approvals.ts";
import { audiencesApi, viewsApi } from "#contract/audiences.ts";
import { authApi } from "#contract/auth.ts";
import { batchesApi } from "#contract/batches.ts";
import { businessApi } from "#contract/business.ts";
import { chatAccountsApi } from "#contract/chat-accounts.ts";
import { closingDaysApi } from "#contract/closing-days.ts";
import { consentsApi } from "#contract/consents.ts";
import { dashboardApi } from "#contract/dashboard.ts";
import { duplicatesApi } from "#contract/duplicates.ts";
import { endpointsApi } from "#contract/endpoints.ts";
import { inboxApi } from "#contract/inbox.ts";
import { inboxAiApi } from "#contract/inbox-ai.ts";
import { integrationsApi } from "#contract/integrations.ts";
import { knowledgeApi } from "#contract/knowledge.ts";
import { learningApi } from "#contract/learning.ts";
import { peopleApi } from "#contract/people.ts";
import { addressesApi, personFieldsApi } from "#contract/person-fields.ts";
import { placesApi } from "#contract/places.ts";
import { publicDataApi } from "#contract/public-data.ts";
import { pushApi } from "#contract/push.ts";
import { reportLimitsApi } from "#contract/report-limits.ts";
import { rulesApi } from "#contract/rules.ts";
import { scriptsApi } from "#contract/scripts.ts";
import { settingsApi } from "#contract/settings.ts";
import { singleSignOnApi } from "#contract/single-sign-on.ts";
import { invitationsApi, rolesApi, teamsApi } from "#contract/team.ts";
import { templatesApi } from "#contract/templates.ts";
import { testCallersApi } from "#contract/test-callers.ts";
import { inboxViews } from "#contract/threads.ts";
import { tokensApi } from "#contract/tokens.ts";
import { usersApi } from "#contract/users.ts";
import { voiceApi } from "#contract/voice.ts";
import { workspaceApi } from "#contract/workspace.ts";
import { defaultGeneralSettings } from "#domain/general-settings.ts";
import { defaultNotificationSettings } from "#domain/push/notification-settings.ts";
import { defaultSecuritySettings } from "#domain/security-settings.ts";
import { defaultVoiceConfig } from "#domain/voice/voice-config.ts";
import { answer, type FakeAnswer } from "./fake-api.ts";
import { instant } from "./samples.ts";

const noCount = { count: 0, isExact: true };

/** What the screens read of a workspace without data. */
export const emptyWorkspace: readonly FakeAnswer[] = [
  answer(pushApi.devices, () => ({ publicKey: "BNotAKey", devices: [] })),
  answer(pushApi.settings, () => ({
    settings: defaultNotificationSettings,
    workspaceTimezone: defaultGeneralSettings.timezone,
  })),
  answer(authApi.methods, () => ({ provider: null, password: true })),
  answer(singleSignOnApi.get, () => ({
    settings: null,
    redirectUri: "https://faro.example.com/sso/callback",
    signOutUri: "https://faro.example.com/",
    backChannelLogoutUri: "https://faro.example.com/sso/back-channel-logout",
    passwordLink: "https://faro.example.com/?sign-in=password",
    localAdmins: 0,
  })),
  answer(workspaceApi.status, () => ({
    lastChangeAt: null,
    version: "0.0.0",
    now: instant,
    demo: false,
    demoProgress: null,
    emptyingProgress: null,
    sandbox: true,
  })),
  answer(workspaceApi.notifications, () => ({ notifications: [], unread: 0 })),
  answer(dashboardApi.attention, () => ({ items: [] })),
  answer(dashboardApi.stats, () => ({
    eventsToday: 0,
    activeLeads: 0,
    actionsToday: 0,
    simulatedToday: 0,
    totalCost: 0,
    eventsChange: null,
    leadsChange: null,
    actionsSucceeded: null,
    costChange: null,
    sparks: { events: [], leads: [], actions: [], cost: [] },
  })),
  answer(dashboardApi.channels, () => []),
  answer(reportLimitsApi.list, () => ({ limits: [] })),
  answer(dashboardApi.trends, () => ({ by: "day", starts: [], figures: [] })),
  answer(dashboardApi.funnel, () => []),
  answer(dashboardApi.activity, () => []),
  answer(approvalsApi.count, () => ({ waiting: 0, knowledge: 0 })),
  answer(inboxApi.counts, () => ({
    counts: Object.fromEntries(inboxViews.map((view) => [view, noCount])) as Record<
      (typeof inboxViews)[number],
      typeof noCount
    >,
  })),
  answer(inboxApi.colleagues, () => ({ users: [] })),
  answer(inboxApi.assignment, () => ({ mode: "none", teamId: null })),
  answer(inboxApi.teams, () => ({ teams: [] })),
  answer(inboxAiApi.autoReplies, () => ({ rules: [] })),
  answer(peopleApi.list, () => ({
    people: [],
    total: 0,
    totalIs: "exact",
    nextCursor: null,
    isReadable: true,
  })),
  answer(personFieldsApi.list, () => ({ fields: [] })),
  answer(addressesApi.list, () => ({ addresses: [] })),
  answer(consentsApi.consents, () => ({ records: [], nextBefore: null })),
  answer(consentsApi.suppressions, () => ({ records: [], nextBefore: null })),
  answer(duplicatesApi.list, () => ({ pairs: [], total: 0, nextCursor: null, skipped: [] })),
  answer(duplicatesApi.similar, () => ({ people: [] })),
  answer(audiencesApi.fields, () => ({ fields: [] })),
  answer(chatAccountsApi.list, () => []),
  answer(tokensApi.list, () => ({ tokens: [] })),
  answer(viewsApi.list, () => ({ views: [] })),
  answer(batchesApi.list, () => ({ batches: [], nextCursor: null })),
  answer(endpointsApi.list, () => []),
  answer(rulesApi.list, () => []),
  answer(templatesApi.list, () => []),
  answer(templatesApi.forPerson, () => ({ texts: [] })),
  answer(scriptsApi.list, () => []),
  answer(testCallersApi.list, () => []),
  answer(voiceApi.config, () => defaultVoiceConfig),
  answer(voiceApi.voices, () => ({ configured: true, voices: [{ id: "voice-1", name: "Rachel" }] })),
  answer(knowledgeApi.list, () => []),
  answer(knowledgeApi.openQuestions, () => []),
  answer(aiProvidersApi.list, () => []),
  answer(learningApi.models, () => []),
  answer(learningApi.outcomes, () => ({ intent: 30, propensity: 30, churn: 30 })),
  answer(learningApi.state, () => ({
    people: 0,
    training: null,
    nextTrainingAt: instant,
    rescoring: null,
    scores: [],
  })),
  answer(integrationsApi.connectors, () => []),
  answer(integrationsApi.connections, () => ({})),
  answer(integrationsApi.apiKeys, () => []),
  answer(integrationsApi.activity, () => []),
  answer(integrationsApi.phoneNumbers, () => []),
  answer(placesApi.status, () => ({
    provider: "offline",
    located: [],
    notFound: 0,
    waiting: 0,
    waitingForVendor: 0,
    lastError: null,
  })),
  answer(settingsApi.general, () => defaultGeneralSettings),
  answer(settingsApi.health, () => ({ readAt: instant, checks: [] })),
  answer(settingsApi.security, () => defaultSecuritySettings),
  answer(settingsApi.retention, () => ({ days: 90, cutoff: null, counts: {}, runs: [] })),
  answer(settingsApi.recordingDeletions, () => ({ waiting: 0, failedCount: 0, failed: [] })),
  answer(businessApi.get, () => ({
    name: null,
    address: null,
    email: null,
    phone: null,
    website: null,
    updatedAt: null,
  })),
  answer(usersApi.list, () => []),
  answer(invitationsApi.list, () => []),
  answer(rolesApi.list, () => []),
  answer(teamsApi.list, () => []),
  answer(publicDataApi.holidays, () => ({ holidays: [] })),
  answer(closingDaysApi.list, () => ({ closings: [] })),
];
