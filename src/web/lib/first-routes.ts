import type { ApiRoute } from "#contract/api-route.ts";
import type { approvalsApi } from "#contract/approvals.ts";
import type { accountApi, authApi } from "#contract/auth.ts";
import type { dashboardApi } from "#contract/dashboard.ts";
import type { firstStepsApi } from "#contract/first-steps.ts";
import type { goLiveApi } from "#contract/go-live.ts";
import type { inboxApi } from "#contract/inbox.ts";
import type { settingsApi } from "#contract/settings.ts";
import type { workspaceApi } from "#contract/workspace.ts";
import type { RouteWithoutSchemas } from "./api.ts";

/** Its values are those of the contract: any other is a type error. */
const route = <E extends ApiRoute>(
  definition: Pick<E, "method" | "path" | "topics">,
): RouteWithoutSchemas<E> => definition;

/**
 * The calls of the sign-in page, the shell and the dashboard, without the schemas of the contract: these need Zod, which
 * the first page would load for nothing.
 */
export const firstRoutes = {
  user: route<typeof authApi.user>({
    method: "GET",
    path: "/api/auth/user",
    topics: ["account", "settings"],
  }),
  login: route<typeof authApi.login>({ method: "POST", path: "/api/auth/login", topics: [] }),
  signInMethods: route<typeof authApi.methods>({ method: "GET", path: "/api/auth/methods", topics: [] }),
  providerCode: route<typeof authApi.providerCode>({
    method: "POST",
    path: "/api/auth/provider-code",
    topics: [],
  }),
  logout: route<typeof authApi.logout>({ method: "POST", path: "/api/auth/logout", topics: [] }),
  updateAccount: route<typeof accountApi.update>({
    method: "PUT",
    path: "/api/account",
    topics: ["account", "users"],
  }),
  status: route<typeof workspaceApi.status>({
    method: "GET",
    path: "/api/status",
    topics: [
      "people",
      "endpoints",
      "events",
      "rules",
      "actions",
      "scripts",
      "calls",
      "ai-providers",
      "integrations",
      "settings",
    ],
  }),
  live: route<typeof workspaceApi.live>({ method: "GET", path: "/api/live", topics: [] }),
  notifications: route<typeof workspaceApi.notifications>({
    method: "GET",
    path: "/api/notifications",
    topics: ["notifications"],
  }),
  readNotifications: route<typeof workspaceApi.readNotifications>({
    method: "POST",
    path: "/api/notifications/read",
    topics: ["notifications"],
  }),
  emptyWorkspace: route<typeof workspaceApi.empty>({
    method: "POST",
    path: "/api/workspace/empty",
    topics: [
      "people",
      "endpoints",
      "events",
      "rules",
      "actions",
      "scripts",
      "calls",
      "ai-providers",
      "notifications",
    ],
  }),
  generalSettings: route<typeof settingsApi.general>({
    method: "GET",
    path: "/api/settings/general",
    topics: ["settings"],
  }),
  goLive: route<typeof goLiveApi.progress>({
    method: "GET",
    path: "/api/go-live",
    topics: ["integrations", "settings", "actions"],
  }),
  firstSteps: route<typeof firstStepsApi.progress>({
    method: "GET",
    path: "/api/first-steps",
    topics: ["account", "events", "people", "actions", "threads", "integrations", "settings"],
  }),
  colleagues: route<typeof inboxApi.colleagues>({
    method: "GET",
    path: "/api/inbox/colleagues",
    topics: ["users"],
  }),
  availability: route<typeof inboxApi.availability>({
    method: "PUT",
    path: "/api/inbox/availability",
    topics: ["users", "account"],
  }),
  inboxCounts: route<typeof inboxApi.counts>({
    method: "GET",
    path: "/api/inbox/counts",
    topics: ["threads"],
  }),
  attention: route<typeof dashboardApi.attention>({
    method: "GET",
    path: "/api/dashboard/attention",
    topics: ["threads", "approvals", "broadcasts", "actions", "endpoints", "events"],
  }),
  approvalCount: route<typeof approvalsApi.count>({
    method: "GET",
    path: "/api/approvals/count",
    topics: ["approvals"],
  }),
  stats: route<typeof dashboardApi.stats>({
    method: "GET",
    path: "/api/dashboard/stats",
    topics: ["events", "people", "actions", "ai-providers", "settings"],
  }),
  costs: route<typeof dashboardApi.costs>({
    method: "GET",
    path: "/api/dashboard/costs",
    topics: ["actions", "ai-providers", "settings"],
  }),
  trends: route<typeof dashboardApi.trends>({
    method: "GET",
    path: "/api/dashboard/trends",
    topics: ["events", "people", "actions", "settings"],
  }),
  channels: route<typeof dashboardApi.channels>({
    method: "GET",
    path: "/api/dashboard/channels",
    topics: ["actions", "settings"],
  }),
  funnel: route<typeof dashboardApi.funnel>({
    method: "GET",
    path: "/api/dashboard/funnel",
    topics: ["people"],
  }),
  activity: route<typeof dashboardApi.activity>({
    method: "GET",
    path: "/api/dashboard/activity",
    topics: ["people", "actions", "calls", "events"],
  }),
};
