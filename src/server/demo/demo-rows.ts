import { sql } from "drizzle-orm";
import { demoRowKinds } from "#domain/demo-row.ts";
import type { Tx } from "#server/db/database.ts";

/** Remembers what the demo made. The workspace was empty before, so these are all rows. */
export const rememberDemoRows = async (tx: Tx): Promise<void> => {
  for (const kind of demoRowKinds)
    await tx.execute(sql`INSERT INTO demo_rows (kind, id) SELECT ${kind}, id FROM ${sql.identifier(kind)}`);
};

/** The ids of one kind, as a subselect. */
export const demoIds = (kind: (typeof demoRowKinds)[number]) =>
  sql`(SELECT id FROM demo_rows WHERE kind = ${kind})`;
