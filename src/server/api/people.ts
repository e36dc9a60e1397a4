import { isDeepStrictEqual } from "node:util";
import type { Person } from "#contract/people.ts";
import { consentKinds, type PersonInput } from "#domain/person.ts";
import type { Tx } from "#server/db/database.ts";
import { insertConsents } from "#server/store/compliance/consents.ts";
import { wakeHeld } from "#server/store/delivery/actions.ts";
import { findPerson, listPeople } from "#server/store/people/people.ts";
import {
  type BulkChange,
  changePeople,
  deletePerson,
  insertPerson,
  lockPerson,
  updatePerson,
} from "#server/store/people/people-changes.ts";
import type { Handlers } from "./handler.ts";
import { decodeCursor, encodeCursor } from "./people-cursor.ts";
import { personScores } from "./person-scores.ts";
import { Problem } from "./problem.ts";

const displayName = ({ firstName, lastName, email, phone, id }: Person): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email || phone || id;

/** An emptied name is no name, and a tag is carried once. */
const normalizeInput = <T extends Partial<PersonInput>>(input: T): T => ({
  ...input,
  ...(input.firstName === "" ? { firstName: null } : {}),
  ...(input.lastName === "" ? { lastName: null } : {}),
  ...(input.tags ? { tags: [...new Set(input.tags)] } : {}),
});

const changedFields = (before: Person, change: Partial<PersonInput>): Partial<PersonInput> =>
  Object.fromEntries(
    Object.entries(change).filter(([key, value]) => !isDeepStrictEqual(before[key as keyof Person], value)),
  );

const describeBulkChange = (change: BulkChange): string => {
  if (change.kind === "delete") return "Deleted";
  if (change.kind === "status") return `Set the stage ${change.status} for`;
  return change.kind === "add_tag"
    ? `Added the tag “${change.tag}” to`
    : `Removed the tag “${change.tag}” from`;
};

/** A tick is somebody's word that the person agreed, or did not: it goes to the ledger under their name. */
const recordConsentChanges = async (
  tx: Tx,
  personId: string,
  before: Person["consents"],
  after: Person["consents"],
  actorId: string | null,
): Promise<void> => {
  const changed = consentKinds.filter((channel) => (before[channel] ?? false) !== (after[channel] ?? false));
  const records = changed.map((channel) => ({
    personId,
    channel,
    state: after[channel] ? ("granted" as const) : ("denied" as const),
    method: "operator",
    proof: { recordedBy: actorId },
    actorId,
    causedBy: null,
  }));
  await insertConsents(tx, records);
  if (records.length > 0) await wakeHeld(tx, [personId]);
};

export const peopleHandlers: Handlers["people"] = {
  ...personScores,

  list: async ({ input: { query }, services: { database } }) => {
    const { cursor, limit, ...filter } = query;
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    const { next, ...page } = await listPeople(database.pool, filter, after, limit);
    return { ...page, nextCursor: next ? encodeCursor(next) : null };
  },

  get: async ({ input: { params }, services: { database } }) => {
    const person = await findPerson(database.pool, params.id);
    if (!person) throw new Problem("not_found");
    return person;
  },

  create: async ({ input: { body }, actor, services: { write } }) => {
    return write(actor, async ({ tx, audit, touch }) => {
      const person = await insertPerson(tx, normalizeInput(body));
      await recordConsentChanges(tx, person.id, {}, person.consents, actor.userId);
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: person.id,
        description: `Added ${displayName(person)}`,
      });
      touch("people");
      return person;
    });
  },

  update: async ({ input: { params, body }, actor, services: { write } }) => {
    const { updatedAt, ...fields } = body;
    const asked = normalizeInput(fields);
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await lockPerson(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && Date.parse(before.updatedAt) !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const change = changedFields(before, asked);
      const changed = Object.keys(change);
      if (changed.length === 0) return before;
      const after = await updatePerson(tx, before, change);
      await recordConsentChanges(tx, params.id, before.consents, after.consents, actor.userId);
      // What waits for their hours waits for those of another place now.
      const moved = "timezone" in change || "phone" in change;
      if (moved) await wakeHeld(tx, [params.id]);
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: params.id,
        description: `Changed ${displayName(before)}`,
        metadata: {
          before: Object.fromEntries(changed.map((key) => [key, before[key as keyof Person]])),
          after: change,
        },
      });
      touch("people", ...(moved ? (["actions"] as const) : []));
      return after;
    });
  },

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const person = await lockPerson(tx, params.id);
      if (!person) throw new Problem("not_found");
      await deletePerson(tx, params.id);
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: params.id,
        description: `Deleted ${displayName(person)}`,
      });
      touch("people", "actions", "calls");
    });
    return { ok: true };
  },

  bulk: async ({ input: { body }, actor, services: { write } }) => {
    const ids = [...new Set(body.ids)];
    const changed = await write(actor, async ({ tx, audit, touch }) => {
      const count = await changePeople(tx, ids, body.change);
      if (count === 0) return 0;
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: "many",
        description: `${describeBulkChange(body.change)} ${count === 1 ? "1 person" : `${count} people`}`,
        metadata: { change: body.change, named: ids.length, changed: count, ids },
      });
      touch("people", ...(body.change.kind === "delete" ? (["actions", "calls"] as const) : []));
      return count;
    });
    return { changed };
  },
};
