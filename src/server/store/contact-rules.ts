import { sql } from "drizzle-orm";
import type { Holiday, HoursRule } from "#domain/compliance/hours.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import type { Reader } from "#server/db/database.ts";

/** When people may be contacted. The same objects for as long as nothing changes: what the gate works out is kept with them. */
export type ContactRules = { hours: readonly HoursRule[]; holidays: readonly Holiday[] };

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
    channels: ["sms", "whatsapp", "call", "voice_agent"],
    source: source ?? name,
    checked,
  }));
};

/** Days off by law, of the whole country and of Puerto Rico, from last year to the next. */
const holidaysAround = async (year: number): Promise<Holiday[]> => {
  const { default: Holidays } = await import("date-holidays");
  const years = [year - 1, year, year + 1];
  const of = (country: string, region: string | null): Holiday[] => {
    const calendar = new Holidays(country);
    return years.flatMap((one) =>
      calendar
        .getHolidays(one, "en")
        .filter(({ type }) => type === "public")
        .map(({ date, name }) => ({ date: date.slice(0, 10), region, name })),
    );
  };
  return [...of("US", null), ...of("PR", "PR")];
};

export const createContactRules = (db: Reader): ContactRulesOf => {
  let hours: Promise<readonly HoursRule[]> | undefined;
  let holidays: { year: number; days: Promise<Holiday[]> } | undefined;
  let both: ContactRules | undefined;
  return {
    forget: () => {
      hours = undefined;
    },
    get: async (now) => {
      const year = new Date(now).getUTCFullYear();
      hours ??= workspaceHours(db).then(
        (own) => [...hoursTable, ...own],
        (error: unknown) => {
          hours = undefined;
          throw error;
        },
      );
      if (holidays?.year !== year) holidays = { year, days: holidaysAround(year) };
      const [rules, days] = [await hours, await holidays.days];
      if (both?.hours !== rules || both.holidays !== days) both = { hours: rules, holidays: days };
      return both;
    },
  };
};
