import type { CalendarHoliday } from "#domain/compliance/hours-rule.ts";
import { planForm } from "./form.ts";
import { failingFor, type Plan, type ScriptStep, stepsOf } from "./happenings.ts";
import { planPeople } from "./people.ts";
import { planCampaigns } from "./plan-campaigns.ts";
import { planOtherEvents, planPeopleEvents } from "./plan-events.ts";
import { planInterest } from "./plan-interest.ts";
import { planSends } from "./plan-sends.ts";
import { planStages } from "./plan-stages.ts";
import { planSync } from "./plan-sync.ts";
import { createRandom } from "./random.ts";
import { minuteMs, planSteps } from "./steps.ts";

/** Everything that happens in the demo until now, oldest first. */
export const planScript = (
  now: number,
  timezone: string,
  holidays: readonly CalendarHoliday[],
): ScriptStep[] => {
  const random = createRandom(4711);
  const { steps: plain, ...times } = planSteps(now, timezone, random);
  const steps = plain.map((step): ScriptStep => ({ ...step, happenings: [] }));
  const plan: Plan = {
    now,
    ...times,
    steps,
    people: planPeople(),
    knownAt: new Map(),
    said: new Map(),
    random,
    holidays,
  };
  planPeopleEvents(plan);
  planStages(plan);
  planSends(plan);
  planInterest(plan);
  planForm(plan);
  planOtherEvents(plan);
  planIncidents(plan);
  planCampaigns(plan);
  planWebhook(plan);
  planSync(plan);
  return steps;
};

/** The webhook sends for two days; its receiver restarts once today. */
const planWebhook = (plan: Plan): void => {
  stepsOf(plan, "past").at(-1)?.happenings.push({ kind: "webhook" });
  const today = stepsOf(plan, "today");
  today[Math.floor(today.length / 2)]?.happenings.push({ kind: "receiver_down" });
};

/** What fails, and what the team does besides. */
const planIncidents = (plan: Plan): void => {
  const { newest, steps } = plan;
  const today = stepsOf(plan, "today");
  for (const step of today.slice(0, 6)) step.happenings.push({ kind: "refusal", endpoint: "Outage alerts" });
  for (const step of today)
    if (step.at >= newest - failingFor) step.happenings.push({ kind: "read_failure" });
  for (const step of steps)
    if (step.part === "past" || step.at < newest - 15 * minuteMs)
      step.happenings.push({ kind: "close_threads", since: step.at - 20 * minuteMs });
  today[0]?.happenings.push({ kind: "pause_rule" }, { kind: "revise_script" });
};
