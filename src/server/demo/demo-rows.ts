import { sql } from "drizzle-orm";
import { demoRowKinds } from "#domain/demo-row.ts";
import type { Tx } from "#server/db/database.ts";

/** Remembers what this transaction, which made the demo, has written; people may have added rows of their own since. */
export const rememberDemoRows = async (tx: Tx): Promise<void> => {
  for (const kind of demoRowKinds)
    await tx.execute(sql`INSERT INTO demo_rows (kind, id) SELECT ${kind}, id FROM ${sql.identifier(kind)}
      WHERE xmin = pg_current_xact_id()::xid`);
};

/** The ids of one kind, as a subselect. */
export const demoIds = (kind: (typeof demoRowKinds)[number]) =>
  sql`(SELECT id FROM demo_rows WHERE kind = ${kind})`;
