import { sql } from "drizzle-orm";
import { minuteMs } from "#domain/compliance/durations.ts";
import { addBroadcast, requestCheck, startChecked } from "#server/api/broadcasts.ts";
import { system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import type { DemoHappening, ScriptStep } from "#server/demo/happenings.ts";
import type { Log } from "#server/log.ts";
import { type AdvanceContext, advanceNext } from "#server/pipeline/advance/advance-runs.ts";
import { type BroadcastContext, workOnBroadcasts } from "#server/pipeline/broadcast/work-broadcasts.ts";
import { findBroadcast } from "#server/store/broadcasts/broadcasts.ts";

type CampaignOptions = Omit<AdvanceContext & BroadcastContext, "database" | "log"> & {
  log: Log;
  userId: string | null;
  moveTo: (at: number) => Promise<void>;
  /** The rules that are enabled have changed. */
  readRules: () => Promise<void>;
  /** Sends what is due, with everything that vendors report about it. */
  deliver: () => Promise<void>;
  expectAnswers: (answers: Extract<DemoHappening, { kind: "broadcast" }>["answers"]) => void;
};

/** When the stage looks at a broadcast that is sent: the first part is looked at for ten minutes. */
const looksAtMs = [0, 1, 11, 12, 13].map((minutes) => minutes * minuteMs);

/** What goes on by itself in the demo: the steps of sequences, and broadcasts that the team starts. */
export const createCampaignWork = (tx: Tx, options: CampaignOptions) => {
  const { write, clock, moveTo, readRules, deliver, userId } = options;
  let failure: unknown;
  /** What a stage only reports would leave a transaction that is rolled back without a reason. */
  const log: Log = Object.assign(Object.create(options.log) as Log, {
    warn: ({ error }: { error?: unknown }) => {
      failure ??= error;
    },
  });
  const context = { ...options, log, database: { db: tx } };
  const orFail = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw failure ?? error;
    }
  };

  const advance = async (): Promise<void> => {
    while ((await orFail(advanceNext(context))).hasMore);
  };

  const workOn = async (): Promise<void> => {
    while ((await orFail(workOnBroadcasts(context))).hasMore);
    if (failure) throw failure;
    // The stage sets these for transactions of its own; this one is that of the load.
    await tx.execute(sql`SET LOCAL lock_timeout TO DEFAULT`);
    await tx.execute(sql`SET LOCAL statement_timeout = 0`);
  };

  const isSending = async (): Promise<boolean> => {
    const { rows } = await tx.execute(sql`
      SELECT FROM broadcasts WHERE state = 'sending' OR (state = 'scheduled' AND due_at <= now()) LIMIT 1`);
    return rows.length > 0;
  };

  /** Lets a broadcast that is sent go on, and reads the figures of others. */
  const workOnAll = async (): Promise<void> => {
    const from = clock.now();
    for (const lookMs of looksAtMs) {
      if (lookMs > 0 && !(await isSending())) break;
      await moveTo(from + lookMs);
      await workOn();
      if (!(await isSending())) continue;
      await readRules();
      await advance();
      await deliver();
      await advance();
    }
    await readRules();
  };

  /** When the first run of a sequence is due after now. */
  const nextDue = async (): Promise<number | null> => {
    const { rows } = await tx.execute<{ at: number | null }>(sql`
      SELECT (extract(epoch FROM min(due_at)) * 1000)::float8 AS at FROM sequence_runs
       WHERE state <> 'ended' AND due_at > now()`);
    return rows[0]?.at ?? null;
  };

  return {
    advance,
    /** Steps whose wait ends before the instant are done at their time. */
    passUntil: async (at: number): Promise<void> => {
      for (;;) {
        const dueAt = await nextDue();
        if (dueAt === null || dueAt >= at) return;
        await moveTo(dueAt);
        await advance();
        await deliver();
        await advance();
      }
    },
    /** What is left of earlier steps, and the figures. */
    goOn: async (step: ScriptStep): Promise<void> => {
      await advance();
      const { rows } = await tx.execute(sql`SELECT FROM broadcasts WHERE due_at <= now() LIMIT 1`);
      if (rows.length === 0) return;
      if (step.part === "past") await workOnAll();
      else await workOn();
    },
    send: async ({ broadcast, answers }: Extract<DemoHappening, { kind: "broadcast" }>): Promise<void> => {
      options.expectAnswers(answers);
      const team = { ...system, userId };
      const { id } = await write(team, (writing) => addBroadcast(writing, broadcast, userId));
      await write(team, (writing) => requestCheck(writing, id));
      await workOn();
      const checked = await findBroadcast(tx, id);
      if (!checked?.counted) throw new Error("A broadcast of the demo was not checked");
      const confirm = checked.counted.send + checked.counted.wait;
      await write(team, (writing) => startChecked(writing, id, { confirm }, "en"));
      if (broadcast.when.kind === "now") await workOnAll();
    },
  };
};
