import { contactWindowAt, rulesForChannel } from "#domain/compliance/hours.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import { type CallCourse, isAgentCourse } from "./call-words.ts";
import {
  isNewTo,
  type Plan,
  pickWords,
  quietSteps,
  type ScriptStep,
  type SendChannel,
  spreadOver,
  stepsOf,
  type VendorAnswer,
} from "./happenings.ts";
import { islandAreaCodes, pacificAreaCodes } from "./names.ts";
import type { DemoPerson } from "./people.ts";
import { contactOf } from "./plan-events.ts";
import { splitCount } from "./random.ts";
import { hourMs, minuteMs } from "./steps.ts";
import { complaintWords, formWords, optOutWords, replyWords, visitTimes } from "./texts.ts";

/** Of today. Calls must have ended, so that there are none in the first minutes of a day. */
const sendsToday = {
  sms: 456,
  whatsapp: 234,
  calls: 89,
  succeededShare: 0.73,
  heldSms: 60,
  heldWhatsapp: 29,
  /** Vendors refuse these; the gate stops the others that do not succeed. */
  refusedShare: 0.07,
};
const sendsYesterday = { sms: 250, whatsapp: 110, calls: 56 };
const maxCallMs = 9 * minuteMs;
const replyShare = 0.06;

type Fits = (person: DemoPerson) => boolean;
type TextChannel = "sms" | "whatsapp";

/** The same for calls and WhatsApp. */
const rules = rulesForChannel(hoursTable, "sms");

const isOnMainland: Fits = ({ areaCode }) =>
  ![...islandAreaCodes, ...pacificAreaCodes].includes(areaCode ?? "");

const endpointOf = (channel: SendChannel): string =>
  channel === "call" || channel === "email" ? "n8n automations" : "Website form";
const consentOf = (channel: SendChannel) => (channel === "voice_agent" ? "call" : channel);

/** How long calls last in seconds, and by how much they vary. Those who talk longest get what is left of the sum. */
const courseSeconds: Record<CallCourse, readonly [seconds: number, spread: number]> = {
  interested: [330, 180],
  asks_for_person: [250, 90],
  later: [95, 40],
  refused: [60, 30],
  left: [7, 0],
  handed_over: [50, 20],
  heard: [40, 15],
};

/** Lengths of calls with exactly this sum. */
const callLengths = (courses: readonly CallCourse[], total: number, unit: () => number): number[] => {
  const lengths = courses.map((course) => {
    const [seconds, spread] = courseSeconds[course];
    return Math.round(seconds + spread * (unit() - 0.5));
  });
  const open = courses.flatMap((course, index) => (course === "interested" ? [index] : []));
  const parts = splitCount(
    total - lengths.reduce((sum, seconds) => sum + seconds, 0),
    open.map(() => 1),
  );
  for (const [at, index] of open.entries()) lengths[index] = (lengths[index] ?? 0) + (parts[at] ?? 0);
  return lengths;
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

  const quiet = quietSteps(plan);
  /** Those that arrive, or in the last minutes those that the gate stops. */
  const isSpare = (step: ScriptStep, answer: VendorAnswer | undefined): boolean =>
    quiet.includes(step) || answer?.result === "sent" || answer?.result === "delivered";
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

  const wordsOf = (person: DemoPerson, share: number) => {
    const message = unit() < share ? pickWords(plan, person, formWords, plan.random) : undefined;
    return message ? { message } : {};
  };
  /** An appointment at a time that this person has not been told yet. */
  const bookingOf = (person: DemoPerson, step: ScriptStep): Record<string, unknown> => {
    for (let attempt = 0; ; attempt++) {
      const at = step.at + (48 + 24 * (Math.floor(4 * unit()) + attempt)) * hourMs;
      const [date, time] = [new Date(at).toISOString().slice(0, 10), pick(visitTimes)];
      if (isNewTo(plan, person, `booked ${date} ${time}`))
        return { type: "appointment_booked", appointment_date: date, appointment_time: time };
    }
  };
  /** What a person does that a rule answers on this channel. */
  const triggerOf = (person: DemoPerson, channel: Exclude<SendChannel, "sms">): Record<string, unknown> => {
    const roof = pick(["concrete", "metal", "shingle"]);
    let bill = 90 + Math.floor(380 * unit());
    if (channel === "whatsapp") while (!isNewTo(plan, person, `quote ${bill}`)) bill++;
    switch (channel) {
      case "whatsapp":
        return { type: "quote_requested", monthly_bill: bill, roof };
      case "call": {
        const message = pickWords(plan, person, complaintWords, plan.random);
        return { type: "complaint_received", ...(message ? { message } : {}) };
      }
      case "voice_agent":
        return { type: "call_requested", ...wordsOf(person, 0.2) };
      case "email":
        return { type: "newsletter_joined", campaign: "organic" };
    }
  };
  /** What somebody who was thanked for a form is told again would be the same words. */
  const isFormNew: Fits = (person) => plan.said.get(person)?.has("thanks for a form") !== true;

  /** Plans one send and returns its recipient. Without an answer of the vendor, the recipient has no consent and the gate stops it. */
  const addSend = (step: ScriptStep, channel: SendChannel, answer: VendorAnswer | undefined, fits: Fits) => {
    const addressOf = ({ email, phone }: DemoPerson) => (channel === "email" ? email : phone);
    const fitsAll: Fits = (person) =>
      person.consents[consentOf(channel)] === (answer !== undefined || channel === "whatsapp") &&
      addressOf(person) !== null &&
      (channel !== "whatsapp" || isOnMainland(person) === (answer === undefined)) &&
      fits(person);
    const isForm = channel === "sms" && answer !== undefined && unit() >= 0.25;
    const forForm = isForm && chooseRecipient(step, (person) => fitsAll(person) && isFormNew(person));
    const recipient = forForm || chooseRecipient(step, fitsAll);
    const to = recipient && addressOf(recipient);
    if (!recipient || !to) return undefined;
    // The reply of a recipient who refuses waits for a review, and until then the gate sends them nothing.
    const isRefusing = answer?.result === "called" && answer.course === "refused";
    received.set(recipient, (received.get(recipient) ?? 0) + (isRefusing ? 1000 : 1));
    const isBooked = channel === "sms" && !forForm;
    if (forForm) isNewTo(plan, recipient, "thanks for a form");
    const cause =
      channel !== "sms"
        ? triggerOf(recipient, channel)
        : isBooked
          ? bookingOf(recipient, step)
          : { type: "form_submitted", ...wordsOf(recipient, 0.15) };
    step.happenings.push({
      kind: "event",
      endpoint: isBooked ? "n8n automations" : endpointOf(channel),
      payload: { ...cause, ...contactOf(recipient) },
      ...(answer ? { answer: { ...answer, channel, to } } : {}),
      ...(channel === "sms" && step.part === "today" && isSpare(step, answer) ? { isSpare: true } : {}),
    });
    const next = steps[steps.indexOf(step) + 1];
    const isReplied =
      (channel === "sms" || channel === "whatsapp") && answer?.result !== "refused" && unit() < replyShare;
    const text =
      answer && isReplied && next?.part === step.part && !quiet.includes(next) && isOpen(step)(recipient)
        ? pickWords(plan, recipient, replyWords, plan.random)
        : undefined;
    if (text && next && (channel === "sms" || channel === "whatsapp"))
      next.happenings.push({ kind: "reply", channel, from: to, text });
    return recipient;
  };

  const arrives = (channel: TextChannel): VendorAnswer => ({
    result: unit() < 0.3 ? "sent" : channel === "whatsapp" && unit() < 0.6 ? "read" : "delivered",
  });
  const talk = (course: CallCourse, seconds: number): VendorAnswer => ({
    result: "called",
    course,
    seconds,
    isRecorded: isAgentCourse(course) && course !== "left",
  });
  const pastTalk = (): VendorAnswer => {
    const course = pickWeighted([
      ["interested", 8],
      ["later", 2],
      ["refused", 1],
    ] as const);
    const [seconds, spread] = courseSeconds[course];
    return talk(course, Math.round(seconds + 40 + spread * (unit() - 0.5)));
  };
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
      for (let count = times(0.08); count > 0; count--)
        addSend(step, "sms", { result: "refused" }, isOpen(step));
      for (let count = times(0.8); count > 0; count--) addSend(step, "email", { result: "sent" }, () => true);
      if (unit() < 0.1) addSend(step, "voice_agent", pastTalk(), isOpen(step));
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
      isNewTo(plan, person, "thanks for a form");
      const answer = { result: "delivered", channel: "sms", to } as const;
      step.happenings.push({ kind: "event", endpoint: "Website form", payload, answer });
      const reply = {
        kind: "reply",
        channel: "sms",
        from: to,
        text: pick(optOutWords[person.language]),
      } as const;
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
      addSend(step, "voice_agent", pastTalk(), isOpen(step));
    for (const channel of ["sms", "whatsapp"] as const)
      for (const step of spreadOver(sendsYesterday[channel], openSteps(yesterday, channel)))
        addSend(step, channel, unit() < 0.02 ? { result: "refused" } : arrives(channel), isOpen(step));
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
    const today = stepsOf(plan, "today").filter((step) => !quiet.includes(step));
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
    const refused = Math.round(failing * sendsToday.refusedShare);
    const blocked = splitCount(failing - refused, [5, 4]);
    const [noConsent = 0, notAllowed = 0] = blocked;
    const spare = quiet.flatMap((step) => [step, step, step, step]);
    for (const step of [...spreadOver(noConsent - spare.length, today), ...spare])
      addSend(step, "sms", undefined, () => true);
    // WhatsApp delivers no marketing to numbers of the mainland.
    for (const step of spreadOver(notAllowed, today)) addSend(step, "whatsapp", undefined, isOnMainland);
    const plannedText = [
      ...spreadOver(sms - night.sms.held - noConsent, openSteps(today, "sms")).map((step) => ({
        step,
        channel: "sms" as const,
      })),
      ...spreadOver(whatsapp - night.whatsapp.held - notAllowed, openSteps(today, "whatsapp")).map(
        (step) => ({
          step,
          channel: "whatsapp" as const,
        }),
      ),
    ];
    plannedText.forEach(({ step, channel }, index) => {
      // Evenly among the others.
      const isRefused =
        Math.floor((index * refused) / plannedText.length) <
        Math.floor(((index + 1) * refused) / plannedText.length);
      addSend(step, channel, isRefused ? { result: "refused" } : arrives(channel), isOpen(step));
    });
  };

  /** 23 hand-overs and 66 successes of 89 calls, 3:42 long on average. */
  const planCalls = (placed: readonly ScriptStep[]): void => {
    const kinds: readonly (readonly [number, CallCourse])[] = [
      [34, "interested"],
      [18, "asks_for_person"],
      [9, "later"],
      [10, "refused"],
      [3, "left"],
      [5, "handed_over"],
      [10, "heard"],
    ];
    const courses = kinds.flatMap(([count, course]) => Array.from({ length: count }, () => course));
    const lengths = callLengths(courses, 222 * courses.length, unit);
    placed.forEach((step, index) => {
      // Of every kind at any time of the day.
      const turn = (index * 37) % courses.length;
      const course = courses[turn] ?? "heard";
      const channel = isAgentCourse(course) ? "voice_agent" : "call";
      addSend(step, channel, talk(course, lengths[turn] ?? 0), isOpen(step));
    });
  };

  planPast();
  planYesterday();
  planToday();
};
