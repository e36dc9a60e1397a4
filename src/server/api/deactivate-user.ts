import type { HandOver } from "#contract/users.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import { endUserSessions } from "#server/auth/sessions.ts";
import { mayOwnWork } from "#server/store/conversations/user-name.ts";
import {
  handOverTasks,
  listAnsweringMembers,
  listOwnedThreads,
  revokeUserTokens,
} from "#server/store/workspace/user-activity.ts";
import type { WriteContext } from "#server/store/write.ts";
import { Problem } from "./problem.ts";
import { changeThreads } from "./thread-changes.ts";

/** Ends what a user has open: sessions for now, tokens for good. Returns how many tokens ended. */
export const endAccess = async ({ tx, touch }: WriteContext, userId: string): Promise<number> => {
  await endUserSessions(tx, userId);
  const ended = await revokeUserTokens(tx, userId);
  if (ended > 0) touch("tokens");
  return ended;
};

/** Those who get the work, in the order in which they get it; empty for the pool. */
const findRecipients = async (
  { tx }: WriteContext,
  userId: string,
  handOver: HandOver,
): Promise<string[]> => {
  if (handOver.to === "unassigned") return [];
  const recipients =
    handOver.to === "team"
      ? await listAnsweringMembers(tx, handOver.id, userId)
      : handOver.id !== userId && (await mayOwnWork(tx, handOver.id))
        ? [handOver.id]
        : [];
  if (recipients.length === 0) throw new Problem("no_recipient");
  return recipients;
};

/** Gives the open conversations and tasks of a user to others in turn, or back to the pool. */
export const handOverWork = async (
  context: WriteContext,
  userId: string,
  handOver: HandOver,
  { user }: UserSession,
): Promise<{ conversations: number; tasks: number }> => {
  const recipients = await findRecipients(context, userId, handOver);
  const owned = await listOwnedThreads(context.tx, userId);
  const by = { id: user.id, name: [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email };
  const team = handOver.to === "team" ? { teamId: handOver.id } : {};
  const shares = Map.groupBy(owned.keys(), (index) => recipients[index % recipients.length] ?? null);
  for (const [ownerId, indexes] of shares) {
    const people = indexes.flatMap((index) => owned[index] ?? []);
    await changeThreads(context, people, { kind: "assign", ownerId, ...team }, by);
  }
  const tasks = await handOverTasks(context.tx, userId, recipients);
  return { conversations: owned.length, tasks };
};
