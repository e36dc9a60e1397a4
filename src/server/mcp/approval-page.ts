import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { Problem } from "#server/api/problem.ts";
import { canonicalJson } from "#server/audit/entry.ts";
import { createSecretValue, hashSecretValue } from "#server/auth/api-tokens.ts";
import { lockApproval, saveApprovalDecision } from "#server/store/delivery/approvals.ts";
import type { ToolContext } from "./tool-context.ts";

/** What identifies a call: its tool and its arguments. */
export const digestOfCall = (tool: string, args: unknown): Buffer =>
  createHash("sha256")
    .update(`${tool}\n${canonicalJson(args)}`)
    .digest();

/**
 * Stores that a call waits for its user on the page of an approval. The state that the client brings back is a random
 * value: to whom it belongs, for which call and until when is in the row alone, so nothing of it can be read or changed.
 */
export const openRequestState = async (
  { services, token, actor }: ToolContext,
  approvalId: string,
  callDigest: Buffer,
): Promise<string> => {
  const state = createSecretValue("faro_state_");
  // The key of a repeated request belongs to the change that the tool made.
  const { idempotent: _idempotent, ...plain } = actor;
  await services.write(plain, async ({ tx }) => {
    await tx.execute(sql`
      INSERT INTO mcp_request_states (hash, token_id, approval_id, call_digest, expires_at)
      SELECT ${hashSecretValue(state)}, ${token.id}, id, ${callDigest}, expires_at FROM approvals WHERE id = ${approvalId}`);
  });
  return state;
};

/** What the client's user did with the page, by the word of the client. */
export type PageAction = "accept" | "decline" | "cancel";

/** Takes a call up again, once. Returns the approval; a user who declined has withdrawn it. */
export const resumeCall = async (
  { services, token, actor }: ToolContext,
  { state, action }: { state: string; action: PageAction },
  callDigest: Buffer,
): Promise<string> => {
  const { idempotent: _idempotent, ...plain } = actor;
  return services.write(plain, async ({ tx, audit, touch }) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      UPDATE mcp_request_states SET used_at = now()
       WHERE hash = ${hashSecretValue(state)} AND token_id = ${token.id} AND call_digest = ${callDigest}
         AND used_at IS NULL AND expires_at > now() RETURNING approval_id AS id`);
    const id = rows[0]?.id;
    if (id === undefined) throw new Problem("state_unknown");
    const approval = action === "decline" ? await lockApproval(tx, id) : undefined;
    if (approval?.state !== "pending") return id;
    await saveApprovalDecision(tx, id, { state: "refused", decidedBy: null, failure: null, gate: null });
    audit({
      eventType: "data_change",
      entityType: "approval",
      entityId: id,
      details: { kind: "approval_withdrawn", name: token.name },
      metadata: { personId: approval.personId },
    });
    touch("approvals");
    return id;
  });
};
