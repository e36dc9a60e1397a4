import { contactWindowAt, rulesForChannel } from "#domain/compliance/hours.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import {
  type Plan,
  type ScriptStep,
  type SendChannel,
  spreadOver,
  stepsOf,
  type VendorAnswer,
} from "./happenings.ts";
import type { DemoPerson } from "./people.ts";
import { contactOf } from "./plan-events.ts";
import { hourMs, minuteMs } from "./steps.ts";
import { type CallCourse, complaintWords, formWords, optOutWords, replyWords, visitTimes } from "./texts.ts";

/** Of today. Calls must have ended, so that there are none in the first minutes of a day. */
const sendsToday = {
  sms: 456,
  whatsapp: 234,
  calls: 89,
  succeededShare: 0.73,
  heldSms: 60,
  heldWhatsapp: 29,
};
const sendsYesterday = { sms: 180, whatsapp: 90, calls: 10 };
const maxCallMs = 9 * minuteMs;
const replyShare = 0.06;

type Fits = (person: DemoPerson) => boolean;
type TextChannel = "sms" | "whatsapp";

/** The same for calls and WhatsApp. */
const rules = rulesForChannel(hoursTable, "sms");

const endpointOf = (channel: SendChannel): string =>
  channel === "call" || channel === "email" ? "n8n automations" : "Website form";
const consentOf = (channel: SendChannel) => (channel === "voice_agent" ? "call" : channel);

/** Lengths of calls with exactly this sum, in seconds. */
const callLengths = (count: number, total: number, unit: () => number): number[] => {
  const rough = Array.from({ length: count }, () => 60 + 300 * unit() ** 1.3);
  const shift = (total - rough.reduce((sum, seconds) => sum + seconds, 0)) / count;
  let given = 0;
  let wanted = 0;
  return rough.map((seconds) => {
    wanted += seconds + shift;
    const length = Math.round(wanted) - given;
    given += length;
    return length;
  });
};

/** The events that rules react to with messages and calls, and what becomes of these. */
export const planSends = (plan: Plan): void => {
  const { now, midnight, newest, steps, people, knownAt, holidays } = plan;
  const { unit, pick, pickWeighted } = plan.random;
  const recipients = people.filter(({ isActive }) => isActive);
  const codes = [...new Set(people.flatMap(({ areaCode }) => areaCode ?? []))];
  const windowOf = (areaCode: string, at: number) =>
    contactWindowAt(
      at,
      candidatePlaces({ phone: `+1${areaCode}5550100`, zip: null, region: null, zone: null }),
      rules,
      holidays,
    );
  const openCodes = new Map(
    steps.map((step) => [step, new Set(codes.filter((code) => windowOf(code, step.at).open))]),
  );
  const isOpen =
    (step: ScriptStep): Fits =>
    ({ areaCode }) =>
      openCodes.get(step)?.has(areaCode ?? "") === true;

  const received = new Map<DemoPerson, number>();
  /** Of those who fit, one of the people with the fewest messages so far. */
  const chooseRecipient = (step: ScriptStep, fits: Fits): DemoPerson | undefined => {
    const start = Math.floor(unit() * recipients.length);
    let best: DemoPerson | undefined;
    for (let offset = 0; offset < recipients.length; offset++) {
      const person = recipients[(start + offset) % recipients.length] as DemoPerson;
      const isBetter = !best || (received.get(person) ?? 0) < (received.get(best) ?? 0);
      if (!isBetter || (knownAt.get(person) ?? now) >= step.at || !fits(person)) continue;
      best = person;
      if (!received.has(person)) break;
    }
    return best;
  };

  const triggerOf = (channel: SendChannel, isBooked: boolean, step: ScriptStep): Record<string, unknown> => {
    const words = (share: number) => (unit() < share ? { message: pick(formWords) } : {});
    const date = new Date(step.at + 48 * hourMs).toISOString().slice(0, 10);
    if (isBooked)
      return { type: "appointment_booked", appointment_date: date, appointment_time: pick(visitTimes) };
    const bill = 90 + Math.floor(380 * unit());
    return {
      sms: { type: "form_submitted", ...words(0.15) },
      whatsapp: { type: "quote_requested", monthly_bill: bill, roof: pick(["concrete", "metal", "shingle"]) },
      call: { type: "complaint_received", message: pick(complaintWords) },
      voice_agent: { type: "call_requested", ...words(0.2) },
      email: { type: "newsletter_joined", campaign: "organic" },
    }[channel];
  };

  /** Plans one send and returns its recipient. Without an answer of the vendor, the recipient has no consent and the gate stops it. */
  const addSend = (step: ScriptStep, channel: SendChannel, answer: VendorAnswer | undefined, fits: Fits) => {
    const addressOf = ({ email, phone }: DemoPerson) => (channel === "email" ? email : phone);
    const recipient = chooseRecipient(
      step,
      (person) =>
        person.consents[consentOf(channel)] === (answer !== undefined) &&
        addressOf(person) !== null &&
        fits(person),
    );
    const to = recipient && addressOf(recipient);
    if (!recipient || !to) return undefined;
    // The reply of a recipient who refuses waits for a review, and until then the gate sends them nothing.
    const isRefusing = answer?.result === "called" && answer.course === "refused";
    received.set(recipient, (received.get(recipient) ?? 0) + (isRefusing ? 1000 : 1));
    const isBooked = !answer || (channel === "sms" && unit() < 0.25);
    step.happenings.push({
      kind: "event",
      endpoint: isBooked ? "n8n automations" : endpointOf(channel),
      payload: { ...triggerOf(channel, isBooked, step), ...contactOf(recipient) },
      ...(answer ? { answer: { ...answer, channel, to } } : {}),
    });
    const next = steps[steps.indexOf(step) + 1];
    const isReplied =
      (channel === "sms" || channel === "whatsapp") && answer?.result !== "refused" && unit() < replyShare;
    if (answer && isReplied && next?.part === step.part && isOpen(step)(recipient))
      next.happenings.push({ kind: "reply", channel, from: to, text: pick(replyWords) });
    return recipient;
  };

  const arrives = (channel: TextChannel): VendorAnswer => ({
    result: unit() < 0.3 ? "sent" : channel === "whatsapp" && unit() < 0.6 ? "read" : "delivered",
  });
  const talk = (course: CallCourse, seconds: number): VendorAnswer => ({
    result: "called",
    course,
    seconds,
    isRecorded: false,
  });
  const pastTalk = (seconds: number) =>
    talk(
      pickWeighted([
        ["interested", 6],
        ["later", 3],
        ["refused", 1],
      ] as const),
      seconds,
    );
  /** The steps at which the contact hours are open in most area codes, or else in one of a recipient. */
  const openSteps = (among: readonly ScriptStep[], channel: SendChannel): ScriptStep[] => {
    const mayBe = recipients.filter(({ consents }) => consents[consentOf(channel)]);
    const open = among.filter((step) => mayBe.some(isOpen(step)));
    const wide = open.filter((step) => (openCodes.get(step)?.size ?? 0) > codes.length * 0.8);
    return wide.length >= 3 ? wide : open;
  };

  const planPast = (): void => {
    const past = stepsOf(plan, "past");
    for (const step of past) {
      const times = (mean: number) => Math.floor(mean * (1.6 - step.daysAgo / 89) + unit());
      for (let count = times(3); count > 0; count--) addSend(step, "sms", arrives("sms"), isOpen(step));
      for (let count = times(2); count > 0; count--)
        addSend(step, "whatsapp", arrives("whatsapp"), isOpen(step));
      for (let count = times(0.5); count > 0; count--) addSend(step, "sms", undefined, () => true);
      for (let count = times(0.4); count > 0; count--)
        addSend(step, "sms", { result: "refused" }, isOpen(step));
      for (let count = times(0.8); count > 0; count--) addSend(step, "email", { result: "sent" }, () => true);
      if (unit() < 0.1) addSend(step, "voice_agent", pastTalk(60 + Math.round(300 * unit())), isOpen(step));
    }
    // Older than the two days for which vendors are asked: only an operator can settle these.
    const unknownStep = past.findLast(({ daysAgo }) => daysAgo > 3);
    if (unknownStep)
      for (let count = 0; count < 2; count++)
        addSend(unknownStep, "sms", { result: "unknown" }, isOpen(unknownStep));
    const optingOut = people.filter(({ optsOut }) => optsOut);
    const optOutSteps = past.filter(({ daysAgo }) => daysAgo > 3 && daysAgo < 36);
    optingOut.forEach((person, index) => {
      const step = optOutSteps[
        Math.floor((index * (optOutSteps.length - 1)) / optingOut.length)
      ] as ScriptStep;
      const to = person.phone ?? "";
      const payload = { type: "form_submitted", ...contactOf(person) };
      const answer = { result: "delivered", channel: "sms", to } as const;
      step.happenings.push({ kind: "event", endpoint: "Website form", payload, answer });
      const reply = { kind: "reply", channel: "sms", from: to, text: pick(optOutWords) } as const;
      steps[steps.indexOf(step) + 1]?.happenings.push(reply);
    });
  };

  const planYesterday = (): void => {
    const yesterday = stepsOf(plan, "yesterday");
    const callSteps = openSteps(
      yesterday.filter(({ endsAt }) => endsAt < now - 24 * hourMs - maxCallMs),
      "call",
    );
    for (const step of callSteps.length > 0 ? spreadOver(sendsYesterday.calls, callSteps) : [])
      addSend(step, "voice_agent", pastTalk(420 + Math.round(60 * unit())), isOpen(step));
    for (const channel of ["sms", "whatsapp"] as const)
      for (const step of spreadOver(sendsYesterday[channel], openSteps(yesterday, channel)))
        addSend(step, channel, unit() < 0.12 ? { result: "refused" } : arrives(channel), isOpen(step));
  };

  /** At night: these wait for the contact hours. Returns how many of them have left since. */
  const planHeld = (channel: TextChannel, count: number): { held: number; left: number } => {
    const night = stepsOf(plan, "today").filter(({ at }) => at < midnight + 7 * hourMs);
    const windows = spreadOver(count, night).flatMap((step) => {
      const recipient = addSend(step, channel, arrives(channel), (person) => !isOpen(step)(person));
      return recipient ? [windowOf(recipient.areaCode ?? "", step.at)] : [];
    });
    const left = windows.filter((window) => !window.open && (window.opensAt ?? now) <= newest);
    return { held: windows.length, left: left.length };
  };

  const planToday = (): void => {
    const today = stepsOf(plan, "today");
    const callSteps = openSteps(
      today.filter(({ at }) => at < newest - maxCallMs),
      "call",
    );
    const calls = callSteps.length > 0 ? sendsToday.calls : 0;
    // First, because nothing more is sent to those who refuse.
    if (calls > 0) planCalls(spreadOver(calls, callSteps));
    const { sms, whatsapp } = sendsToday;
    const night = {
      sms: planHeld("sms", sendsToday.heldSms),
      whatsapp: planHeld("whatsapp", sendsToday.heldWhatsapp),
    };
    const succeeded = Math.round((sms + whatsapp + calls) * sendsToday.succeededShare);
    const texts = sms + whatsapp - night.sms.held - night.whatsapp.held;
    const failing = texts - (succeeded - calls - night.sms.left - night.whatsapp.left);
    const blocked = Math.round(failing / 2);
    for (const step of spreadOver(blocked, today)) addSend(step, "sms", undefined, () => true);
    const plannedText = [
      ...spreadOver(sms - night.sms.held - blocked, openSteps(today, "sms")).map((step) => ({
        step,
        channel: "sms" as const,
      })),
      ...spreadOver(whatsapp - night.whatsapp.held, openSteps(today, "whatsapp")).map((step) => ({
        step,
        channel: "whatsapp" as const,
      })),
    ];
    const refused = failing - blocked;
    plannedText.forEach(({ step, channel }, index) => {
      // Evenly among the others.
      const isRefused =
        Math.floor((index * refused) / plannedText.length) <
        Math.floor(((index + 1) * refused) / plannedText.length);
      addSend(step, channel, isRefused ? { result: "refused" } : arrives(channel), isOpen(step));
    });
  };

  /** 23 hand-overs and 66 successes of 89 calls, 3:42 long on average; three are hung up and recorded. */
  const planCalls = (placed: readonly ScriptStep[]): void => {
    const recordedSeconds = 7;
    const kinds: readonly (readonly [number, SendChannel, CallCourse])[] = [
      [23, "call", "handed_over"],
      [10, "call", "heard"],
      [28, "voice_agent", "interested"],
      [15, "voice_agent", "later"],
      [10, "voice_agent", "refused"],
      [3, "voice_agent", "heard"],
    ];
    const courses = kinds.flatMap(([count, channel, course]) =>
      Array.from({ length: count }, () => ({ channel, course })),
    );
    const lengths = callLengths(courses.length - 3, 222 * courses.length - 3 * recordedSeconds, unit);
    placed.forEach((step, index) => {
      // Of every kind at any time of the day.
      const turn = (index * 37) % courses.length;
      const { channel, course } = courses[turn] as (typeof courses)[number];
      const seconds = lengths[turn];
      const answer = talk(course, seconds ?? recordedSeconds);
      addSend(step, channel, { ...answer, isRecorded: seconds === undefined } as VendorAnswer, isOpen(step));
    });
  };

  planPast();
  planYesterday();
  planToday();
};
