import { hasLevel, mayUse, type Permissions } from "#domain/access/areas.ts";
import { isPartial, type RecordScopes } from "#domain/access/record-scope.ts";
import type { Topic } from "#domain/topic.ts";
import type { ApiRoute } from "./api-route.ts";
import { contract } from "./contract.ts";
import { dashboardApi } from "./dashboard.ts";
import { firstStepsApi } from "./first-steps.ts";
import { workspaceApi } from "./workspace.ts";

/** Which changes are sent to the browser of a user. */
export type LiveRights = {
  topics: ReadonlySet<Topic>;
  /** Who looks at which conversation. */
  seesPresence: boolean;
};

/** What every user may read and what depends on nearly everything would open all topics to everybody. */
const summaries: readonly ApiRoute[] = [workspaceApi.status, dashboardApi.attention, firstStepsApi.progress];

const reads = Object.values<Record<string, ApiRoute>>(contract)
  .flatMap((routes) => Object.values(routes))
  .filter((route) => route.method === "GET" && !summaries.includes(route));

/** A user learns that something changed where a call that they may make depends on it. */
export const liveRightsOf = (permissions: Permissions, scopes: RecordScopes): LiveRights => ({
  topics: new Set(
    reads
      .filter((route) => route.access !== "public" && mayUse(permissions, route))
      .flatMap(({ topics }) => topics),
  ),
  // It names conversations, and is not worth a query for each of them.
  seesPresence: hasLevel(permissions, "inbox", "view") && !isPartial(scopes),
});
