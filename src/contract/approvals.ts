import * as z from "zod";
import { approvalKinds, approvalStates } from "#domain/approvals/approval.ts";
import { approvalContent, approvalFailures, approvalGate } from "#domain/approvals/content.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, userRef } from "./fields.ts";

export const approval = z.object({
  id,
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  /** The program or the user who asked, the user for whom it acts, and what a program calls itself. */
  tokenName: z.string(),
  user: userRef.nullable(),
  client: z.string().nullable(),
  person: z.object({ id, name: z.string().nullable() }).nullable(),
  content: approvalContent,
  reason: z.string(),
  /** US dollars. */
  cost: z.number().nullable(),
  /** The gate's answer when it was asked for, and now or at the decision. */
  gateThen: approvalGate.nullable(),
  gateNow: approvalGate.nullable(),
  failure: z.enum(approvalFailures).nullable(),
  expiresAt: isoInstant,
  createdAt: isoInstant,
  decidedBy: userRef.nullable(),
  decidedAt: isoInstant.nullable(),
  /** The state of the message or call that it led to. */
  actionStatus: z.string().nullable(),
});
export type ApprovalView = z.infer<typeof approval>;

const byId = { params: z.object({ id }) };

export const approvalsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/approvals",
    access: "viewer",
    area: "approvals",
    summary:
      "What programs ask for and senders without proof propose: what waits, or what was decided, newest first",
    input: {
      query: z.strictObject({
        show: z.enum(["waiting", "decided"]).default("waiting"),
        personId: id.optional().describe("Of what waits, only what is about this person"),
        before: z
          .string()
          .regex(/^[\dTZ:.-]{20,30}_[0-9a-f-]{36}$/)
          .optional(),
      }),
    },
    output: z.object({ approvals: z.array(approval), nextBefore: z.string().nullable() }),
    topics: ["approvals", "actions", "people"],
  }),
  count: apiRoute({
    method: "GET",
    path: "/api/approvals/count",
    access: "viewer",
    area: "approvals",
    summary: "How many requests of programs wait for a decision",
    input: {},
    output: z.object({ waiting: z.int(), knowledge: z.int().describe("Those that propose knowledge") }),
    topics: ["approvals"],
  }),
  approve: apiRoute({
    method: "POST",
    path: "/api/approvals/{id}/approve",
    access: "operator",
    area: "approvals",
    summary:
      "Allow what a program asks for, once. The gate decides again before anything is sent; a draft opens the conversation for the caller, who needs the right to answer in the inbox",
    input: byId,
    output: approval,
    problems: ["approval_over", "approval_own"],
    topics: ["approvals", "actions", "knowledge", "threads", "people", "broadcasts", "rule-runs"],
  }),
  refuse: apiRoute({
    method: "POST",
    path: "/api/approvals/{id}/refuse",
    access: "operator",
    area: "approvals",
    summary: "Refuse what a program asks for",
    input: byId,
    output: approval,
    problems: ["approval_over"],
    topics: ["approvals", "broadcasts"],
  }),
};
