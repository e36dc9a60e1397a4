import type * as z from "zod";
import { bulkConsentRow, bulkEventRow, bulkPersonRow, bulkTagRow } from "#contract/bulk.ts";
import { id as idSchema } from "#contract/fields.ts";
import { guessEventType } from "#domain/ingestion/event-type.ts";
import type { Language } from "#domain/language.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { joinLists } from "#domain/people/join-lists.ts";
import {
  completePlan,
  isEmptyPlan,
  type PersonPlan,
  type PlannedConsent,
} from "#domain/people/plan-change.ts";
import {
  type PeopleRowsPlan,
  type PersonRow,
  planPeopleRows,
  type RowOutcome,
} from "#domain/people/plan-people-rows.ts";
import type { PersonInput } from "#domain/person.ts";
import { newId } from "#server/db/id.ts";
import { findDuplicates } from "#server/housekeeping/find-duplicates.ts";
import { findEndpoint } from "#server/store/ingestion/endpoints.ts";
import { insertEvents, newEvent } from "#server/store/ingestion/events.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import { hashAddresses } from "#server/store/people/person-addresses.ts";
import { lockPeople } from "#server/store/people/stored-people.ts";
import { findActiveUsers } from "#server/store/workspace/users.ts";
import { bulkAnswer, readRows, readValues, type UsedRow } from "./bulk-rows.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { readFieldValues } from "./person-field-values.ts";
import { normalizeInput, refuseOutsideTexts } from "./person-input.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** What programs do to people, from the images before and after. */
const programPlans = (
  { added, changed }: Pick<PeopleRowsPlan, "added" | "changed">,
  actorId: string | null,
  now: number,
): PersonPlan[] => {
  const source = changeSource("program", { actorId });
  return [
    ...added.map((after) => completePlan({ before: null, after }, source, now)),
    ...changed.map((pair) => completePlan(pair, source, now)),
  ];
};

const toUsedRow = (planned: RowOutcome): UsedRow =>
  planned.outcome === "failed"
    ? { outcome: "failed", problem: new Problem(planned.code) }
    : { outcome: planned.outcome, id: planned.personId };

const addressesOf = ({ change: { email, phone } }: PersonRow): string[] =>
  [email?.toLowerCase(), phone].filter((address): address is string => typeof address === "string");

/** Reads what every row needs before the transaction, which must not wait for a second connection. */
const createPersonReader = async (
  { database, general, personFields }: ApiServices,
  rows: readonly unknown[],
  language: Language,
): Promise<(row: z.infer<typeof bulkPersonRow>) => PersonRow> => {
  const { defaultCountry: country } = await general();
  const definitions = await personFields();
  const named = rows.flatMap((row) => idSchema.safeParse(Object(row).assignedAgentId).data ?? []);
  const agents = await findActiveUsers(database.db, named);
  return ({ id, updatedAt, ...input }) => {
    if (input.assignedAgentId && !agents.has(input.assignedAgentId)) {
      const issues = [{ path: "assignedAgentId", message: issuePhrases[language].inactiveUser }];
      throw new Problem("invalid", { issues });
    }
    const change: Partial<PersonInput> = normalizeInput(input, { country, language, isOutside: true });
    return {
      id: id ?? null,
      version: updatedAt === undefined ? null : Date.parse(updatedAt),
      change: {
        ...change,
        ...(change.fields ? { fields: readFieldValues(change.fields, {}, definitions, language) } : {}),
      },
    };
  };
};

export const bulkHandlers: Handlers["bulk"] = {
  people: async ({ input: { body }, actor, caller, request, services }) => {
    const language = requestLanguage({ caller, request });
    const read = await createPersonReader(services, body.people, language);
    const rows = readRows(body.people, bulkPersonRow, language, read);
    const asked = readValues(rows);
    if (asked.length === 0) return bulkAnswer(rows, [], language);
    const isMatchedByAddress = body.match === "address";
    const outcomes = await services.write(actor, async (context) => {
      const { tx, audit, enqueue, touch, clock } = context;
      const now = clock.now();
      const addresses = isMatchedByAddress ? asked.filter(({ id }) => id === null).flatMap(addressesOf) : [];
      await lockAddresses(tx, addresses);
      const known = await lockPeople(tx, {
        ids: asked.flatMap(({ id }) => id ?? []),
        addresses,
        field: null,
      });
      const plan = planPeopleRows(asked, known, { isMatchedByAddress, now, newId });
      const { added, changed } = plan;
      await applyPlans(context, programPlans(plan, actor.userId, now), services.addressHash);
      const readdressed = changed.filter(
        ({ before, after }) => before.email !== after.email || before.phone !== after.phone,
      );
      const ids = [...added, ...readdressed.map(({ after }) => after)].map(({ id }) => id);
      await hashAddresses(tx, ids, services.addressHash);
      if (ids.length > 0) enqueue(findDuplicates, { ids });
      if (added.length + changed.length > 0) {
        audit({
          eventType: "data_change",
          entityType: "person",
          entityId: added[0]?.id ?? changed[0]?.after.id ?? "",
          details: { kind: "program_sent_people", added: added.length, changed: changed.length },
          metadata: { added: added.map(({ id }) => id), changed: changed.map(({ after }) => after.id) },
        });
        touch("people");
      }
      return plan.outcomes;
    });
    return bulkAnswer(rows, outcomes.map(toUsedRow), language);
  },

  tags: async ({ input: { body }, actor, caller, request, services }) => {
    const language = requestLanguage({ caller, request });
    const rows = readRows(body.changes, bulkTagRow, language, (row) => {
      refuseOutsideTexts({ tags: row.add }, language);
      return row;
    });
    const asked = readValues(rows);
    if (asked.length === 0) return bulkAnswer(rows, [], language);
    const outcomes = await services.write(actor, async (context) => {
      const { tx, audit, touch, clock } = context;
      const now = clock.now();
      const ids = asked.map(({ personId }) => personId);
      const known = await lockPeople(tx, { ids, addresses: [], field: null });
      const tags = new Map(known.map((person) => [person.id, person.tags]));
      const plan = planPeopleRows(
        asked.map(({ personId, add, remove }) => {
          const next = joinLists(tags.get(personId) ?? [], add).filter((tag) => !remove.includes(tag));
          tags.set(personId, next);
          return { id: personId, version: null, change: { tags: next } };
        }),
        known,
        { isMatchedByAddress: false, now, newId },
      );
      const { changed } = plan;
      await applyPlans(context, programPlans(plan, actor.userId, now), services.addressHash);
      if (changed.length > 0) {
        audit({
          eventType: "data_change",
          entityType: "person",
          entityId: changed[0]?.after.id ?? "",
          details: { kind: "program_changed_tags", count: changed.length },
          metadata: { changed: changed.map(({ after }) => after.id) },
        });
        touch("people");
      }
      return plan.outcomes;
    });
    return bulkAnswer(rows, outcomes.map(toUsedRow), language);
  },

  consents: async ({ input: { body }, actor, caller, request, services }) => {
    const language = requestLanguage({ caller, request });
    const rows = readRows(body.consents, bulkConsentRow, language, (row) => row);
    const asked = readValues(rows);
    if (asked.length === 0) return bulkAnswer(rows, [], language);
    const outcomes = await services.write(actor, async (context) => {
      const { tx, audit, touch, clock } = context;
      const now = clock.now();
      const ids = asked.map(({ personId }) => personId);
      const known = await lockPeople(tx, { ids, addresses: [], field: null });
      const states = new Map(known.map(({ id, consentStates }) => [id, { ...consentStates }]));
      const records: { personId: string; consent: PlannedConsent }[] = [];
      const used = asked.map(({ personId, channel, state, proof }): UsedRow => {
        const recorded = states.get(personId);
        if (!recorded) return { outcome: "failed", problem: new Problem("not_found") };
        const stays = recorded[channel] === "denied" || (state === "unproven" && recorded[channel]);
        if (stays) return { outcome: "unchanged", id: personId };
        recorded[channel] = state;
        records.push({
          personId,
          consent: {
            channel,
            state,
            method: "endpoint",
            proof: state === "denied" ? { words: proof, token: caller.token?.name ?? null } : null,
          },
        });
        return { outcome: "created", id: personId };
      });
      if (records.length > 0) {
        const consentsOf = Map.groupBy(records, ({ personId }) => personId);
        const source = changeSource("program", { actorId: actor.userId });
        const plans = known.map((person) => {
          const consents = (consentsOf.get(person.id) ?? []).map(({ consent }) => consent);
          return completePlan({ before: person, after: person, consents, entries: [] }, source, now);
        });
        await applyPlans(
          context,
          plans.filter((plan) => !isEmptyPlan(plan)),
          services.addressHash,
        );
        audit({
          eventType: "data_change",
          entityType: "consent",
          entityId: records[0]?.personId ?? "",
          details: { kind: "program_recorded_consents", count: records.length },
          metadata: { people: [...new Set(records.map(({ personId }) => personId))] },
        });
        touch("people", "actions");
      }
      return used;
    });
    return bulkAnswer(rows, outcomes, language);
  },

  events: async ({ input: { body }, actor, caller, request, services }) => {
    const language = requestLanguage({ caller, request });
    const { endpointId } = body;
    const endpoint = await findEndpoint(services.database.db, endpointId);
    // Endpoints of the product itself hold what people wrote on its channels, which no program may invent.
    const isOpen =
      endpoint?.type === "webhook" && endpoint.channel === null && !("system" in (endpoint.pullState ?? {}));
    if (!isOpen || endpoint.status !== "active") throw new Problem("not_found");
    const rows = readRows(body.events, bulkEventRow, language, ({ payload, type, key }) =>
      newEvent({
        endpointId,
        raw: JSON.stringify(payload),
        eventType: type ?? guessEventType(payload),
        deduplicationKey: key ?? null,
      }),
    );
    const events = readValues(rows);
    if (events.length === 0) return bulkAnswer(rows, [], language);
    const stored = await services.write(actor, async ({ tx, audit, touch }) => {
      const inserted = await insertEvents(tx, events);
      audit({
        eventType: "data_change",
        entityType: "event",
        entityId: inserted[0]?.id ?? "",
        details: { kind: "program_sent_events", count: events.length },
        metadata: { endpointId },
      });
      touch("events");
      return inserted;
    });
    return bulkAnswer(
      rows,
      stored.map(({ id, isNew }) => ({ outcome: isNew ? ("created" as const) : ("unchanged" as const), id })),
      language,
    );
  },
};
