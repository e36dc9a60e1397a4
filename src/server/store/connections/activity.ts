import { sql } from "drizzle-orm";
import type { Reader } from "#server/db/database.ts";

export type ServiceActivity = {
  service: string;
  requests: number;
  failed: number;
  lastAt: string;
  lastRequestOk: boolean;
};

/** Requests to vendors since a moment, by service; the newest of each says how it stands now. */
export const activityByService = async (db: Reader, since: Date): Promise<ServiceActivity[]> => {
  const { rows } = await db.execute<ServiceActivity>(sql`
    SELECT service, count(*)::int AS requests, count(*) FILTER (WHERE NOT ok)::int AS failed,
           to_json(max(created_at)) #>> '{}' AS "lastAt",
           (SELECT newest.ok FROM usage newest WHERE newest.service = u.service
             ORDER BY newest.created_at DESC, newest.id DESC LIMIT 1) AS "lastRequestOk"
      FROM usage u WHERE created_at >= ${since.toISOString()}::timestamptz
     GROUP BY service`);
  return rows;
};

export type HourOfActivity = { hour: string; service: string; ok: number; failed: number };

/** The same requests by hour and service; hours without any are absent. */
export const activityByHour = async (db: Reader, since: Date): Promise<HourOfActivity[]> => {
  const { rows } = await db.execute<HourOfActivity>(sql`
    SELECT to_json(date_trunc('hour', created_at)) #>> '{}' AS hour, service,
           count(*) FILTER (WHERE ok)::int AS ok, count(*) FILTER (WHERE NOT ok)::int AS failed
      FROM usage WHERE created_at >= ${since.toISOString()}::timestamptz
     GROUP BY 1, 2 ORDER BY 1`);
  return rows;
};
