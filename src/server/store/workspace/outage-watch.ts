import { sql } from "drizzle-orm";
import * as z from "zod";
import { closeProposal, type OutageWatch, type RegionFigures, watchRegions } from "#domain/outage-watch.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { readSetting, saveSetting } from "./settings.ts";

const settingKey = { category: "outages", key: "watch" };

const storedWatch = z.object({
  /** When a user last opened the page. */
  visitedAt: z.number().nullable().catch(null),
  /** Of the last report that was compared. */
  reportAt: z.string().catch(""),
  regions: z
    .record(
      z.string(),
      z.object({ isOut: z.boolean(), proposedOn: z.string().nullable(), openSince: z.string().nullable() }),
    )
    .catch({}) satisfies z.ZodType<OutageWatch>,
});
type StoredWatch = z.infer<typeof storedWatch>;

export const readOutageWatch = async (db: Reader): Promise<StoredWatch> =>
  storedWatch.parse(Object(await readSetting(db, settingKey)));

/** Of two processes that compare at once, the second sees what the first remembered. */
const changeOutageWatch = async (
  tx: Tx,
  change: (before: StoredWatch) => StoredWatch,
): Promise<{ before: StoredWatch; after: StoredWatch }> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('settings/outages', 0))`);
  const before = await readOutageWatch(tx);
  const after = change(before);
  await saveSetting(tx, settingKey, after, "Outages that were seen, and when a user last looked");
  return { before, after };
};

export const noteOutageVisit = async (tx: Tx, now: number): Promise<void> => {
  await changeOutageWatch(tx, (before) => ({ ...before, visitedAt: now }));
};

/** The proposal of a notice about the region is settled. */
export const noteNotice = async (tx: Tx, region: string): Promise<void> => {
  await changeOutageWatch(tx, (before) => ({ ...before, regions: closeProposal(before.regions, region) }));
};

const openProposals = ({ regions }: StoredWatch): string =>
  Object.entries(regions)
    .flatMap(([name, { openSince }]) => (openSince === null ? [] : `${name} ${openSince}`))
    .toSorted()
    .join();

/** Compares a report with the one before. Whether other notices are proposed than before. */
export const compareOutages = async (
  tx: Tx,
  report: { timestamp: string; regions: readonly RegionFigures[] },
  day: string,
): Promise<boolean> => {
  const { before, after } = await changeOutageWatch(tx, (stored) =>
    report.timestamp <= stored.reportAt
      ? stored
      : {
          ...stored,
          reportAt: report.timestamp,
          regions: watchRegions(stored.regions, report.regions, { day, at: report.timestamp }),
        },
  );
  return openProposals(before) !== openProposals(after);
};
