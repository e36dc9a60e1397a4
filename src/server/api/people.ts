import { isDeepStrictEqual } from "node:util";
import { type Person, peopleApi } from "#contract/people.ts";
import type { Language } from "#domain/language.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { mergeFields } from "#domain/people/merge-fields.ts";
import { type PlannedConsent, planChange } from "#domain/people/plan-change.ts";
import { defaultDirection } from "#domain/people-sort.ts";
import { consentKinds, type PersonInput } from "#domain/person.ts";
import { stateOfArea } from "#domain/places/state-codes.ts";
import { explainScores } from "#domain/scoring/explain.ts";
import { buildHistory, parseHistory } from "#domain/scoring/history.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import { findBand } from "#domain/scoring/score-bands.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { completeErasures } from "#server/housekeeping/complete-erasures.ts";
import { findDuplicates } from "#server/housekeeping/find-duplicates.ts";
import { readGazetteer } from "#server/places/gazetteer.ts";
import { type JudgedScores, readJudgedScores } from "#server/store/ai/score-models.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { findPair, markDistinct } from "#server/store/people/duplicate-pairs.ts";
import { erasePeople } from "#server/store/people/erase-people.ts";
import { exportPerson } from "#server/store/people/export-person.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import { findSurvivor } from "#server/store/people/merge.ts";
import { countByArea, findPerson } from "#server/store/people/people.ts";
import { hashAddresses } from "#server/store/people/person-addresses.ts";
import { presentPerson } from "#server/store/people/present-person.ts";
import { findProfile, readPastEvents, scoringFacts } from "#server/store/people/profiles.ts";
import { lockOnePerson } from "#server/store/people/stored-people.ts";
import { findVisible } from "#server/store/people/visible-people.ts";
import { findUser } from "#server/store/workspace/users.ts";
import type { WriteContext } from "#server/store/write.ts";
import { requestedAudience } from "./audience-request.ts";
import { deleteNowOrLater } from "./deletions.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { listPeoplePage } from "./people-page.ts";
import { personExportPage } from "./person-export-page.ts";
import { readFieldValues } from "./person-field-values.ts";
import {
  normalizeInput,
  refuseForeignHolders,
  requireIdentity,
  requireUnknownAddresses,
} from "./person-input.ts";
import { Problem } from "./problem.ts";
import { reachOf, requireOwnerChange } from "./record-access.ts";
import { changeNow } from "./start-bulk.ts";
import { startMerge } from "./start-merge.ts";
import { requestLanguage } from "./vendor-problems.ts";
import { createZip } from "./zip.ts";

export const displayName = ({
  firstName,
  lastName,
  email,
  phone,
  id,
}: Pick<Person, "firstName" | "lastName" | "email" | "phone" | "id">): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email || phone || id;

const checkAgent = async (tx: Tx, agentId: string | null | undefined, language: Language): Promise<void> => {
  if (!agentId || (await findUser(tx, agentId))?.active) return;
  throw new Problem("invalid", {
    issues: [{ path: "assignedAgentId", message: issuePhrases[language].inactiveUser }],
  });
};

const changedFields = (before: Person, change: Partial<PersonInput>): Partial<PersonInput> =>
  Object.fromEntries(
    Object.entries({
      ...change,
      ...(change.fields ? { fields: mergeFields(before.fields, change.fields) } : {}),
    }).filter(([key, value]) => !isDeepStrictEqual(before[key as keyof Person], value)),
  );

/** A consent changed in the form is recorded as evidence, with the user who changed it. */
const consentChanges = (
  before: Person["consents"],
  after: Person["consents"],
  actorId: string | null,
): PlannedConsent[] =>
  consentKinds
    .filter((channel) => (before[channel] ?? false) !== (after[channel] ?? false))
    .map((channel) => ({
      channel,
      state: after[channel] ? ("granted" as const) : ("denied" as const),
      method: "operator" as const,
      proof: { recordedBy: actorId },
      isFlagKept: true,
    }));

/** Programs bring consents through an endpoint, which keeps the proof; here they can only take them away. */
const refuseGrantsOfPrograms = ({ token }: UserSession, consents: Partial<Person["consents"]> = {}): void => {
  const isGrant = consentKinds.some((channel) => consents[channel] === true) || consents.dnc === false;
  if (token && isGrant) throw new Problem("token_not_allowed_here");
};

/** What became of people with a similar score. */
const chanceOf = (name: ScoreName, score: number, { days, reports }: JudgedScores) => {
  const report = reports.get(name);
  const band = report && findBand(score, report);
  if (!band) return null;
  const { from, to, people: cases, observed: share } = band;
  return { from, to, cases, share, days: days[name] };
};

type AreaRow = { code: string; label: string; count: number };

/** Nowhere that is known, and areas that are no longer on the map, count together. */
const toAreaCounts = (counts: readonly { code: string | null; count: number }[]) => {
  const gazetteer = readGazetteer();
  const byCode = new Map<string, number>();
  const stateCounts = new Map<string, number>();
  let [total, known] = [0, 0];
  for (const { code, count } of counts) {
    total += count;
    if (code === null || !gazetteer.area(code)) continue;
    known += count;
    byCode.set(code, count);
    stateCounts.set(stateOfArea(code), (stateCounts.get(stateOfArea(code)) ?? 0) + count);
  }
  const rows = (from: ReadonlyMap<string, number>): AreaRow[] =>
    [...from]
      .map(([code, count]) => ({ code, label: gazetteer.label(code) ?? code, count }))
      .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  return { areas: rows(byCode), states: rows(stateCounts), total, elsewhere: total - known };
};

export const peopleHandlers: Handlers["people"] = {
  list: async ({ input: { query }, services, caller, request }) => {
    const { cursor, limit, sort, direction = defaultDirection[sort], total, where, view, ...filter } = query;
    const language = requestLanguage({ caller, request });
    const audience = await requestedAudience(
      services,
      { where, view },
      { caller, area: peopleApi.list.area },
      language,
    );
    const page = await listPeoplePage(
      services,
      { ...filter, audience: audience?.sql },
      { sort, direction },
      { cursor, limit, language, countsAll: total === "exact" },
    );
    return { ...page, isReadable: audience?.ok ?? true };
  },

  map: async ({ input: { query }, services, caller, request }) => {
    const { where, view, ...filter } = query;
    const language = requestLanguage({ caller, request });
    const audience = await requestedAudience(
      services,
      { where, view },
      { caller, area: peopleApi.map.area },
      language,
    );
    const counts = await countByArea(services.database.pool, { ...filter, audience: audience?.sql });
    return { ...toAreaCounts(counts), isReadable: audience?.ok ?? true };
  },

  get: async ({ input: { params }, caller, services: { database } }) => {
    const person = await findPerson(database.pool, params.id);
    const reach = reachOf(caller, peopleApi.get.area);
    if (person && reach) {
      const { possibleDuplicates } = person;
      const others = possibleDuplicates.map(({ personId }) => personId);
      const visible = await findVisible(database.db, reach, others);
      return {
        ...person,
        possibleDuplicates: possibleDuplicates.filter(({ personId }) => visible.has(personId)),
      };
    }
    if (person) return person;
    // Links to a person who was merged lead to the survivor.
    const survivorId = await findSurvivor(database.db, params.id);
    const survivor = survivorId === undefined ? undefined : await findPerson(database.pool, survivorId);
    if (!survivor) throw new Problem("not_found");
    return survivor;
  },

  create: async ({ input, actor, caller, request, services }) => {
    const { write, general, addressHash, personFields } = services;
    const { isSeparatePerson, ...body } = input.body;
    refuseGrantsOfPrograms(caller, body.consents);
    const language = requestLanguage({ caller, request });
    const fields = readFieldValues(body.fields, {}, await personFields(), language);
    requireIdentity(body, language);
    const { defaultCountry: country } = await general();
    const values = normalizeInput(body, { country, language, isOutside: caller.token !== null });
    return write(actor, async (context) => {
      const { tx, audit, enqueue, touch, clock } = context;
      await refuseForeignHolders(tx, caller, [values.phone, values.email], { language });
      if (!isSeparatePerson) await requireUnknownAddresses(tx, values, language);
      await checkAgent(tx, values.assignedAgentId, language);
      // Whoever has only their own people would not see the new one otherwise.
      const assignedAgentId = values.assignedAgentId ?? reachOf(caller, "people")?.userId ?? null;
      const plan = planChange(
        null,
        {
          set: { ...values, assignedAgentId, fields: mergeFields({}, fields) },
          consents: consentChanges({}, values.consents, actor.userId),
        },
        changeSource("user", { actorId: actor.userId }),
        { now: clock.now(), newId },
      );
      await applyPlans(context, [plan], addressHash);
      const person = presentPerson(plan.after);
      await hashAddresses(tx, [person.id], addressHash);
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: person.id,
        details: { kind: "thing", verb: "added", thing: "person", name: displayName(person) },
      });
      enqueue(findDuplicates, { ids: [person.id] });
      touch("people");
      return person;
    });
  },

  update: async ({ input: { params, body }, actor, caller, request, services }) => {
    const { write, general, addressHash, personFields } = services;
    const { updatedAt, ...fields } = body;
    refuseGrantsOfPrograms(caller, body.consents);
    const definitions = fields.fields ? await personFields() : [];
    const language = requestLanguage({ caller, request });
    const { defaultCountry: country } = await general();
    const input = normalizeInput(fields, { country, language, isOutside: caller.token !== null });
    return write(actor, async (context) => {
      const { tx, audit, enqueue, touch, clock } = context;
      // Before the person, as everywhere.
      await lockAddresses(
        tx,
        [input.phone, input.email].flatMap((address) => address ?? []),
      );
      const stored = await lockOnePerson(tx, params.id);
      if (!stored) throw new Problem("not_found");
      const before = presentPerson(stored);
      if (updatedAt !== undefined && Date.parse(before.updatedAt) !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const values = input.fields && readFieldValues(input.fields, before.fields, definitions, language);
      const change = changedFields(before, { ...input, ...(values ? { fields: values } : {}) });
      const changed = Object.keys(change);
      if (changed.length === 0) return before;
      await refuseForeignHolders(tx, caller, [change.phone, change.email], { language, personId: params.id });
      if ("assignedAgentId" in change) await requireOwnerChange(tx, caller, [params.id]);
      await checkAgent(tx, change.assignedAgentId, language);
      const plan = planChange(
        stored,
        {
          set: change,
          consents: consentChanges(before.consents, change.consents ?? before.consents, actor.userId),
        },
        changeSource("user", { actorId: actor.userId }),
        { now: clock.now(), newId },
      );
      await applyPlans(context, [plan], addressHash);
      if ("email" in change || "phone" in change) {
        await hashAddresses(tx, [params.id], addressHash);
        enqueue(findDuplicates, { ids: [params.id] });
      }
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: params.id,
        details: { kind: "thing", verb: "changed", thing: "person", name: displayName(before) },
        metadata: {
          before: Object.fromEntries(changed.map((key) => [key, before[key as keyof Person]])),
          after: change,
        },
      });
      touch("people");
      return presentPerson(plan.after);
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
          details: { kind: "thing", verb: "deleted", thing: "some_person" },
          metadata: { erasedEntries: auditEntries },
        });
        enqueue(completeErasures, {});
        touch("people", "actions", "calls", "events");
      },
      prepare: async ({ tx }: WriteContext) => {
        if (!(await lockOnePerson(tx, params.id))) throw new Problem("not_found");
      },
    };
    return deleteNowOrLater(deletion, call);
  },

  decideDuplicate: async ({ input: { params, body }, actor, services }) => {
    const pair = await services.write(actor, async ({ tx, audit, touch }) => {
      if (body.decision === "same") return findPair(tx, params.id);
      const different = await markDistinct(tx, params.id, actor.userId);
      if (!different) return undefined;
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: different.personId,
        details: { kind: "people_differ" },
        metadata: { otherId: different.otherId, decision: body.decision },
      });
      touch("people");
      return different;
    });
    if (!pair) throw new Problem("not_found");
    // The older entry stays.
    if (body.decision === "same")
      await startMerge(services, actor, [{ survivorId: pair.otherId, otherId: pair.personId, picks: {} }]);
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
        details: { kind: "person_exported" },
      }),
    );
    const now = new Date();
    const page = personExportPage(exported.data, query.language ?? requestLanguage({ caller, request }), now);
    const zip = await createZip(
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

  bulk: async ({ input: { body }, actor, services, caller, request }) => {
    if (body.change.kind === "owner") await requireOwnerChange(services.database.db, caller, body.ids);
    return { changed: await changeNow(services, actor, body, requestLanguage({ caller, request })) };
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
