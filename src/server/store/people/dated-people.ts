import { sql } from "drizzle-orm";
import type { DateTrigger } from "#domain/rules/date-trigger.ts";
import type { Reader } from "#server/db/database.ts";

/** A person with a date, and where they are. */
export type DatedPerson = {
  id: string;
  date: string;
  phone: string | null;
  zip: string | null;
  region: string | null;
  zone: string | null;
};

/** A page of people whose custom field holds one of these dates; of a yearly trigger these are months and days. */
export const findDatedPeople = async (
  db: Reader,
  { field, yearly }: DateTrigger,
  dates: readonly string[],
  after: string | null,
  limit: number,
): Promise<DatedPerson[]> => {
  const value = sql`p.fields ->> ${field}::text`;
  const { rows } = await db.execute<DatedPerson>(sql`
    SELECT p.id, ${value} AS date, p.phone, p.zip, p.region, p.timezone AS zone FROM people p
     WHERE ${yearly ? sql`substr(${value}, 6, 5)` : value} = ANY(${sql.param([...dates])}::text[])
       AND ${after === null ? sql`true` : sql`p.id > ${after}::uuid`}
     ORDER BY p.id LIMIT ${limit}`);
  return rows;
};
