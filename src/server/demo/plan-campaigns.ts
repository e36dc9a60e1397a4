import type { BroadcastInput } from "#domain/broadcasts/broadcast.ts";
import { contactWindowAt, rulesForChannel } from "#domain/compliance/hours.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import { type Plan, pickWords, quietSteps, type ScriptStep, stepsOf } from "./happenings.ts";
import type { DemoPerson } from "./people.ts";
import { contactOf } from "./plan-events.ts";
import { createRandom } from "./random.ts";
import { hourMs } from "./steps.ts";
import { replyWords } from "./texts.ts";
import { installedTag, visitEvent } from "./workspace.ts";

/**
 * Visits by how many days ago they were. With the waits of the sequence, none of its messages falls on yesterday or
 * today, whose figures are planned elsewhere, also where one waits over a Sunday.
 */
const visits = [
  [21, 6],
  [17, 6],
  [13, 8],
  [9, 7],
  [8, 6],
  [4, 8],
  [3, 6],
  [2, 5],
] as const;

/** Of visits so many days ago, people answer the second message at the step so many days ago. */
const visitReplies = [
  [21, 13],
  [17, 8],
  [9, 3],
] as const;

const checkUp: BroadcastInput = {
  name: "Revisión gratis de baterías",
  audience: {
    all: [
      { field: "tags", op: "has_any", value: [installedTag] },
      { field: "town", op: "known" },
    ],
  },
  except: null,
  purpose: "marketing",
  actions: [{ type: "sms", template: "battery_check" }],
  when: { kind: "now" },
  perMinute: null,
  spreadHours: null,
  holdoutPercent: 0,
  leaveOut: [],
  guard: true,
};

const openHouse = (at: number): BroadcastInput => ({
  ...checkUp,
  name: "Open house: batteries and solar roofs",
  audience: {
    all: [
      { field: "type", op: "is_any_of", value: ["lead"] },
      { field: "tags", op: "has_any", value: ["battery"] },
    ],
  },
  actions: [{ type: "email", template: "open_house" }],
  when: { kind: "at", at: new Date(at).toISOString() },
  leaveOut: ["in_sequence"],
});

const refusedSends = 3;
const broadcastReplies = 5;

/** A sequence with people at its steps, a broadcast that is done, and one that is scheduled. */
export const planCampaigns = (plan: Plan): void => {
  planVisits(plan);
  planCheckUp(plan);
  const ordinary = stepsOf(plan, "today").filter((step) => !quietSteps(plan).includes(step));
  const at = plan.midnight + (2 * 24 + 11) * hourMs;
  ordinary.at(-1)?.happenings.push({ kind: "broadcast", broadcast: openHouse(at), answers: [] });
};

/** Of Puerto Rico, to whom nothing else happens. */
const isQuietIslander = ({ isActive, optsOut, town, phone }: DemoPerson): boolean =>
  !isActive && !optsOut && town !== null && phone !== null;

const stepOf = (plan: Plan, daysAgo: number): ScriptStep | undefined =>
  stepsOf(plan, "past").find((step) => step.daysAgo === daysAgo);

const reply = (plan: Plan, step: ScriptStep | undefined, person: DemoPerson): void => {
  const text = pickWords(plan, person, replyWords, createRandom(person.email?.length ?? 0));
  if (step && text && person.phone)
    step.happenings.push({ kind: "reply", channel: "sms", from: person.phone, text });
};

const planVisits = (plan: Plan): void => {
  const free = plan.people.filter(
    (person) =>
      isQuietIslander(person) &&
      person.type === "lead" &&
      person.stage < 3 &&
      person.email !== null &&
      person.consents.email,
  );
  for (const [daysAgo, count] of visits) {
    const step = stepOf(plan, daysAgo);
    if (!step) continue;
    const known = free.filter((person) => (plan.knownAt.get(person) ?? plan.now) < step.at).slice(0, count);
    for (const person of known) {
      free.splice(free.indexOf(person), 1);
      const payload = { type: visitEvent, ...contactOf(person) };
      step.happenings.push({ kind: "event", endpoint: "n8n automations", payload });
    }
    const answering = known.find(({ consents }) => consents.sms);
    for (const [visited, answered] of visitReplies)
      if (visited === daysAgo && answering) reply(plan, stepOf(plan, answered), answering);
  }
};

const islandPlaces = candidatePlaces({ phone: "+17875550100", zip: null, region: null, zone: null });

const planCheckUp = (plan: Plan): void => {
  const rules = rulesForChannel(hoursTable, "sms");
  const days = [6, 5, 4].flatMap((daysAgo) => stepOf(plan, daysAgo) ?? []);
  const step = days.find(({ at }) => contactWindowAt(at, islandPlaces, rules, plan.holidays).open) ?? days[0];
  if (!step) return;
  const customers = plan.people.filter(
    (person) => isQuietIslander(person) && person.tags.includes(installedTag) && person.consents.sms,
  );
  const answers = customers.slice(0, refusedSends).map(({ phone }) => ({
    ...{ channel: "sms" as const, to: phone ?? "", result: "refused" as const },
  }));
  step.happenings.push({ kind: "broadcast", broadcast: checkUp, answers });
  for (const person of customers.slice(refusedSends, refusedSends + broadcastReplies))
    reply(plan, stepOf(plan, step.daysAgo - 1), person);
};
