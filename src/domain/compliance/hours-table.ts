import { telephoneChannels } from "./defaults.ts";
import type { RegionCap } from "./facts.ts";
import type { DayHours, HoursRule } from "./hours-rule.ts";

const checked = "2026-11-15";

const from = (opens: number, closes: number): DayHours => ({ opens: opens * 60, closes: closes * 60 });

/** The same hours from Monday to Saturday; Sunday may differ or be closed. */
const week = (hours: DayHours, sunday: DayHours | null = hours, saturday: DayHours = hours) => [
  sunday,
  hours,
  hours,
  hours,
  hours,
  hours,
  saturday,
];

const rule = (
  region: string | null,
  name: string,
  days: (DayHours | null)[],
  source: string,
  { holidays = "open", verified = false }: { holidays?: HoursRule["holidays"]; verified?: boolean } = {},
): HoursRule => ({
  id: region === null ? "us_federal" : `us_${region.toLowerCase()}`,
  name,
  region,
  days,
  holidays,
  channels: telephoneChannels,
  source,
  checked,
  verified,
});

/** Compared with the text of the law. Of the other rules only summaries were read; their narrowest hours apply. */
const verified = { verified: true } as const;

/**
 * When the law allows contact by telephone, in the recipient's local time. Not legal advice: each row names its source,
 * the day of the comparison and whether the statute confirms it.
 */
export const hoursTable: readonly HoursRule[] = [
  rule(null, "Federal", week(from(8, 21)), "47 CFR 64.1200(c)(1)"),
  rule("PR", "Puerto Rico", week(from(9, 21)), "Act 210-2003, 10 LPRA 4031 ff."),
  rule("DC", "District of Columbia", week(from(8, 21)), "D.C. Code 22-3226", verified),
  rule("WA", "Washington", week(from(8, 20)), "RCW 19.158.040", verified),
  rule("FL", "Florida", week(from(8, 20)), "Fla. Stat. 501.616(6)"),
  rule("OK", "Oklahoma", week(from(8, 20)), "15 O.S. 775C (Telephone Solicitation Act of 2022)"),
  rule("MD", "Maryland", week(from(8, 20)), "Md. Com. Law 14-4501 ff. (Stop the Spam Calls Act of 2023)"),
  rule("TX", "Texas", week(from(9, 21), from(12, 21)), "Tex. Bus. & Com. Code 301.051, 302"),
  rule("AL", "Alabama", week(from(8, 20), null), "Ala. Code 8-19C, 8-19A", { holidays: "closed" }),
  rule("LA", "Louisiana", week(from(8, 20), null), "La. R.S. 45:844.31", { holidays: "closed" }),
  rule("MS", "Mississippi", week(from(8, 20), null), "Miss. Code 77-3-723"),
  rule("MA", "Massachusetts", week(from(8, 20)), "M.G.L. c. 159C s. 3"),
  rule("NV", "Nevada", week(from(9, 20)), "NRS 599B"),
  rule("KY", "Kentucky", week(from(10, 21)), "KRS 367.46955"),
  rule("MI", "Michigan", week(from(9, 21)), "MCL 445.111 ff."),
  rule("MN", "Minnesota", week(from(9, 21)), "Minn. Stat. 325E.30"),
  rule("NM", "New Mexico", week(from(9, 21)), "NMSA 57-12-22"),
  rule("CT", "Connecticut", week(from(9, 20)), "Conn. Gen. Stat. 42-288a"),
  rule("IL", "Illinois", week(from(9, 21)), "815 ILCS 305/15"),
  rule("RI", "Rhode Island", week(from(9, 18), null, from(10, 17)), "R.I. Gen. Laws 5-61-3.6", {
    holidays: "closed",
  }),
  // Without the first and the last hour of the federal day.
  rule("PA", "Pennsylvania", week(from(9, 20)), "73 P.S. 2241 ff."),
];

/** How many contacts with one person the law allows in 24 hours. */
export const regionCapsTable: readonly RegionCap[] = [
  {
    id: "us_fl_daily",
    region: "FL",
    perDay: 3,
    channels: telephoneChannels,
    source: "Fla. Stat. 501.616(6)",
    checked,
  },
  {
    id: "us_ok_daily",
    region: "OK",
    perDay: 3,
    channels: telephoneChannels,
    source: "15 O.S. 775C",
    checked,
  },
];
