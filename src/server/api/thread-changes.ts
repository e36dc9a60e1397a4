import type { ThreadChange } from "#contract/threads.ts";
import type { Happening } from "#domain/conversations/thread.ts";
import { saveThreadReads } from "#server/store/conversations/thread-reads.ts";
import { applyToThreads, type ThreadResult } from "#server/store/conversations/threads.ts";
import { mayOwnWork } from "#server/store/conversations/user-name.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import { findPresentPeople, readPersonNames } from "#server/store/people/person-name.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { Problem } from "./problem.ts";

/** What a user did to the thread; null where it changes only what they have read. */
const toHappening = (change: ThreadChange, by: string): Happening | null => {
  switch (change.kind) {
    case "open":
      return { kind: "reopen", by };
    case "snooze": {
      const until = change.until === null ? null : Date.parse(change.until);
      return { kind: "snooze", by, until, wakesOnReply: change.wakesOnReply };
    }
    case "read":
      return null;
    case "mute":
      return change;
    default:
      return { ...change, by };
  }
};

const descriptions: Record<Exclude<ThreadChange["kind"], "read">, string> = {
  open: "Opened conversations",
  close: "Closed conversations",
  snooze: "Snoozed conversations",
  assign: "Assigned conversations",
  take: "Took conversations over from automation",
  hand_back: "Handed conversations back to automation",
  mute: "Muted or unmuted conversations",
};

/** One assignment of many threads does not fill the list of their new owner. */
const maxNotifications = 10;

const notifyNewOwner = async (
  { tx, touch }: WriteContext,
  results: ThreadResult[],
  { id, name }: { id: string; name: string },
): Promise<void> => {
  const assigned = results.filter(
    ({ before, after }) => after?.ownerId && after.ownerId !== before?.ownerId && after.ownerId !== id,
  );
  if (assigned.length === 0) return;
  const shown = assigned.slice(0, maxNotifications);
  const names = await readPersonNames(
    tx,
    shown.map(({ personId }) => personId),
  );
  await addNotifications(
    tx,
    shown.map(({ personId, after }) => ({
      kind: "thread_assigned",
      params: { user: name, person: names.get(personId) ?? "" },
      link: `/inbox/${personId}`,
      userId: after?.ownerId ?? null,
    })),
  );
  touch("notifications");
};

const rejectImpossible = async ({ tx }: WriteContext, change: ThreadChange): Promise<void> => {
  if (change.kind === "snooze" && change.until !== null && Date.parse(change.until) <= Date.now())
    throw new Problem("invalid");
  if (change.kind === "assign" && change.ownerId !== null && !(await mayOwnWork(tx, change.ownerId)))
    throw new Problem("not_found");
};

/** Changes the threads of those people who exist; returns how many threads are different now. */
export const changeThreads = async (
  context: WriteContext,
  ids: readonly string[],
  change: ThreadChange,
  user: { id: string; name: string },
): Promise<{ people: number; changed: number }> => {
  const { tx, audit, touch } = context;
  await rejectImpossible(context, change);
  const people = await findPresentPeople(tx, [...new Set(ids)]);
  const happening = toHappening(change, user.id);
  if (change.kind === "read" || happening === null) {
    await saveThreadReads(tx, user.id, people, change.kind === "read" && change.read);
    touch("threads");
    return { people: people.length, changed: people.length };
  }
  // Before the threads are locked, as in every transaction that changes both. What waited for a human goes on.
  if (change.kind === "close" || change.kind === "hand_back") await wakeHeldActions(tx, people);
  const results = await applyToThreads(
    tx,
    people.map((personId) => ({ ...happening, personId })),
    Date.now(),
  );
  const changed = results.filter(({ before, after }) => before !== after);
  if (changed.length > 0) {
    await notifyNewOwner(context, changed, user);
    const [first] = changed;
    audit({
      eventType: "data_change",
      entityType: "thread",
      entityId: first?.personId ?? "",
      description: descriptions[change.kind],
      metadata: { change, people: changed.map(({ personId }) => personId) },
    });
    touch("threads", "people", "actions");
  }
  return { people: people.length, changed: changed.length };
};
