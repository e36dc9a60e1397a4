import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";

type OptOutReply = { phone: string; words: string; eventId: string; at: string };

/** The opt-outs that people asked for by a reply, by the hash of their number. */
export const insertDemoOptOuts = async (tx: Tx, hash: AddressHash): Promise<void> => {
  const { rows } = await tx.execute<OptOutReply>(sql`
    SELECT p.phone, e.words, e.id AS "eventId", to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
      FROM demo_events e JOIN demo_actions a ON a.n = e.action AND a.opts_out JOIN demo_people p ON p.n = e.person
     WHERE e.kind = 'reply' ORDER BY e.at`);
  const optOuts = rows.map(({ phone, ...row }) => ({ ...row, hash: hash(phone).toString("hex") }));
  await tx.execute(sql`
    INSERT INTO suppressions (address_hash, scope, state, source, reason, caused_by, created_at)
    SELECT decode(hash, 'hex'), 'all', 'opted_out', 'reply', words, "eventId", at
      FROM jsonb_to_recordset(${JSON.stringify(optOuts)}::jsonb) AS row (hash text, words text, "eventId" uuid, at timestamptz)
     ORDER BY at`);
};
