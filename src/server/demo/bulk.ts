import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

type Part = { drop: string; create: string };

/**
 * Fills a table that nobody else uses yet without its keys and indexes, and puts these back as they were:
 * checking a hundred thousand rows at once takes a fraction of checking them one by one.
 */
export const insertWithoutIndexes = async (
  tx: Tx,
  table: string,
  insert: () => Promise<void>,
): Promise<void> => {
  // Foreign keys to the table stand on its primary key: they go first and come back last.
  const { rows: parts } = await tx.execute<Part>(sql`
    SELECT * FROM (
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
           format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create
      FROM pg_constraint
     WHERE (conrelid = ${table}::regclass AND contype IN ('f', 'p'))
        OR (confrelid = ${table}::regclass AND contype = 'f')
    UNION ALL
    SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      FROM pg_index WHERE indrelid = ${table}::regclass
       AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
    ) parts ORDER BY "create" LIKE '%FOREIGN KEY%' DESC, "create" LIKE '%PRIMARY KEY%' DESC`);
  for (const { drop } of parts) await tx.execute(sql.raw(drop));
  await insert();
  for (const { create } of parts.toReversed()) await tx.execute(sql.raw(create));
};
