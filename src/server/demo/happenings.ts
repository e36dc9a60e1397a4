import type { BroadcastInput } from "#domain/broadcasts/broadcast.ts";
import type { CalendarHoliday } from "#domain/compliance/hours-rule.ts";
import type { PostedValues } from "#domain/forms/read-submission.ts";
import type { CallCourse } from "./call-words.ts";
import type { DemoPerson } from "./people.ts";
import { type DemoRandom, splitCount } from "./random.ts";
import { hourMs, type Step } from "./steps.ts";

/** What the vendor answers to the message that an event causes. */
export type VendorAnswer =
  | { result: "sent" | "delivered" | "read" | "refused" | "unknown" }
  | { result: "called"; course: CallCourse; seconds: number; isRecorded: boolean };

export type SendChannel = "sms" | "whatsapp" | "call" | "voice_agent" | "email";

export type ScriptEvent = {
  kind: "event";
  endpoint: string;
  payload: Record<string, unknown>;
  /** Of mail, which has no type in its payload. */
  eventType?: string;
  /** A rule reacts to the event with a message to this address. */
  answer?: VendorAnswer & { channel: SendChannel; to: string };
  /** One of the SMS of today: where the rule of the scores has sent one, this event does not happen. */
  isSpare?: boolean;
};

/** A contact in the CRM of the demo, with the values as the vendor writes them. */
export type CrmContact = { id: string; updatedAt: number; values: Record<string, string | null> };

export type DemoHappening =
  | ScriptEvent
  | { kind: "reply"; channel: "sms" | "whatsapp"; from: string; text: string }
  /** Somebody fills in the form of the website. */
  | { kind: "form"; language: "en" | "es"; posted: PostedValues }
  /** The team moves people, named by an address, to a stage. */
  | { kind: "stage"; status: "qualified" | "contacted" | "converted"; people: string[] }
  /** A request with a wrong signature. */
  | { kind: "refusal"; endpoint: string }
  /** The API of an endpoint cannot be read. */
  | { kind: "read_failure" }
  /** The team closes the conversations in which nothing was said since. */
  | { kind: "close_threads"; since: number }
  | { kind: "pause_rule" }
  /** The team checks and starts a broadcast; vendors answer its messages as given, and else deliver them. */
  | {
      kind: "broadcast";
      broadcast: BroadcastInput;
      answers: (VendorAnswer & { channel: SendChannel; to: string })[];
    }
  | { kind: "revise_script" }
  /** The team adds a webhook that tells its automations of people and calls. */
  | { kind: "webhook" }
  /** The receiver of the webhook restarts, and takes nothing. */
  | { kind: "receiver_down" }
  /** The team links its people with these contacts of its CRM. */
  | { kind: "sync"; contacts: CrmContact[] }
  /** A colleague changes contacts in the CRM. */
  | { kind: "crm_edits"; edits: Pick<CrmContact, "id" | "values">[] }
  | { kind: "sync_paused" };

export type ScriptStep = Step & { happenings: DemoHappening[] };

/** What the planners share. */
export type Plan = {
  now: number;
  midnight: number;
  newest: number;
  weekAgo: number;
  steps: ScriptStep[];
  people: DemoPerson[];
  /** When people become known. */
  knownAt: Map<DemoPerson, number>;
  /** What somebody has written or was told: nobody repeats themselves, and nobody is told the same twice. */
  said: Map<DemoPerson, Set<string>>;
  random: DemoRandom;
  holidays: readonly CalendarHoliday[];
};

/** Whether this is new between us and the person, who is now known to have it. */
export const isNewTo = ({ said }: Pick<Plan, "said">, person: DemoPerson, words: string): boolean => {
  const known = said.get(person) ?? new Set();
  said.set(person, known);
  return known.size < known.add(words).size;
};

/** Words in the person's language that they have not used yet; undefined once they have used all. */
export const pickWords = <T extends string | readonly string[]>(
  plan: Pick<Plan, "said">,
  person: DemoPerson,
  words: Record<"en" | "es", readonly T[]>,
  { unit }: DemoRandom,
): T | undefined => {
  const own = words[person.language];
  const start = Math.floor(unit() * own.length);
  return [...own.slice(start), ...own.slice(0, start)].find((one) => isNewTo(plan, person, String(one)));
};

/**
 * The last minutes, in which nobody is written to and nobody who is known does anything: what the rule of the scores
 * sent until then is made up for in them, so that the figures of the day come out.
 */
export const quietSteps = (plan: Plan): ScriptStep[] => stepsOf(plan, "today").slice(-2);

export const stepsOf = ({ steps }: Plan, part: Step["part"]): ScriptStep[] =>
  steps.filter((step) => step.part === part);

export const stepAfter = (at: number, among: readonly ScriptStep[]): ScriptStep =>
  among.find((step) => step.at >= at) ?? (among.at(-1) as ScriptStep);

/** As many steps as asked for, by the time that has passed before each. */
export const spreadOver = (count: number, among: readonly ScriptStep[]): ScriptStep[] =>
  splitCount(
    count,
    among.map(({ at, previousAt }) => Math.min(at - previousAt, hourMs)),
  ).flatMap((part, index) => Array.from({ length: part }, () => among[index] as ScriptStep));

/** For how long the API of the partners has been failing. */
export const failingFor = 5 * hourMs;
