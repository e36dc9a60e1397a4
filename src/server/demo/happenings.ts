import type { CalendarHoliday } from "#domain/compliance/hours-rule.ts";
import type { DemoPerson } from "./people.ts";
import { type DemoRandom, splitCount } from "./random.ts";
import { hourMs, type Step } from "./steps.ts";
import type { CallCourse } from "./texts.ts";

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
};

export type DemoHappening =
  | ScriptEvent
  | { kind: "reply"; channel: "sms" | "whatsapp"; from: string; text: string }
  /** The team moves people, named by an address, to a stage. */
  | { kind: "stage"; status: "qualified" | "contacted" | "converted"; people: string[] }
  /** A request with a wrong signature. */
  | { kind: "refusal"; endpoint: string }
  /** The API of an endpoint cannot be read. */
  | { kind: "read_failure" }
  /** The team closes the conversations in which nothing was said since. */
  | { kind: "close_threads"; since: number }
  | { kind: "pause_rule" }
  | { kind: "revise_script" };

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
  random: DemoRandom;
  holidays: readonly CalendarHoliday[];
};

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
