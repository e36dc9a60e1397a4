export const invitationStates = ["pending", "accepted", "expired", "revoked"] as const;
export type InvitationState = (typeof invitationStates)[number];

/** What became of the e-mail: `none` where no mail account is connected, `simulated` where it went to our own simulator. */
export const invitationMails = ["none", "sent", "simulated", "failed"] as const;
export type InvitationMail = (typeof invitationMails)[number];

export const invitationLifeDays = 7;
const dayMs = 86_400_000;

export const invitationEnd = (sentAt: number): number => sentAt + invitationLifeDays * dayMs;

export type InvitationFacts = { expiresAt: number; acceptedAt: number | null; revokedAt: number | null };

/** An accepted invitation stays accepted, whatever happens to it later. */
export const invitationState = (
  { expiresAt, acceptedAt, revokedAt }: InvitationFacts,
  now: number,
): InvitationState => {
  if (acceptedAt !== null) return "accepted";
  if (revokedAt !== null) return "revoked";
  return expiresAt <= now ? "expired" : "pending";
};

export const invitationRefusals = ["invitation_used", "invitation_expired", "invitation_revoked"] as const;
export type InvitationRefusal = (typeof invitationRefusals)[number];

const refusals: Record<Exclude<InvitationState, "pending">, InvitationRefusal> = {
  accepted: "invitation_used",
  expired: "invitation_expired",
  revoked: "invitation_revoked",
};

/** Why the link of an invitation is not accepted; null where it is. */
export const refuseInvitation = (facts: InvitationFacts, now: number): InvitationRefusal | null => {
  const state = invitationState(facts, now);
  return state === "pending" ? null : refusals[state];
};
