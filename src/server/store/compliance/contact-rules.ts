import { sql } from "drizzle-orm";
import { holidayCalendars, telephoneChannels } from "#domain/compliance/defaults.ts";
import type { GatePolicy } from "#domain/compliance/facts.ts";
import type { CalendarHoliday, HoursRule } from "#domain/compliance/hours-rule.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import type { Reader } from "#server/db/database.ts";
import { readContactPolicy } from "./contact-policy.ts";

/** When people may be contacted. The same objects for as long as nothing changes: what the gate works out is kept with them. */
export type ContactRules = {
  hours: readonly HoursRule[];
  holidays: readonly CalendarHoliday[];
  policy: GatePolicy;
};

export type ContactRulesOf = { get: (now: number) => Promise<ContactRules>; forget: () => void };

type Row = {
  id: string;
  name: string;
  region: string | null;
  opens: string;
  closes: string;
  source: string | null;
  checked: string;
};

const minutes = (time: string): number => {
  const [hours = "0", minute = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minute);
};

/** What the workspace adds for a region, on top of the law. */
export const workspaceHours = async (db: Reader): Promise<HoursRule[]> => {
  const { rows } = await db.execute<Row>(sql`
    SELECT id, name, region, opens::text, closes::text, source, to_char(updated_at, 'YYYY-MM-DD') AS checked
      FROM quiet_hours WHERE active AND region IS NOT NULL ORDER BY name, id`);
  return rows.map(({ id, name, region, opens, closes, source, checked }) => ({
    id,
    name,
    region,
    days: Array.from({ length: 7 }, () => ({ opens: minutes(opens), closes: minutes(closes) })),
    holidays: "open",
    // E-mail rings nobody up.
    channels: telephoneChannels,
    source: source ?? name,
    checked,
  }));
};

/** Days off by law, of the whole country and of Puerto Rico, from last year to the next. */
const holidaysAround = async (year: number): Promise<CalendarHoliday[]> => {
  const { default: Holidays } = await import("date-holidays");
  const years = [year - 1, year, year + 1];
  const of = (country: string, region: string | null): CalendarHoliday[] => {
    const calendar = new Holidays(country);
    return years.flatMap((one) =>
      calendar
        .getHolidays(one, "en")
        .filter(({ type }) => type === "public")
        .map(({ date, name }) => ({ date: date.slice(0, 10), region, name })),
    );
  };
  return holidayCalendars.flatMap(({ country, region }) => of(country, region));
};

type Chosen = { hours: readonly HoursRule[]; policy: GatePolicy };

/** What the workspace chose, on top of the law. */
const readChosen = async (db: Reader): Promise<Chosen> => {
  const [own, { answerInQuietHours, sendOnHolidays }] = await Promise.all([
    workspaceHours(db),
    readContactPolicy(db),
  ]);
  return { hours: [...hoursTable, ...own], policy: { answerInQuietHours, sendOnHolidays } };
};

export const createContactRules = (db: Reader): ContactRulesOf => {
  let chosen: Promise<Chosen> | undefined;
  let holidays: { year: number; days: Promise<CalendarHoliday[]> } | undefined;
  let all: ContactRules | undefined;
  return {
    forget: () => {
      chosen = undefined;
    },
    get: async (now) => {
      const year = new Date(now).getUTCFullYear();
      chosen ??= readChosen(db).catch((error: unknown) => {
        chosen = undefined;
        throw error;
      });
      if (holidays?.year !== year) holidays = { year, days: holidaysAround(year) };
      const [{ hours, policy }, days] = [await chosen, await holidays.days];
      if (all?.hours !== hours || all.holidays !== days) all = { hours, holidays: days, policy };
      return all;
    },
  };
};
