import { announcementCourses, type CallCourse } from "./call-words.ts";
import {
  failingFor,
  type Plan,
  pickWords,
  quietSteps,
  type ScriptEvent,
  type ScriptStep,
  spreadOver,
  stepAfter,
  stepsOf,
} from "./happenings.ts";
import { towns } from "./names.ts";
import { type DemoPerson, figures } from "./people.ts";
import type { DemoRandom } from "./random.ts";
import { campaigns, formWords, mailWords, partners, paths } from "./texts.ts";

const eventsOf = { today: 2847, yesterday: 2531 } as const;

/** The endpoints that make people known, their shares, and what they report. */
const sources = [
  ["Website form", 42],
  ["Facebook Lead Ads", 32],
  ["n8n automations", 18],
  ["Partner referral API", 8],
] as const;
const otherKinds = [
  ["page_viewed", 44],
  ["ad_clicked", 22],
  ["email_opened", 4],
  ["link_clicked", 2],
  ["outage_reported", 12],
  ["email", 2],
] as const;

export const contactOf = ({ firstName, lastName, email, phone }: DemoPerson) => ({
  first_name: firstName,
  last_name: lastName,
  ...(email ? { email } : {}),
  ...(phone ? { phone } : {}),
});

/** The event that makes each person known. */
export const planPeopleEvents = (plan: Plan): void => {
  const { people, steps, knownAt, weekAgo, newest } = plan;
  const { unit, pick, pickWeighted } = plan.random;
  const quiet = quietSteps(plan);
  const before = steps.filter(({ at }) => at < weekAgo);
  const after = steps.filter((step) => step.at > weekAgo && !quiet.includes(step));
  const firstAt = steps[0]?.at ?? weekAgo;
  const recent = figures.lastWeek.people;
  const older = people.length - recent;
  people.forEach((person, n) => {
    const step =
      n < older
        ? stepAfter(firstAt + (weekAgo - firstAt) * ((n + unit()) / older) ** 0.8, before)
        : stepAfter(weekAgo + (newest - weekAgo) * ((n - older + unit()) / recent), after);
    knownAt.set(person, step.at);
    const drawn = pickWeighted(sources);
    const isFailing = drawn === "Partner referral API" && step.at >= newest - failingFor;
    const endpoint = isFailing ? "Website form" : drawn;
    const message = unit() < 0.1 ? pickWords(plan, person, formWords, plan.random) : undefined;
    const reported = {
      "Website form": { type: "signed_up", ...(message ? { message } : {}) },
      "Facebook Lead Ads": { type: "lead_created", campaign: pick(campaigns) },
      "n8n automations": { type: "contact_synced" },
      "Partner referral API": { type: "referral_received", partner: pick(partners) },
    };
    const { tags, language, town, type } = person;
    // What was not ticked is not sent.
    const consents = Object.fromEntries(Object.entries(person.consents).filter(([, isGiven]) => isGiven));
    step.happenings.push({
      kind: "event",
      endpoint,
      payload: {
        ...reported[endpoint],
        ...contactOf(person),
        ...{ tags, consents, language, contact_type: type },
        ...(town ? { town } : {}),
        ...(tags.includes("homeowner") ? { owns_house: true } : {}),
        ...(type === "customer" ? { stage: "converted" } : {}),
      },
    });
  });
};

const spokenEvents = {
  ...{ interested: 1, asks_for_person: 1, later: 1, refused: 1, left: 0 },
  ...{ handed_over: announcementCourses.handed_over.length, heard: announcementCourses.heard.length },
} as const satisfies Record<CallCourse, number>;

const countEvents = ({ happenings }: ScriptStep): number =>
  happenings.reduce((sum, happening) => {
    if (happening.kind === "reply" || happening.kind === "form") return sum + 1;
    if (happening.kind !== "event") return sum;
    // What is said in a call is an event, too: of the agent's calls all of it, else every answer.
    const course = happening.answer?.result === "called" ? happening.answer.course : undefined;
    return sum + 1 + (course === undefined ? 0 : spokenEvents[course]);
  }, 0);

/** A mail as the listener stores it; undefined where the person has nothing new to say. */
export const mailOf = (
  plan: Plan,
  person: DemoPerson,
  at: number,
  random: DemoRandom,
): ScriptEvent | undefined => {
  const words = pickWords(plan, person, mailWords, random);
  if (!words) return undefined;
  const [subject, text] = words;
  const payload = {
    messageId: `<${Math.floor(random.unit() * 1e12).toString(36)}@example.com>`,
    from: { name: `${person.firstName} ${person.lastName}`, address: person.email },
    to: [{ name: "", address: "ventas@soldeleste.example" }],
    date: new Date(at).toISOString(),
    ...{ subject, text, reply: text, cc: [], references: [], attachments: [], automatic: { is: false } },
  };
  return { kind: "event", endpoint: "Sales inbox", eventType: "email", payload };
};

/** Whatever else endpoints report, up to the number of events that the figures want. */
export const planOtherEvents = (plan: Plan): void => {
  const { people, knownAt, now } = plan;
  const { unit, pick, pickWeighted } = plan.random;
  const quiet = quietSteps(plan);
  const mailed = people.filter(({ email, isActive }) => email !== null && isActive);
  const otherEvent = (step: ScriptStep): ScriptEvent => {
    const person = mailed[Math.floor(mailed.length * unit() ** 0.6)] as DemoPerson;
    const isKnown = !quiet.includes(step) && (knownAt.get(person) ?? now) < step.at;
    const type = isKnown ? pickWeighted(otherKinds) : pick(["page_viewed", "ad_clicked"] as const);
    const from = { email: person.email };
    const [path, campaign] = [pick(paths), pick(campaigns)];
    switch (type) {
      case "page_viewed": {
        const seconds = 5 + Math.floor(200 * unit());
        const visitor = isKnown && unit() < 0.06 ? from : {};
        return { kind: "event", endpoint: "Website form", payload: { type, path, seconds, ...visitor } };
      }
      case "ad_clicked":
        return { kind: "event", endpoint: "Facebook Lead Ads", payload: { type, campaign } };
      case "outage_reported": {
        const customers = 40 + Math.floor(3000 * unit());
        const payload = { type, municipality: pick(towns), customers_out: customers };
        return { kind: "event", endpoint: "Outage alerts", payload };
      }
      case "email":
        return mailOf(plan, person, step.at, plan.random) ?? otherEvent(step);
      case "email_opened":
        return { kind: "event", endpoint: "n8n automations", payload: { type, campaign, ...from } };
      case "link_clicked":
        return { kind: "event", endpoint: "n8n automations", payload: { type, campaign, path, ...from } };
    }
  };
  const addTo = (steps: readonly ScriptStep[], count: number) => {
    for (const step of spreadOver(count, steps)) step.happenings.push(otherEvent(step));
  };
  for (const step of stepsOf(plan, "past")) addTo([step], Math.round(25 + 500 * Math.exp(-step.daysAgo / 3)));
  for (const part of ["yesterday", "today"] as const) {
    const steps = stepsOf(plan, part);
    addTo(steps, eventsOf[part] - steps.reduce((sum, step) => sum + countEvents(step), 0));
  }
};
