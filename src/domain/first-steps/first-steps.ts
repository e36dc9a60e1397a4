import type { ActionStatus } from "#domain/messages/action-status.ts";

/** What the page Start offers to try, in its order. */
export const firstThings = ["lead", "message", "why", "live"] as const;
export type FirstThing = (typeof firstThings)[number];

/** `running`: tried, and not yet over. `later`: possible once the sample data is loaded. */
export const thingStates = ["done", "running", "todo", "later"] as const;
export type ThingState = (typeof thingStates)[number];

/** What can be asked about messages and rules. */
export const askedQuestions = ["refused", "sent", "forward"] as const;
export type FirstQuestion = (typeof askedQuestions)[number];

/** The lead that the user sent through an endpoint, by what the pipeline stored. */
export type LeadFacts = {
  /** Null until the event is recorded with its person. */
  personId: string | null;
  /** Null until the person has scores. */
  scoredAt: string | null;
  /** What a rule planned as an answer; null where none fired. */
  answer: { status: ActionStatus } | null;
};

/** The message that the user sent to the sandbox phone. */
export type MessageFacts = {
  status: ActionStatus;
  /** When the phone answered. */
  repliedAt: string | null;
};

export type FirstStepFacts = {
  /** What the workspace and the rights of the user allow. */
  possible: Readonly<Record<FirstThing, boolean>>;
  /** The sample data is being loaded: what rests on it comes later. */
  isLoading: boolean;
  /** What was done before, and may be deleted since. */
  kept: Readonly<Partial<Record<FirstThing, string>>>;
  lead: LeadFacts | null;
  message: MessageFacts | null;
  /** A channel with a live account that passed its test. */
  isConnected: boolean;
};

export type PlannedThing = { id: FirstThing; state: ThingState; doneAt: string | null };
export type FirstStepPlan = {
  things: PlannedThing[];
  /** The first that is left, a running one before the others; none while earlier ones come later. */
  next: FirstThing | null;
};

/** The gate has ruled: the answer went out, waits for a time of its own or was stopped. */
const isRuled = (status: ActionStatus): boolean => status !== "pending" && status !== "dispatching";

const hasLeft = (status: ActionStatus): boolean =>
  status === "sent" || status === "delivered" || status === "read" || status === "simulated";

export const isLeadDone = ({ personId, scoredAt, answer }: LeadFacts): boolean =>
  personId !== null && scoredAt !== null && (answer === null || isRuled(answer.status));

export const isMessageDone = ({ status, repliedAt }: MessageFacts): boolean =>
  hasLeft(status) && repliedAt !== null;

/** Which things the facts prove. A question counts where it is answered, which is kept at once. */
export const provenThings = ({ lead, message, isConnected }: FirstStepFacts): FirstThing[] =>
  firstThings.filter((id) => {
    if (id === "lead") return lead !== null && isLeadDone(lead);
    if (id === "message") return message !== null && isMessageDone(message);
    return id === "live" && isConnected;
  });

const restsOnSamples: readonly FirstThing[] = ["lead", "message", "why"];

const stateOf = (id: FirstThing, facts: FirstStepFacts, isProven: boolean): ThingState => {
  if (isProven || facts.kept[id] !== undefined) return "done";
  if (facts.isLoading && restsOnSamples.includes(id)) return "later";
  const isRunning = (id === "lead" && facts.lead !== null) || (id === "message" && facts.message !== null);
  return isRunning ? "running" : "todo";
};

/** What is done, what is left and what comes next. A thing that is neither possible nor done is left out. */
export const planFirstSteps = (facts: FirstStepFacts): FirstStepPlan => {
  const proven = provenThings(facts);
  const things = firstThings
    .map((id) => ({
      id,
      state: stateOf(id, facts, proven.includes(id)),
      doneAt: facts.kept[id] ?? null,
    }))
    .filter(({ id, state }) => state === "done" || state === "later" || facts.possible[id]);
  const isWaiting = things.some(({ state }) => state === "later");
  const next =
    things.find(({ state }) => state === "running") ??
    (isWaiting ? undefined : things.find(({ state }) => state === "todo"));
  return { things, next: next?.id ?? null };
};

/** What a user is shown at the sign-in: the question for the names, the way to the page Start, or neither. */
export const startStages = ["names", "open", "hidden"] as const;
export type StartStage = (typeof startStages)[number];

export const startStageOf = (user: {
  /** The administrator that the first start made. */
  isFirst: boolean;
  hasName: boolean;
  isSettled: boolean;
  isHidden: boolean;
}): StartStage => {
  if (user.isFirst && !user.hasName && !user.isSettled) return "names";
  return user.isHidden ? "hidden" : "open";
};
