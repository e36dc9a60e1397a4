import { approvalsApi } from "#contract/approvals.ts";
import { dashboardApi } from "#contract/dashboard.ts";
import { inboxApi } from "#contract/inbox.ts";
import { workspaceApi } from "#contract/workspace.ts";
import { approvalKindOf, currentState } from "#domain/approvals/approval.ts";
import { wholeAnswer } from "#domain/mcp/answer.ts";
import { mcpLimits } from "#domain/mcp/limits.ts";
import { approvalHandlers } from "#server/api/approvals.ts";
import { dashboardHandlers } from "#server/api/dashboard.ts";
import { inboxHandlers } from "#server/api/inbox.ts";
import { Problem } from "#server/api/problem.ts";
import { workspaceHandlers } from "#server/api/workspace.ts";
import { callRoute, notePerson, type ToolRuns } from "#server/mcp/tool-context.ts";
import { findApproval } from "#server/store/delivery/approvals.ts";

export const workspaceRuns: ToolRuns<"whoami" | "workspace_overview" | "get_approval"> = {
  whoami: async (_input, { token, caller: { user } }) =>
    wholeAnswer({
      token: token.name,
      actsFor: [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email,
      role: user.roleName ?? (user.role === "admin" ? "operator" : user.role),
      scopes: token.scopes,
      expiresAt: new Date(token.expiresAt).toISOString(),
      limits: mcpLimits,
      approvals: "Whatever reaches a person waits until an operator approves it in Faro.",
    }),

  workspace_overview: async (_input, context) => {
    const { sparks: _sparks, ...today } = await callRoute(
      context,
      dashboardApi.stats,
      dashboardHandlers.stats,
      {},
    );
    const { counts } = await callRoute(context, inboxApi.counts, inboxHandlers.counts, { query: {} });
    const { waiting } = await callRoute(context, approvalsApi.count, approvalHandlers.count, {});
    const { demo, sandbox } = await callRoute(context, workspaceApi.status, workspaceHandlers.status, {});
    return wholeAnswer({
      today,
      leadsByStage: await callRoute(context, dashboardApi.funnel, dashboardHandlers.funnel, {}),
      conversations: Object.fromEntries(Object.entries(counts).map(([view, { count }]) => [view, count])),
      waitingApprovals: waiting,
      isDemo: demo,
      sendsAreSimulated: sandbox,
    });
  },

  get_approval: async ({ approvalId }, context) => {
    const { services, token, noted } = context;
    const approval = await findApproval(services.database.db, approvalId);
    // An id is a name, not a right: other tokens' requests do not exist for this one.
    if (!approval || approval.tokenId !== token.id) throw new Problem("not_found");
    noted.approvalId = approval.id;
    notePerson(context, approval.personId);
    const state = currentState(
      { state: approval.state, expiresAt: approval.expiresAt.getTime() },
      Date.now(),
    );
    return wholeAnswer({
      approvalId,
      state: state === "pending" ? "waiting" : state,
      kind: approvalKindOf(approval.kind, approval.content),
      expiresAt: approval.expiresAt.toISOString(),
      decidedAt: approval.decidedAt?.toISOString() ?? null,
      failure: approval.failure,
      reasons: approval.decidedGate?.reasons ?? [],
      messageStatus: approval.actionStatus,
    });
  },
};
