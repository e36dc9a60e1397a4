import { type Plan, type ScriptStep, stepAfter } from "./happenings.ts";

const stages = ["qualified", "contacted", "converted"] as const;

/** The team moves leads through the stages, several at a time; some conversions fall into the last week. */
export const planStages = ({ steps, people, knownAt, weekAgo, now, random: { unit } }: Plan): void => {
  const teamSteps = steps.filter((_, index) => index % 3 === 0);
  const early = teamSteps.filter(({ at }) => at < weekAgo);
  const moves = new Map<ScriptStep, string[][]>();
  for (const person of people) {
    const isLate = person.isConvertedLastWeek;
    const among = person.stage === 3 && !isLate ? early : teamSteps;
    const last = among.at(-1)?.at ?? now;
    let at = knownAt.get(person) ?? now;
    for (let stage = 0; stage < person.stage; stage++) {
      const until = isLate && stage < 2 ? weekAgo : last;
      const wanted =
        isLate && stage === 2 ? weekAgo + (last - weekAgo) * unit() : at + (until - at) * 0.4 * unit();
      const step = stepAfter(Math.max(at, wanted), among);
      at = step.at;
      const lists = moves.get(step) ?? stages.map(() => []);
      lists[stage]?.push(person.email ?? person.phone ?? "");
      moves.set(step, lists);
    }
  }
  for (const [step, lists] of moves)
    stages.forEach((status, stage) => {
      const moved = lists[stage] ?? [];
      if (moved.length > 0) step.happenings.push({ kind: "stage", status, people: moved });
    });
};
