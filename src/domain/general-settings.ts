import * as z from "zod";
import { countries, defaultCountry } from "./country.ts";

export const timezones = [
  "America/New_York",
  "America/Puerto_Rico",
  "America/Los_Angeles",
  "Europe/London",
  "Asia/Tokyo",
] as const;
export const locales = ["en-US", "en-GB", "es-ES", "es-PR", "fr-FR"] as const;
/** Days; 0 keeps data indefinitely. */
export const retentionDays = [30, 90, 365, 0] as const;
/** Minutes of inactivity after which a session ends. */
export const sessionTimeouts = [15, 30, 60, 240] as const;

/** Text messages that forms may send within a day to ask for a confirmation. */
export const optInSmsLimits = [0, 50, 200, 1000, 5000] as const;

/** On which days of the week the business is open, by the last of them; Monday is 1. */
export const businessLastDays = [5, 6, 7] as const;

export const mostSecondUserAbove = 10_000_000;

export const generalSettings = z.strictObject({
  timezone: z.enum(timezones).default("America/New_York"),
  locale: z.enum(locales).default("en-US"),
  /** Of phone numbers without a country code. */
  defaultCountry: z.enum(countries).default(defaultCountry),
  dataRetention: z.literal(retentionDays).default(90),
  sessionTimeout: z.literal(sessionTimeouts).default(30),
  /** Keeps a form from being used to send text messages to the numbers of others. */
  optInSmsPerDay: z.literal(optInSmsLimits).default(200),
  /** A broadcast to more people than this is started by two users; 0 asks for no second one. */
  secondUserAbove: z.int().min(0).max(mostSecondUserAbove).default(0),
  /** Addresses and numbers in people's texts are replaced before a text goes to an AI vendor. */
  minimisesText: z.boolean().default(true),
  /** Hours of a day in the workspace's zone; reports also count waits in these hours alone. */
  businessOpens: z.int().min(0).max(23).default(9),
  businessCloses: z.int().min(1).max(24).default(17),
  businessLastDay: z.literal(businessLastDays).default(5),
});
export type GeneralSettings = z.infer<typeof generalSettings>;
export const defaultGeneralSettings: GeneralSettings = generalSettings.parse({});
