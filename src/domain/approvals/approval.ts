/** As approvals are stored. */
export const storedApprovalKinds = ["send", "call", "draft", "knowledge", "change", "opt_out"] as const;
export type StoredApprovalKind = (typeof storedApprovalKinds)[number];

/**
 * What an operator is asked for: by a program, by a colleague who may not start a broadcast alone, or in the name of a
 * sender without proof, who can only propose a change of a person or an opt-out.
 */
export const approvalKinds = [...storedApprovalKinds, "broadcast", "runs"] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** Broadcasts and runs are stored as what is sent, and told apart by the content. */
export const storedKind = (kind: ApprovalKind): StoredApprovalKind =>
  kind === "broadcast" || kind === "runs" ? "send" : kind;

export const approvalKindOf = (kind: StoredApprovalKind, content: object): ApprovalKind => {
  if ("broadcast" in content) return "broadcast";
  return "runs" in content ? "runs" : kind;
};

/**
 * `approved` is the end of a draft, which an operator took over; the other kinds are executed with their approval, and
 * fail where the gate or the rights of the token do not allow it any more.
 */
export const approvalStates = ["pending", "approved", "refused", "expired", "executed", "failed"] as const;
export type ApprovalState = (typeof approvalStates)[number];

const minuteMs = 60_000;

/**
 * What reaches a person is decided soon or not at all; drafts and knowledge wait for a day, proposals for a month. The
 * start of a broadcast waits as long as its check is good.
 */
export const approvalLifeMs: Record<ApprovalKind, number> = {
  send: 15 * minuteMs,
  call: 15 * minuteMs,
  draft: 24 * 60 * minuteMs,
  knowledge: 24 * 60 * minuteMs,
  change: 30 * 24 * 60 * minuteMs,
  opt_out: 30 * 24 * 60 * minuteMs,
  broadcast: 15 * minuteMs,
  runs: 15 * minuteMs,
};

/** A pending approval whose time is over counts as expired before the job has noted it. */
export const currentState = (
  { state, expiresAt }: { state: ApprovalState; expiresAt: number },
  now: number,
): ApprovalState => (state === "pending" && expiresAt <= now ? "expired" : state);

/** The state after an approval that led to what was asked for: a draft is only taken over. */
export const stateWhenApproved = (kind: ApprovalKind): ApprovalState =>
  kind === "draft" ? "approved" : "executed";
