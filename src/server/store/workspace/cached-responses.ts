import { eq } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { cachedResponses } from "#server/db/schema/access.ts";

export type CachedResponse = { body: unknown; fetchedAt: Date };

/** The last good response of a source. */
export const readCachedResponse = async (db: Reader, source: string): Promise<CachedResponse | undefined> => {
  const [row] = await db
    .select({ body: cachedResponses.body, fetchedAt: cachedResponses.fetchedAt })
    .from(cachedResponses)
    .where(eq(cachedResponses.source, source));
  return row;
};

export const saveCachedResponse = async (
  tx: Tx,
  source: string,
  body: object,
  fetchedAt: Date,
): Promise<void> => {
  await tx
    .insert(cachedResponses)
    .values({ source, body, fetchedAt })
    .onConflictDoUpdate({ target: cachedResponses.source, set: { body, fetchedAt } });
};
