import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { id, isoInstant } from "#contract/fields.ts";
import type { Person } from "#contract/people.ts";
import type { Country } from "#domain/country.ts";
import type { Language } from "#domain/language.ts";
import { defaultDirection, peopleSorts, sortDirections } from "#domain/people-sort.ts";
import { consentKinds, type PersonInput } from "#domain/person.ts";
import { normalisePhone } from "#domain/phone.ts";
import { explainScores } from "#domain/scoring/explain.ts";
import { buildHistory, parseHistory } from "#domain/scoring/history.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import { findBand } from "#domain/scoring/score-bands.ts";
import type { Tx } from "#server/db/database.ts";
import { applyBulkChange } from "#server/housekeeping/apply-bulk-change.ts";
import { completeErasures } from "#server/housekeeping/complete-erasures.ts";
import { type JudgedScores, readJudgedScores } from "#server/store/ai/score-models.ts";
import { insertConsents } from "#server/store/compliance/consents.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import { erasePeople } from "#server/store/people/erase-people.ts";
import { exportPerson } from "#server/store/people/export-person.ts";
import { countPeople, findPerson, listPeople } from "#server/store/people/people.ts";
import { insertPerson, lockPerson, updatePerson } from "#server/store/people/people-changes.ts";
import type { PeopleCursor, PeopleOrder } from "#server/store/people/people-order.ts";
import type { PeopleFilter } from "#server/store/people/people-search.ts";
import { decideDuplicate } from "#server/store/people/possible-duplicates.ts";
import { findProfile, readPastEvents, scoringFacts } from "#server/store/people/profiles.ts";
import type { WriteContext } from "#server/store/write.ts";
import { deleteNowOrLater } from "./deletions.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { peopleTotals } from "./people-totals.ts";
import { personExportPage } from "./person-export-page.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";
import { createZip } from "./zip.ts";

const displayName = ({ firstName, lastName, email, phone, id }: Person): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email || phone || id;

type PhoneContext = { country: Country; language: Language };
const phoneMessages: Record<Language, (country: Country) => string> = {
  en: (country) =>
    `Not a valid phone number of ${country}. Start with + and the country code for another country.`,
  es: (country) =>
    `No es un teléfono válido de ${country}. Para otro país, empiece con + y el código del país.`,
};
const readPhone = (text: string, { country, language }: PhoneContext): string => {
  const phone = normalisePhone(text, country);
  if (phone === undefined)
    throw new Problem("invalid", { issues: [{ path: "phone", message: phoneMessages[language](country) }] });
  return phone;
};

/** An empty name is stored as null, and duplicate tags are dropped. */
const normalizeInput = <T extends Partial<PersonInput>>(input: T, context: PhoneContext): T => ({
  ...input,
  ...(typeof input.phone === "string" ? { phone: readPhone(input.phone, context) } : {}),
  ...(input.firstName === "" ? { firstName: null } : {}),
  ...(input.lastName === "" ? { lastName: null } : {}),
  ...(input.tags ? { tags: [...new Set(input.tags)] } : {}),
});

const changedFields = (before: Person, change: Partial<PersonInput>): Partial<PersonInput> =>
  Object.fromEntries(
    Object.entries(change).filter(([key, value]) => !isDeepStrictEqual(before[key as keyof Person], value)),
  );

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

const cursorSchema = z.tuple([
  z.enum(peopleSorts),
  z.enum(sortDirections),
  z.union([z.string().max(500), z.number(), z.null()]),
  id,
]);

const encodeCursor = ({ sort, direction }: PeopleOrder, { key, id }: PeopleCursor): string =>
  Buffer.from(JSON.stringify([sort, direction, key, id])).toString("base64url");

const parseCursorJson = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
};

const keySchemas: Record<PeopleOrder["sort"], z.ZodType<PeopleCursor["key"]>> = {
  updated: isoInstant,
  name: z.string(),
  stage: z.int(),
  score: z.int().nullable(),
};

/** A cursor belongs to the order in which it was given. */
const decodeCursor = (order: PeopleOrder, cursor: string, language: Language): PeopleCursor => {
  const [sort, direction, key, id] = cursorSchema.safeParse(parseCursorJson(cursor)).data ?? [];
  const parsedKey = keySchemas[order.sort].safeParse(key);
  const fits = sort === order.sort && direction === order.direction && parsedKey.success;
  if (!fits || id === undefined)
    throw new Problem("invalid", { issues: [{ path: "cursor", message: issuePhrases[language].cursor }] });
  return { key: parsedKey.data, id };
};

/** What became of people with a similar score. */
const chanceOf = (name: ScoreName, score: number, { days, reports }: JudgedScores) => {
  const report = reports.get(name);
  const band = report && findBand(score, report);
  if (!band) return null;
  const { from, to, people: cases, observed: share } = band;
  return { from, to, cases, share, days: days[name] };
};

export const peopleHandlers: Handlers["people"] = {
  list: async ({ input: { query }, services, caller, request }) => {
    const { cursor, limit, sort, direction = defaultDirection[sort], total, ...filter } = query;
    const order = { sort, direction };
    const { pool } = services.database;
    const language = requestLanguage({ caller, request });
    const position = {
      cursor: cursor === undefined ? undefined : decodeCursor(order, cursor, language),
      limit,
    };
    const count =
      total === "exact"
        ? (counted: PeopleFilter) => countPeople(pool, counted, true)
        : peopleTotals(services).count;
    const { next, ...page } = await listPeople(pool, filter, order, position, count);
    return { ...page, nextCursor: next ? encodeCursor(order, next) : null };
  },

  get: async ({ input: { params }, services: { database } }) => {
    const person = await findPerson(database.pool, params.id);
    if (!person) throw new Problem("not_found");
    return person;
  },

  create: async ({ input: { body }, actor, caller, request, services: { write, general } }) => {
    const input = normalizeInput(body, {
      country: (await general()).defaultCountry,
      language: requestLanguage({ caller, request }),
    });
    return write(actor, async ({ tx, audit, touch }) => {
      const person = await insertPerson(tx, input);
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

  update: async ({ input: { params, body }, actor, caller, request, services: { write, general } }) => {
    const { updatedAt, ...fields } = body;
    const input = normalizeInput(fields, {
      country: (await general()).defaultCountry,
      language: requestLanguage({ caller, request }),
    });
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
      // Held messages must be scheduled again: the contact hours depend on the place and the phone number.
      const hoursChanged = ["timezone", "phone", "zip", "region"].some((field) => field in change);
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

  remove: ({ input: { params }, ...call }) => {
    const deletion = {
      kind: "person" as const,
      id: params.id,
      deleteNow: async ({ tx, audit, enqueue, touch }: WriteContext) => {
        const { erased, auditEntries } = await erasePeople(tx, [params.id], call.services.addressHash);
        if (erased === 0) throw new Problem("not_found");
        audit({
          eventType: "data_change",
          entityType: "person",
          entityId: params.id,
          // Without the name, which must not remain in the log.
          description: "Deleted a person",
          metadata: { erasedEntries: auditEntries },
        });
        enqueue(completeErasures, {});
        touch("people", "actions", "calls", "events");
      },
      prepare: async ({ tx }: WriteContext) => {
        if (!(await lockPerson(tx, params.id))) throw new Problem("not_found");
      },
    };
    return deleteNowOrLater(deletion, call);
  },

  decideDuplicate: async ({ input: { params, body }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const pair = await decideDuplicate(tx, params.id, body.decision, actor.userId);
      if (!pair) throw new Problem("not_found");
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: pair.personId,
        description:
          body.decision === "same"
            ? "Two people were said to be the same person"
            : "Two people were said to be different people",
        metadata: { ...pair, decision: body.decision },
      });
      touch("people");
    });
    return { ok: true };
  },

  export: async ({ input: { params, query }, actor, services, caller, request, reply }) => {
    const { database, write, addressHash } = services;
    const exported = await exportPerson(database.db, params.id, addressHash);
    if (!exported) throw new Problem("not_found");
    await write(actor, async ({ audit }) =>
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: params.id,
        description: "Exported everything stored about a person",
      }),
    );
    const now = new Date();
    const page = personExportPage(exported.data, query.language ?? requestLanguage({ caller, request }), now);
    const zip = createZip(
      [
        { name: "data.json", content: Buffer.from(JSON.stringify(exported.data, null, 2)) },
        { name: "index.html", content: Buffer.from(page) },
        ...exported.files,
      ],
      now,
    );
    await reply
      .type("application/zip")
      .header("content-disposition", `attachment; filename="person-${params.id}.zip"`)
      .send(zip);
    return "";
  },

  bulk: async ({ input: { body }, actor, services: { write, addressHash } }) => {
    const ids = [...new Set(body.ids)];
    const changed = await write(actor, (context) =>
      applyBulkChange(context, { ids, change: body.change, hash: addressHash }),
    );
    return { changed };
  },

  /** Explains the scores with the same function and history that computed them. */
  scores: async ({ input: { params }, services: { database, scorer } }) => {
    const now = Date.now();
    const current = await scorer();
    const person = await findProfile(database.db, params.id);
    if (!person) throw new Problem("not_found");
    const { version } = current;
    const { scores: stored, scoredAt, modelVersion } = person;
    if (!stored || !scoredAt) return { scores: [], version, storedVersion: null, scoredAt: null };
    const pastEvents = (await readPastEvents(database.db, [person.id])).get(person.id) ?? [];
    const history = person.history === null ? buildHistory(pastEvents, now) : parseHistory(person.history);
    const judged = await readJudgedScores(database.db);
    const explained = explainScores({ facts: scoringFacts(person), history, now }, pastEvents, current);
    return {
      scores: explained.map((score) => ({
        ...score,
        stored: stored[score.name],
        chance: chanceOf(score.name, stored[score.name], judged),
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
