import { type AuditRow, createAuditRow } from "#server/audit/entry.ts";
import type { Clock } from "#server/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { appendAuditRows } from "#server/demo/audit-chain.ts";
import { completeCall } from "#server/pipeline/receive/complete-call.ts";
import { createWrite, type Write } from "#server/store/write.ts";

/** Marks the audit entries that the demo made: they go with it. */
const demoMark = { demo: true } as const;

/** Changes of the demo inside the one transaction of its load, and the calls that ended in them. */
export const createDemoWrite = (tx: Tx, clock: Clock) => {
  const ended: string[] = [];
  const queue: Parameters<typeof createWrite>[1] = {
    insert: async (_tx, job, rows) => {
      if (job.name === completeCall.name)
        ended.push(...rows.map(({ payload }) => (payload as { callId: string }).callId));
    },
  };
  // The transaction is that of the load: a failure ends all of it.
  const transaction = ((change) => change(tx)) as typeof tx.transaction;
  const unaudited = createWrite({ transaction }, queue, () => {}, clock);
  const auditRows: AuditRow[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  /** One after the other: inside one transaction nothing else keeps changes that run at once apart. */
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const own = writing.then(run);
    writing = own.catch(() => {});
    return own;
  };
  const write: Write = (actor, change) => inTurn(() => audited(actor, change));
  const audited: Write = (actor, change) =>
    unaudited(actor, (context) =>
      change({
        ...context,
        // Kept until the end, because the lock of the audit chain would keep others waiting during the load.
        audit: ({ metadata, ...entry }) =>
          void auditRows.push(
            createAuditRow(
              { ...entry, metadata: { ...metadata, ...demoMark } },
              actor,
              new Date(clock.now()),
            ),
          ),
        // The load names all topics at its end.
        touch: () => {},
        asyncCommit: async () => {},
      }),
    );
  return { write, ended, appendAudit: () => appendAuditRows(tx, auditRows) };
};
