import type { ThreadChange } from "#contract/threads.ts";
import type { ConversationChange } from "#domain/audit/audit-details.ts";
import type { AssignedTeam, Happening } from "#domain/conversations/thread.ts";
import { findAssignedTeam } from "#server/store/conversations/inbox-teams.ts";
import { saveThreadReads } from "#server/store/conversations/thread-reads.ts";
import { applyToThreads, type ThreadResult } from "#server/store/conversations/threads.ts";
import { mayOwnWork } from "#server/store/conversations/user-name.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import { findPresentPeople, readPersonNames } from "#server/store/people/person-name.ts";
import { addPushedNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { Problem } from "./problem.ts";

/** What a user did to the thread; null where it changes only what they have read. */
const toHappening = (change: ThreadChange, by: string, team: AssignedTeam | undefined): Happening | null => {
  switch (change.kind) {
    case "open":
      return { kind: "reopen", by };
    case "snooze": {
      const until = change.until === null ? null : Date.parse(change.until);
      return { kind: "snooze", by, until, wakesOnReply: change.wakesOnReply };
    }
    case "assign":
      return {
        kind: "assign",
        by,
        ...(change.ownerId === undefined ? {} : { ownerId: change.ownerId }),
        ...(change.teamId === undefined ? {} : { team: team ?? null }),
      };
    case "read":
      return null;
    case "mute":
      return change;
    default:
      return { ...change, by };
  }
};

const auditedChange = (change: Exclude<ThreadChange, { kind: "read" }>): ConversationChange =>
  change.kind === "mute" && !change.muted ? "unmute" : change.kind;

/** One assignment of many threads does not fill the list of their new owner. */
const maxNotifications = 10;

const notifyNewOwner = async (
  { tx, touch, enqueue }: WriteContext,
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
  await addPushedNotifications(
    { tx, enqueue },
    shown.map(({ personId, after }) => ({
      kind: "thread_assigned",
      params: { user: name, person: names.get(personId) ?? "" },
      link: `/inbox/${personId}`,
      userId: after?.ownerId ?? null,
    })),
  );
  touch("notifications");
};

/** A conversation that waits for a member is announced to the team, one entry for all of them. */
const notifyTeam = async (
  { tx, touch, enqueue }: WriteContext,
  results: ThreadResult[],
  { name }: { name: string },
  team: AssignedTeam,
): Promise<void> => {
  const free = results.filter(
    ({ before, after }) => after?.teamId === team.id && before?.teamId !== team.id && after.ownerId === null,
  );
  const [first, ...more] = free;
  if (!first || team.memberIds.length === 0) return;
  const names = await readPersonNames(tx, [first.personId]);
  await addPushedNotifications({ tx, enqueue }, [
    {
      kind: "thread_team_assigned",
      params: { user: name, team: team.name, person: names.get(first.personId) ?? "", count: free.length },
      link: more.length === 0 ? `/inbox/${first.personId}` : `/inbox?team=${team.id}&view=unassigned`,
      teamId: team.id,
    },
  ]);
  touch("notifications");
};

const rejectImpossible = async ({ tx }: WriteContext, change: ThreadChange): Promise<void> => {
  if (change.kind === "snooze" && change.until !== null && Date.parse(change.until) <= Date.now())
    throw new Problem("invalid");
  if (change.kind === "assign" && change.ownerId && !(await mayOwnWork(tx, change.ownerId)))
    throw new Problem("not_found");
};

/** The team that a change names, which is not deleted before the transaction ends. */
const readTeam = async ({ tx }: WriteContext, change: ThreadChange): Promise<AssignedTeam | undefined> => {
  if (change.kind !== "assign" || !change.teamId) return undefined;
  const team = await findAssignedTeam(tx, change.teamId);
  if (!team) throw new Problem("not_found");
  return team;
};

const takenHours = 24;

/** Opens the conversation of a person for a user, who takes it over from automation. Without one it begins. */
export const takeConversation = async (
  { tx, audit, touch, clock }: WriteContext,
  personId: string,
  userId: string,
): Promise<void> => {
  const change = { kind: "take", hours: takenHours } as const;
  await applyToThreads(
    tx,
    [
      { kind: "reopen", by: userId, personId },
      { kind: "assign", by: userId, ownerId: userId, personId },
      { ...change, by: userId, personId },
    ],
    clock.now(),
  );
  audit({
    eventType: "data_change",
    entityType: "thread",
    entityId: personId,
    details: { kind: "conversations_changed", change: "take", count: 1 },
    metadata: { change, people: [personId] },
  });
  touch("threads", "people", "actions");
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
  const team = await readTeam(context, change);
  const happening = toHappening(change, user.id, team);
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
    if (team) await notifyTeam(context, changed, user, team);
    const [first] = changed;
    audit({
      eventType: "data_change",
      entityType: "thread",
      entityId: first?.personId ?? "",
      details: { kind: "conversations_changed", change: auditedChange(change), count: changed.length },
      metadata: { change, people: changed.map(({ personId }) => personId) },
    });
    touch("threads", "people", "actions");
  }
  return { people: people.length, changed: changed.length };
};
