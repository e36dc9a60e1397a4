import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { id, isoInstant } from "#contract/fields.ts";
import type { Person } from "#contract/people.ts";
import { consentKinds, type PersonInput } from "#domain/person.ts";
import { explainScores } from "#domain/scoring/explain.ts";
import { buildHistory, parseHistory } from "#domain/scoring/history.ts";
import { priorModel } from "#domain/scoring/model.ts";
import type { Tx } from "#server/db/database.ts";

import { insertConsents } from "#server/store/compliance/consents.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import { findPerson, listPeople } from "#server/store/people/people.ts";
import {
  type BulkChange,
  changePeople,
  deletePerson,
  insertPerson,
  lockPerson,
  updatePerson,
} from "#server/store/people/people-changes.ts";
import type { PeopleCursor } from "#server/store/people/people-search.ts";
import { findProfile, readPastEvents, scoringFacts } from "#server/store/people/profiles.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

const displayName = ({ firstName, lastName, email, phone, id }: Person): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email || phone || id;

/** An empty name is stored as null, and duplicate tags are dropped. */
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

/** A consent changed in the form is recorded as evidence, with the user who changed it. */
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
    method: "operator" as const,
    proof: { recordedBy: actorId },
    actorId,
    causedBy: null,
  }));
  await insertConsents(tx, records);
  if (records.length > 0) await wakeHeldActions(tx, [personId]);
};

const cursorSchema = z.tuple([isoInstant, id]);

const encodeCursor = ({ updatedAt, id }: PeopleCursor): string =>
  Buffer.from(JSON.stringify([updatedAt, id])).toString("base64url");

const parseCursorJson = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
};

const decodeCursor = (cursor: string): PeopleCursor => {
  const parsed = cursorSchema.safeParse(parseCursorJson(cursor));
  if (!parsed.success) throw new Problem("invalid", { issues: [{ path: "cursor", message: "" }] });
  const [updatedAt, id] = parsed.data;
  return { updatedAt, id };
};

export const peopleHandlers: Handlers["people"] = {
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
    const input = normalizeInput(fields);
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await lockPerson(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && Date.parse(before.updatedAt) !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const change = changedFields(before, input);
      const changed = Object.keys(change);
      if (changed.length === 0) return before;
      const after = await updatePerson(tx, before, change);
      await recordConsentChanges(tx, params.id, before.consents, after.consents, actor.userId);
      // Held messages must be scheduled again: the contact hours depend on the time zone and the phone number.
      const hoursChanged = "timezone" in change || "phone" in change;
      if (hoursChanged) await wakeHeldActions(tx, [params.id]);
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
      touch("people", ...(hoursChanged ? (["actions"] as const) : []));
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

  /** Explains the scores with the same function and history that computed them. */
  scores: async ({ input: { params }, services: { database } }) => {
    const now = Date.now();
    const person = await findProfile(database.db, params.id);
    if (!person) throw new Problem("not_found");
    const { version } = priorModel;
    const { scores: stored, scoredAt, modelVersion } = person;
    if (!stored || !scoredAt) return { scores: [], version, storedVersion: null, scoredAt: null };
    const pastEvents = (await readPastEvents(database.db, [person.id])).get(person.id) ?? [];
    const history = person.history === null ? buildHistory(pastEvents, now) : parseHistory(person.history);
    const explained = explainScores({ facts: scoringFacts(person), history, now }, pastEvents, priorModel);
    return {
      scores: explained.map((score) => ({
        ...score,
        stored: stored[score.name],
        parts: score.parts.map((part) => ({
          ...part,
          lastAt: part.lastAt === null ? null : new Date(part.lastAt).toISOString(),
        })),
      })),
      version,
      storedVersion: modelVersion,
      scoredAt: scoredAt.toISOString(),
    };
  },
};
