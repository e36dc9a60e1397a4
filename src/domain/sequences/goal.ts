import { type ComparedGroup, compareShares } from "#domain/compare-shares.ts";
import { dayMs } from "#domain/compliance/durations.ts";
import { normaliseWord } from "#domain/rules/read-text.ts";
import type { RuleOptions } from "#domain/rules/rule.ts";
import { defaultGoalDays, type SequenceGoal } from "#domain/rules/sequence-goal.ts";
import { drawPercent } from "./draw.ts";

type GoalOptions = Partial<Pick<RuleOptions, "goal" | "goalDays" | "holdoutPercent">>;

/** The goal as runs store it: what an event, a conversion or the look at a segment is compared with. */
export const goalKey = (goal: SequenceGoal): string => {
  switch (goal.kind) {
    case "event":
      return eventGoalKey(goal.type);
    case "segment":
      return `${segmentGoalPrefix}${goal.segmentId}`;
    case "converted":
      return "converted";
  }
};

export const eventGoalKey = (type: string): string => `event:${normaliseWord(type)}`;
export const segmentGoalPrefix = "segment:";

export const goalSegmentOf = ({ goal }: GoalOptions): string | null =>
  goal?.kind === "segment" ? goal.segmentId : null;

/** Without a goal nothing can be compared, and no person is kept aside. */
const holdoutOf = ({ goal, holdoutPercent = 0 }: GoalOptions): number => (goal ? holdoutPercent : 0);
export const keepsPeopleAside = (options: GoalOptions): boolean => holdoutOf(options) > 0;

/** Whether a person who was drawn goes through the steps or is kept aside. */
export const runDraws = ["through", "held_out"] as const;
export type RunDraw = (typeof runDraws)[number];

export type GoalProblem = "goal_without_sequence" | "holdout_without_goal";

/** What is wrong with the options, which no field shows alone. */
export const findGoalProblems = (
  options: GoalOptions,
  isSequence: boolean,
): { part: "goal" | "holdoutPercent"; problem: GoalProblem }[] => {
  const { goal, holdoutPercent = 0 } = options;
  if (goal && !isSequence) return [{ part: "goal", problem: "goal_without_sequence" }];
  if (holdoutPercent === 0) return [];
  if (!isSequence) return [{ part: "holdoutPercent", problem: "goal_without_sequence" }];
  return goal ? [] : [{ part: "holdoutPercent", problem: "holdout_without_goal" }];
};

/** What a run stores of its goal; no goal where the person had reached it before. Times are milliseconds since 1970. */
export type RunGoal = { goal: string | null; goalUntil: number | null; draw: RunDraw | null };

export const noGoal: RunGoal = { goal: null, goalUntil: null, draw: null };

/** The goal of a run that a user or a trigger starts. */
export const goalOfRun = (options: GoalOptions, isReached: boolean, now: number): RunGoal =>
  options.goal && !isReached
    ? {
        ...{ goal: goalKey(options.goal), draw: null },
        goalUntil: now + (options.goalDays ?? defaultGoalDays) * dayMs,
      }
    : noGoal;

/** The newest run of the person in this rule that was drawn. */
export type EarlierDraw = { draw: RunDraw; startedAt: number; goalUntil: number };

/**
 * The goal of a run that a trigger starts, and which group it is in. Who was drawn stays in that group while the goal
 * of that run is open: a second draw would let people through who are counted as kept aside.
 */
export const drawRun = (
  options: GoalOptions,
  { runId, isReached, earlier }: { runId: string; isReached: boolean; earlier: EarlierDraw | null },
  now: number,
): RunGoal => {
  const run = goalOfRun(options, isReached, now);
  const percent = holdoutOf(options);
  if (run.goal === null || percent === 0) return run;
  if (earlier !== null && now < earlier.goalUntil) return run;
  return { ...run, draw: drawPercent(runId, "holdout") < percent ? "held_out" : "through" };
};

/** Whether a person who was kept aside still is. */
export const isKeptAside = (options: GoalOptions, earlier: EarlierDraw | null, now: number): boolean =>
  keepsPeopleAside(options) && earlier?.draw === "held_out" && now < earlier.goalUntil;

/** Whether a run would begin with its goal reached. */
export const hasReached = (
  { goal }: GoalOptions,
  person: { status: string; segments?: ReadonlyMap<string, { isMember: boolean | null }> | undefined },
): boolean => {
  switch (goal?.kind) {
    case "converted":
      return person.status === "converted";
    case "segment":
      return person.segments?.get(goal.segmentId)?.isMember === true;
    default:
      return false;
  }
};

/** Runs with a goal, and those that reached it. */
export type GoalCounts = Record<"undrawn" | "through" | "heldOut", ComparedGroup>;

export type GoalFigures = {
  reached: number;
  of: number;
  heldOutReached: number;
  heldOutOf: number;
  /** In points of a hundred, with a 95 % interval. */
  difference: { points: number; low: number; high: number } | null;
};

const toPoints = (share: number): number => Math.round(share * 1000) / 10;

/** Once people are drawn, only they count: whoever was started otherwise was not chosen by chance. */
export const compareGroups = ({ undrawn, through, heldOut }: GoalCounts): GoalFigures => {
  const isDrawn = through.of + heldOut.of > 0;
  const went = isDrawn ? through : undrawn;
  const compared = compareShares(went, heldOut);
  return {
    ...went,
    ...{ heldOutReached: heldOut.reached, heldOutOf: heldOut.of },
    difference: compared && {
      points: toPoints(compared.difference),
      low: toPoints(compared.lower),
      high: toPoints(compared.upper),
    },
  };
};
