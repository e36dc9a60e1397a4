import { type Plan, quietSteps, type ScriptEvent } from "./happenings.ts";
import { type DemoPerson, leaning } from "./people.ts";
import { mailOf } from "./plan-events.ts";
import { createRandom } from "./random.ts";
import { hourMs } from "./steps.ts";
import { campaigns, paths } from "./texts.ts";

/** The chance that somebody is interested when they become known: more where their tags speak for it. */
const firstInterest = (tags: readonly string[]): number => 0.05 + 0.4 * leaning(tags);
/** Per day: interest that lasts, that awakens again, and how often people do something with and without it. */
const daily = { stays: 0.96, awakens: 0.001, acts: 0.4, actsWithout: 0.004 };

const kinds = [
  ["link_clicked", 6],
  ["page_viewed", 2],
  ["email_opened", 1],
  ["email", 1],
] as const;

const happensWithin = (days: number, chance: number): number => 1 - (1 - chance) ** days;

/**
 * People come back: those who are interested often, the others seldom. Who came back lately comes back again, and
 * interest fades, which is what the scores learn from the demo.
 */
export const planInterest = (plan: Plan): void => {
  const { people, knownAt } = plan;
  const random = createRandom(60_917);
  const { unit, pick, pickWeighted } = random;
  const quiet = quietSteps(plan);
  const steps = plan.steps.filter((step) => !quiet.includes(step));
  const interested = new Map<DemoPerson, boolean>();
  const returning = people.filter(({ email, isActive }) => email !== null && isActive);
  for (const person of returning) interested.set(person, unit() < firstInterest(person.tags));

  const comeBack = (person: DemoPerson, at: number): ScriptEvent => {
    const type = pickWeighted(kinds);
    const { email } = person;
    const [path, campaign, seconds] = [pick(paths), pick(campaigns), 20 + Math.floor(300 * unit())];
    switch (type) {
      case "link_clicked":
        return { kind: "event", endpoint: "n8n automations", payload: { type, campaign, path, email } };
      case "email_opened":
        return { kind: "event", endpoint: "n8n automations", payload: { type, campaign, email } };
      case "page_viewed":
        return { kind: "event", endpoint: "Website form", payload: { type, path, seconds, email } };
      case "email":
        return mailOf(plan, person, at, random) ?? comeBack(person, at);
    }
  };

  steps.forEach((step, index) => {
    const days =
      step.part === "past"
        ? (steps[index - 1]?.daysAgo ?? step.daysAgo + 1) - step.daysAgo
        : (step.at - (steps[index - 1]?.at ?? step.at)) / (24 * hourMs);
    // Whoever comes back at night may not be written to before the morning.
    const isNight = step.part !== "past" && new Date(step.at).getUTCHours() < 14;
    if (isNight) return;
    for (const person of returning) {
      if ((knownAt.get(person) ?? plan.now) >= step.at) continue;
      const wasInterested = interested.get(person) === true;
      if (unit() < happensWithin(days, wasInterested ? daily.acts : daily.actsWithout))
        step.happenings.push(comeBack(person, step.at));
      const stays = wasInterested ? daily.stays ** days : happensWithin(days, daily.awakens);
      interested.set(person, unit() < stays);
    }
  });
};
