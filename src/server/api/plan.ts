import type { PlanDay, PlanItem } from "#contract/plan.ts";
import { paceOf } from "#domain/broadcasts/pace.ts";
import { type Channel, channels } from "#domain/channels/channel.ts";
import { hourMs } from "#domain/compliance/durations.ts";
import { rulesForChannel } from "#domain/compliance/hours.ts";
import { dateIn } from "#domain/day.ts";
import { spanishHolidayName } from "#domain/holiday-names.ts";
import type { Language } from "#domain/language.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import { spanOfBroadcast } from "#domain/plan/plan-broadcast.ts";
import { type PlannedDay, planDays } from "#domain/plan/plan-days.ts";
import type { Reader } from "#server/db/database.ts";
import type { Messaging } from "#server/pipeline/deliver/messengers.ts";
import { listPlannedBroadcasts, type StoredBroadcast } from "#server/store/broadcasts/broadcasts.ts";
import type { ContactRules } from "#server/store/compliance/contact-rules.ts";
import { readPersonNames } from "#server/store/people/person-name.ts";
import { readPersonPlan } from "#server/store/plan/person-plan.ts";
import {
  listPlanPeople,
  type PlannedGroup,
  type PlanRange,
  type PlanRule,
  readPlannedGroups,
  readPlanRules,
} from "#server/store/plan/plan-items.ts";
import type { Handlers } from "./handler.ts";
import { demandPeople } from "./require-rights.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** More items than anybody reads; the screen says that there are more. */
const maxItems = 2000;

const iso = (at: number): string => new Date(at).toISOString();

const daysAt = (from: string, count: number, timezone: string, rules: ContactRules): PlannedDay[] => {
  const [place] = candidatePlaces({ phone: null, zip: null, region: null, zone: timezone });
  return planDays(from, count, {
    place: place ?? { region: null, zone: timezone, from: "declared" },
    rules: rulesForChannel(rules.hours, "sms"),
    holidays: rules.holidays,
  });
};

const itemOfGroup = (group: PlannedGroup, rules: Map<string, PlanRule>): PlanItem => {
  const { kind, at, ruleId, stepId, channel, code, count } = group;
  const rule = ruleId === null ? undefined : rules.get(ruleId);
  const step = rule?.actions.find(({ id }) => id === stepId);
  const type = channels.find((one) => one === channel) ?? step?.type ?? null;
  return {
    ...{ kind, at, until: null, stepId, type, code, count, person: null },
    rule: rule ? { id: rule.id, name: rule.name, isBroadcast: rule.isBroadcast } : null,
  };
};

const itemOfBroadcast = (
  { id, state, dueAt, counted, begun, definition, why }: StoredBroadcast,
  now: number,
  { from, until }: PlanRange,
): PlanItem | undefined => {
  const people = counted ? counted.send + counted.wait : 0;
  const { name, actions } = definition;
  const perMinute = paceOf(definition, people);
  const span = spanOfBroadcast({ state, dueAt, people, begun, perMinute, code: why[0]?.code ?? null }, now);
  if (!span || (span.at !== null && (span.at >= until || (span.until ?? span.at) < from))) return undefined;
  const [first] = actions;
  return {
    ...{ kind: "broadcast", stepId: null, person: null, code: span.code, count: span.count },
    at: span.at === null ? null : iso(span.at),
    until: span.until === null ? null : iso(span.until),
    rule: { id, name, isBroadcast: true },
    type: actions.length === 1 ? (first?.type ?? null) : null,
  };
};

const isChannel = (type: PlanItem["type"]): type is Channel => channels.some((channel) => channel === type);

/** How many messages a second the vendors of a channel take together; null where one of them has no limit. */
const perSecondOf = async (messaging: Messaging, channel: Channel): Promise<number | null> => {
  const limits = (await messaging.messengersFor(channel)).map(({ perSecond }) => perSecond);
  if (limits.length === 0) return null;
  return limits.reduce<number | null>(
    (sum, limit) => (sum === null || limit === null ? null : sum + limit),
    0,
  );
};

const presentDay = (
  { startsAt, endsAt, openMs, holiday, ...day }: PlannedDay,
  language: Language,
  items: readonly PlanItem[],
  limits: Map<Channel, number | null>,
): PlanDay => {
  const planned = new Map<Channel, number>();
  for (const { at, type, count } of items) {
    const time = at === null ? Number.NaN : Date.parse(at);
    if (time >= startsAt && time < endsAt && isChannel(type))
      planned.set(type, (planned.get(type) ?? 0) + count);
  }
  return {
    ...day,
    holiday: language === "es" && holiday !== null ? (spanishHolidayName(holiday) ?? holiday) : holiday,
    startsAt: iso(startsAt),
    endsAt: iso(endsAt),
    channels: [...planned].map(([channel, count]) => {
      const perSecond = limits.get(channel) ?? null;
      const room = perSecond === null ? null : Math.floor((perSecond * openMs) / 1000);
      return { channel, planned: count, room };
    }),
  };
};

/** The names of the people of items that have only one. */
const withPeople = async (
  db: Reader,
  groups: readonly PlannedGroup[],
  items: readonly PlanItem[],
): Promise<PlanItem[]> => {
  const single = groups.flatMap(({ count, personId }) => (count === 1 ? [personId] : []));
  const names = single.length === 0 ? new Map<string, string>() : await readPersonNames(db, single);
  return items.map((item, index) => {
    const personId = groups[index]?.personId;
    if (item.count !== 1 || personId === undefined) return item;
    return { ...item, person: { id: personId, name: names.get(personId) || null } };
  });
};

export const planHandlers: Handlers["plan"] = {
  get: async ({ input: { query }, caller, request, services }) => {
    demandPeople(caller);
    const language = requestLanguage({ caller, request });
    const { database, general, clock, contactRules, messaging } = services;
    const { timezone } = await general();
    const now = clock.now();
    const rules = await contactRules(now);
    const days = daysAt(query.from ?? dateIn(now, timezone), query.days, timezone, rules);
    const range = { from: days[0]?.startsAt ?? now, until: days.at(-1)?.endsAt ?? now };
    const { channel, ruleId, ownerId } = query;
    const groups = await readPlannedGroups(database.db, range, { ruleId, ownerId }, maxItems + 1);
    const ruleIds = [...new Set(groups.flatMap((group) => group.ruleId ?? []))];
    const planRules = await readPlanRules(database.db, ruleIds);
    // Whose conversation a person is does not say who of a broadcast begins when.
    const broadcasts = ownerId === undefined ? await listPlannedBroadcasts(database.db) : [];
    const grouped = groups.map((group) => itemOfGroup(group, planRules));
    const all = [
      ...broadcasts.flatMap((broadcast) => itemOfBroadcast(broadcast, now, range) ?? []),
      ...(await withPeople(database.db, groups, grouped)),
    ].filter(
      ({ type, rule, kind }) =>
        (channel === undefined || type === channel) &&
        (kind !== "broadcast" || ruleId === undefined || rule?.id === ruleId),
    );
    const causes = new Map<string, number>();
    for (const { code, count } of all) if (code !== null) causes.set(code, (causes.get(code) ?? 0) + count);
    const limits = new Map<Channel, number | null>();
    for (const { type } of all)
      if (isChannel(type) && !limits.has(type)) limits.set(type, await perSecondOf(messaging, type));
    return {
      timezone,
      holidaysAreClosed: !rules.policy.sendOnHolidays,
      days: days.map((day) => presentDay(day, language, all, limits)),
      items: all.slice(0, maxItems),
      causes: [...causes].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count),
      isPartial: groups.length > maxItems,
    };
  },

  person: async ({ input: { params }, caller, services: { database } }) => {
    demandPeople(caller);
    return readPersonPlan(database.db, params.id);
  },

  people: async ({ input: { query }, caller, services: { database } }) => {
    demandPeople(caller);
    const { limit, at, ...filter } = query;
    const hour = at === undefined ? undefined : iso(Math.floor(Date.parse(at) / hourMs) * hourMs);
    const found = await listPlanPeople(database.db, { ...filter, at: hour }, limit);
    const page = found.slice(0, limit);
    return {
      people: page.map(({ id: _id, ...person }) => person),
      nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  },
};
