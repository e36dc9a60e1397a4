import { changeSource } from "#domain/people/change-source.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { saveApprovalDecision } from "#server/store/delivery/approvals.ts";
import { lockProposalsOfEvent } from "#server/store/delivery/proposals.ts";
import type { WriteContext } from "#server/store/write.ts";
import { applyChange } from "./apply-proposal.ts";

/**
 * Stores what a form said of a person once they have proven their address by its link. Another address that it named is
 * not proven by that and keeps waiting. Returns the proposals that it settled.
 */
export const acceptConfirmedDetails = async (
  context: WriteContext,
  personId: string,
  eventId: string,
  hash: AddressHash,
): Promise<string[]> => {
  const settled: string[] = [];
  for (const { id, sourceName, change } of await lockProposalsOfEvent(context.tx, personId, eventId)) {
    if ("email" in change.set || "phone" in change.set) continue;
    const source = changeSource("program", { name: sourceName, causedBy: eventId });
    const failure = await applyChange(context, personId, change, source, hash);
    const state = failure === null ? "executed" : "failed";
    await saveApprovalDecision(context.tx, id, { state, decidedBy: null, failure, gate: null });
    settled.push(id);
  }
  if (settled.length > 0) context.touch("approvals");
  return settled;
};
