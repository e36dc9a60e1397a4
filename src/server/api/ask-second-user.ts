import type { Broadcast } from "#contract/broadcasts.ts";
import type { Language } from "#domain/language.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import {
  findBroadcast,
  presentBroadcast,
  type StoredBroadcast,
} from "#server/store/broadcasts/broadcasts.ts";
import { insertApproval } from "#server/store/delivery/approvals.ts";
import { listRuleDeciders } from "#server/store/delivery/broadcast-approvals.ts";
import { addPushedNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { auditBroadcast, describeBroadcast, reachedOf, startRequestEnd } from "./change-broadcast.ts";
import { Problem } from "./problem.ts";

const nameOf = ({ firstName, lastName, email }: UserSession["user"]): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email;

/** Stores that a broadcast is to start, and tells those who may approve it. The broadcast itself is not changed. */
export const askSecondUser = async (
  context: WriteContext,
  broadcast: StoredBroadcast,
  { user, token }: Pick<UserSession, "user" | "token">,
  language: Language,
): Promise<Broadcast> => {
  const { tx, touch, enqueue, clock } = context;
  if (broadcast.approval) throw new Problem("broadcast_asked");
  const deciders = await listRuleDeciders(tx, user.id);
  if (deciders.length === 0) throw new Problem("no_second_user");
  const name = nameOf(user);
  const approval = await insertApproval(tx, {
    ...{ kind: "send", tokenId: null, tokenName: name, userId: user.id, personId: null },
    client: token?.name ?? null,
    content: { broadcast: await describeBroadcast(tx, broadcast, "start", "user", language) },
    ...{ reason: "", cost: broadcast.counted?.cost.toFixed(5) ?? null, gate: null },
    expiresAt: startRequestEnd(broadcast, clock.now()),
  });
  await addPushedNotifications(
    { tx, enqueue },
    deciders.map((userId) => ({ kind: "approval_waiting", params: { name }, link: "/approvals", userId })),
  );
  auditBroadcast(context, broadcast, "asked_to_start", {
    approvalId: approval.id,
    people: reachedOf(broadcast),
    purpose: broadcast.definition.purpose,
  });
  touch("approvals", "notifications");
  return presentBroadcast((await findBroadcast(tx, broadcast.id)) ?? broadcast, clock.now());
};
