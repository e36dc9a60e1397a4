import * as z from "zod";
import { mergeConsentRecords } from "#domain/people/merge-consents.ts";
import { mergeNotes } from "#domain/people/merge-notes.ts";
import { mergePeople } from "#domain/people/merge-people.ts";
import { normalisePhone } from "#domain/phone.ts";
import { findDuplicates } from "#server/housekeeping/find-duplicates.ts";
import {
  countOpenPairs,
  findSimilar,
  listPairs,
  markDistinct,
  type PairCursor,
  readPeople,
  readSkippedBlocks,
} from "#server/store/people/duplicate-pairs.ts";
import { countMoves } from "#server/store/people/merge-moves.ts";
import { readLatestConsents } from "#server/store/people/merge-snapshot.ts";
import { findPeople } from "#server/store/people/stored-people.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { startMerge } from "./start-merge.ts";

const cursorSchema = z.object({ weight: z.number().nullable(), id: z.uuid() });

const parseCursor = (text: string | undefined): PairCursor | undefined => {
  if (text === undefined) return undefined;
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw new Problem("invalid", { issues: [{ path: "cursor", message: "cursor" }] });
  }
};

const encodeCursor = (cursor: PairCursor | undefined): string | null =>
  cursor === undefined ? null : Buffer.from(JSON.stringify(cursor)).toString("base64url");

export const duplicateHandlers: Handlers["duplicates"] = {
  list: async ({ input: { query }, services: { database } }) => {
    const { personId, cursor, limit } = query;
    const { pairs, next } = await listPairs(database.db, { personId, after: parseCursor(cursor), limit });
    return {
      pairs,
      total: await countOpenPairs(database.db),
      nextCursor: encodeCursor(next),
      skipped: await readSkippedBlocks(database.db),
    };
  },

  similar: async ({ input: { body }, services: { database, general } }) => {
    const { defaultCountry } = await general();
    const phone = body.phone === null ? undefined : normalisePhone(body.phone, defaultCountry);
    const email = body.email?.trim().toLowerCase();
    const people = await findSimilar(database.db, {
      firstName: body.firstName,
      lastName: body.lastName,
      emails: email ? [email] : [],
      phones: phone ? [phone] : [],
      zip: body.zip,
      town: null,
    });
    return { people };
  },

  distinct: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const pair = await markDistinct(tx, params.id, actor.userId);
      if (!pair) throw new Problem("not_found");
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: pair.personId,
        details: { kind: "people_differ" },
        metadata: { otherId: pair.otherId },
      });
      touch("people");
    });
    return { ok: true };
  },

  preview: async ({ input: { body }, services: { database } }) => {
    const { survivorId, otherId, picks } = body;
    const { db } = database;
    const ids = [survivorId, otherId];
    const [found, people, consents] = [
      await findPeople(db, { ids, addresses: [], field: null }),
      await readPeople(db, ids),
      await readLatestConsents(db, ids),
    ];
    const [survivor, other] = [survivorId, otherId].map((id) => found.find((person) => person.id === id));
    const [shownSurvivor, shownOther] = [people.get(survivorId), people.get(otherId)];
    if (survivorId === otherId || !survivor || !other || !shownSurvivor || !shownOther)
      throw new Problem("not_found");
    const { result, fields } = mergePeople(survivor, other, picks);
    const added = mergeConsentRecords(
      { consents: consents.get(survivorId) ?? [], addresses: survivor },
      { consents: consents.get(otherId) ?? [], addresses: other },
      result,
    );
    return {
      survivor: shownSurvivor,
      other: shownOther,
      fields,
      moves: await countMoves(db, otherId),
      notes: mergeNotes(survivor, other, result, added),
    };
  },

  merge: ({ input: { body }, actor, services }) => startMerge(services, actor, body.pairs),

  find: async ({ actor, services: { write } }) => {
    await write(actor, async ({ enqueue }) => enqueue(findDuplicates, {}));
    return { ok: true };
  },
};
