import { type ApprovalRequest, requestApproval } from "#server/api/request-approval.ts";
import type { ApprovalRow } from "#server/store/delivery/approvals.ts";
import { approvalLink, notePerson, type ToolContext } from "./tool-context.ts";

/** Stores a request of the program; nothing else happens before an operator has decided. */
export const askApproval = async (context: ToolContext, request: ApprovalRequest): Promise<ApprovalRow> => {
  const { services, actor, token, caller, client, noted } = context;
  if ("personId" in request) notePerson(context, request.personId);
  const approval = await requestApproval(
    services,
    actor,
    { tokenId: token.id, tokenName: token.name, userId: caller.user.id, client },
    request,
  );
  noted.approvalId = approval.id;
  return approval;
};

/** What the program is told of its request. */
export const waitingAnswer = (
  { origin }: Pick<ToolContext, "origin">,
  { id, expiresAt }: Pick<ApprovalRow, "id" | "expiresAt">,
) => ({
  state: "waiting",
  approvalId: id,
  link: approvalLink(origin, id),
  expiresAt: expiresAt.toISOString(),
  next: "An operator decides in Faro. Ask get_approval later; do not ask again for the same.",
});
