import { sql } from "drizzle-orm";
import type { PossibleDuplicate } from "#contract/people.ts";
import type { DuplicateReason } from "#domain/possible-duplicate.ts";
import type { Tx } from "#server/db/database.ts";

type NewDuplicate = {
  personId: string;
  otherId: string;
  reason: DuplicateReason;
  causedBy: string | null;
};

/** Stores pairs of people who may be one. A pair that is known keeps its decision. */
export const addPossibleDuplicates = async (tx: Tx, pairs: NewDuplicate[]): Promise<void> => {
  if (pairs.length === 0) return;
  await tx.execute(sql`
    INSERT INTO possible_duplicates (person_id, other_id, reason, caused_by)
    SELECT greatest("personId", "otherId"), least("personId", "otherId"), reason, "causedBy"
      FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS row (
        "personId" uuid, "otherId" uuid, reason text, "causedBy" uuid)
    ON CONFLICT DO NOTHING`);
};

export type DuplicateColumns = Omit<PossibleDuplicate, "createdAt"> & { createdAt: Date };

const maxShown = 20;

/** The people who may be the given one; those found to be different are left out. */
export const duplicatesStatement = (personId: string) => ({
  name: "possible_duplicates",
  text: `SELECT d.id, d.reason, d.decision, p.id AS "personId", p.email, p.phone, d.created_at AS "createdAt",
                nullif(concat_ws(' ', p.first_name, p.last_name), '') AS name
           FROM possible_duplicates d
           JOIN people p ON p.id = CASE WHEN d.person_id = $1 THEN d.other_id ELSE d.person_id END
          WHERE (d.person_id = $1 OR d.other_id = $1) AND d.decision IS DISTINCT FROM 'different'
          ORDER BY d.decision NULLS FIRST, d.id LIMIT ${maxShown}`,
  values: [personId],
});

export const presentDuplicate = ({ createdAt, ...row }: DuplicateColumns): PossibleDuplicate => ({
  ...row,
  createdAt: createdAt.toISOString(),
});
