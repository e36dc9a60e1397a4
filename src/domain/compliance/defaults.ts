import type { Channel } from "#domain/channels/channel.ts";
import { dayMs, minuteMs } from "./durations.ts";
import type { FrequencyCaps, GatePolicy } from "./facts.ts";

/** Marketing messages to one person. */
export const defaultFrequencyCaps: FrequencyCaps = { perDay: 5, perWeek: 15, perRule: null };

/** Applies until an administrator saves another policy. */
export const defaultGatePolicy: GatePolicy = { answerInQuietHours: false, sendOnHolidays: false };

/** How far back the gate sees what was sent; it must cover the longest frequency cap and the longest repeat limit. */
export const recentSendDays = 31;

/** A rule sends the same words to one person once in this time, unless it says otherwise. */
export const defaultRepeatHours = 24;
export const maxRepeatHours = 30 * 24;

/** After a message from the person, service messages need no consent and WhatsApp allows free text. */
export const conversationMs = dayMs;

/** How long a direct message at X may be answered. */
export const xConversationMs = 30 * dayMs;

/** WhatsApp asks to wait this long after it refused a marketing message to a person (error 131049). */
export const marketingRetryMs = dayMs;

/** With `answerInQuietHours`, a message from the person may be answered for this long at any hour. */
export const quietHoursAnswerMs = 10 * minuteMs;

/** After the last word of a human of the business, marketing of rules and agents waits this long. */
export const takenOverMs = dayMs;

/** The law allows one confirmation of an opt-out within this time. */
/** How long after words of danger the line about help may still be sent. */
export const safetyAnswerMs = 15 * minuteMs;
export const confirmationMs = 5 * minuteMs;

/** Hours open to all candidate places are searched this far ahead; if there are none, the gate looks again then. */
export const openHoursSearchMs = 14 * dayMs;

/** The channels that the law's contact hours and daily limits apply to. */
export const telephoneChannels: readonly Channel[] = ["sms", "whatsapp", "call", "voice_agent"];

/** Public holidays of these calendars; region null applies everywhere. */
export const holidayCalendars: readonly { country: string; region: string | null }[] = [
  { country: "US", region: null },
  { country: "PR", region: "PR" },
];
