import { sql } from "drizzle-orm";
import { contactWindowAt, rulesForChannel } from "#domain/compliance/hours.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import type { Tx } from "#server/db/database.ts";
import type { Calendar } from "./calendar.ts";

type NightSend = { n: string; phone: string; at: number };

/**
 * Lets the contact hours decide about the messages that were planned at night: they wait, or went out when the hours
 * opened. Returns how many went out.
 */
export const delayByContactHours = async (tx: Tx, { newest }: Calendar): Promise<number> => {
  const { rows } = await tx.execute<NightSend>(sql`
    SELECT demo_actions.n, phone, (extract(epoch FROM at) * 1000)::float8 AS at
      FROM demo_actions JOIN demo_people ON demo_people.n = recipient WHERE quiet`);
  const rules = rulesForChannel(hoursTable, "sms");
  const decided = rows.flatMap(({ n, phone, at }) => {
    const places = candidatePlaces({ phone, zip: null, region: null, zone: null });
    const window = contactWindowAt(at, places, rules, []);
    if (window.open || window.opensAt === null) return [];
    return [
      {
        n,
        reasons: window.reasons,
        opensAt: new Date(window.opensAt).toISOString(),
        isOpen: window.opensAt <= newest,
      },
    ];
  });
  await tx.execute(sql`
    UPDATE demo_actions SET waiting = row.reasons, status = CASE WHEN NOT row."isOpen" THEN 'held' END,
           not_before = CASE WHEN NOT row."isOpen" THEN row."opensAt" END,
           executed_at = CASE WHEN row."isOpen" THEN row."opensAt" END
      FROM jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) AS row (
        n bigint, reasons jsonb, "opensAt" timestamptz, "isOpen" boolean)
     WHERE demo_actions.n = row.n`);
  return decided.filter(({ isOpen }) => isOpen).length;
};
