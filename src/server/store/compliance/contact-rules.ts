import { sql } from "drizzle-orm";
import { closingHolidays } from "#domain/compliance/closing-days.ts";
import { holidayCalendars, telephoneChannels } from "#domain/compliance/defaults.ts";
import type { GatePolicy } from "#domain/compliance/facts.ts";
import type { CalendarHoliday, HoursRule } from "#domain/compliance/hours-rule.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import type { ChannelConnections } from "#domain/messages/simulation.ts";
import type { Reader } from "#server/db/database.ts";
import { readClosingDays } from "./closing-days.ts";
import { readContactPolicy } from "./contact-policy.ts";

/** When people may be contacted. Callers cache it, because the gate caches computed hours by object identity. */
export type ContactRules = {
  hours: readonly HoursRule[];
  holidays: readonly CalendarHoliday[];
  policy: GatePolicy;
  connections: ChannelConnections;
};

type Row = {
  id: string;
  name: string;
  region: string | null;
  opens: string;
  closes: string;
  source: string | null;
  checked: string;
};

const minutesOfDay = (time: string): number => {
  const [hours = "0", minute = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minute);
};

/** The contact hours that the workspace adds to the legal ones. */
export const readWorkspaceHours = async (db: Reader): Promise<HoursRule[]> => {
  const { rows } = await db.execute<Row>(sql`
    SELECT id, name, region, opens::text, closes::text, source, to_char(updated_at, 'YYYY-MM-DD') AS checked
      FROM quiet_hours WHERE active AND region IS NOT NULL ORDER BY name, id`);
  return rows.map(({ id, name, region, opens, closes, source, checked }) => ({
    id,
    name,
    region,
    days: Array.from({ length: 7 }, () => ({ opens: minutesOfDay(opens), closes: minutesOfDay(closes) })),
    holidays: "open",
    // E-mail does not disturb, so the hours do not apply to it.
    channels: telephoneChannels,
    source: source ?? name,
    checked,
    verified: true,
  }));
};

/** Public holidays from the year before to the year after. */
const readHolidays = async (year: number): Promise<CalendarHoliday[]> => {
  const { default: Holidays } = await import("date-holidays");
  return holidayCalendars.flatMap(({ country, region }) => {
    const calendar = new Holidays(country);
    return [year - 1, year, year + 1].flatMap((calendarYear) =>
      calendar
        .getHolidays(calendarYear, "en")
        .filter(({ type }) => type === "public")
        .map(({ date, name }) => ({ date: date.slice(0, 10), region, name })),
    );
  });
};

/** Without the connections, which change more often. */
export const readContactRules = async (
  db: Reader,
  year: number,
): Promise<Omit<ContactRules, "connections">> => {
  const [workspaceHours, { answerInQuietHours, sendOnHolidays }, holidays, closings] = await Promise.all([
    readWorkspaceHours(db),
    readContactPolicy(db),
    readHolidays(year),
    readClosingDays(db),
  ]);
  return {
    hours: [...hoursTable, ...workspaceHours],
    holidays: [...holidays, ...closingHolidays(closings)],
    policy: { answerInQuietHours, sendOnHolidays },
  };
};
