import { describe, expect, test } from "vitest";
import { type InvitationFacts, invitationEnd, invitationState, refuseInvitation } from "./invitation.ts";

const sentAt = 1_800_000_000_000;
const end = invitationEnd(sentAt);
const sent: InvitationFacts = { expiresAt: end, acceptedAt: null, revokedAt: null };

describe("an invitation", () => {
  test.each<[string, Partial<InvitationFacts>, number, string, string | null]>([
    ["is pending when it was sent", {}, sentAt, "pending", null],
    ["is pending until its last millisecond", {}, end - 1, "pending", null],
    ["expires after seven days", {}, sentAt + 7 * 86_400_000, "expired", "invitation_expired"],
    ["ends when it is revoked", { revokedAt: sentAt + 1 }, sentAt + 2, "revoked", "invitation_revoked"],
    ["stays revoked after its time", { revokedAt: sentAt + 1 }, end, "revoked", "invitation_revoked"],
    ["is used once", { acceptedAt: sentAt + 1 }, sentAt + 2, "accepted", "invitation_used"],
    ["stays accepted after its time", { acceptedAt: sentAt + 1 }, end, "accepted", "invitation_used"],
    [
      "stays accepted when it is revoked later",
      { acceptedAt: sentAt + 1, revokedAt: sentAt + 2 },
      sentAt + 3,
      "accepted",
      "invitation_used",
    ],
  ])("%s", (_what, facts, now, state, refusal) => {
    expect(invitationState({ ...sent, ...facts }, now)).toBe(state);
    expect(refuseInvitation({ ...sent, ...facts }, now)).toBe(refusal);
  });
});
