import { system } from "#server/audit/entry.ts";
import { publicOnly } from "#server/egress/guarded-agent.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { type MailboxWatch, watchMailbox } from "#server/mail/mailbox.ts";
import { findWatchableMailboxes } from "#server/store/ingestion/mailboxes.ts";
import { readMailbox } from "./read-mailbox.ts";

export type MailboxWatcher = {
  /** Endpoints may have changed. */
  refresh: () => void;
  stop: () => Promise<void>;
};

type Watched = { version: string; watch: Promise<MailboxWatch | undefined> };

/** Others are read on their schedule only. */
const maxWatched = 50;
const refreshMs = 60_000;

/**
 * Holds an IDLE connection to each mailbox that is read without errors, and reads it as soon as a message arrives.
 * The schedule stays: a server without IDLE, or a lost connection, only costs time.
 */
export const startMailboxWatcher = (context: Omit<JobContext, "egress" | "mapping">): MailboxWatcher => {
  const { database, keyring, write, log, mayConnect = publicOnly } = context;
  const watched = new Map<string, Watched>();
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  const end = async (id: string): Promise<void> => {
    const current = watched.get(id);
    watched.delete(id);
    await (await current?.watch)?.close();
  };

  const begin = ({
    id,
    mailbox,
    password,
    version,
  }: Awaited<ReturnType<typeof findWatchableMailboxes>>[number]) => {
    const read = (): void =>
      void write(system, async ({ enqueue }) => enqueue(readMailbox, { id })).catch((error: unknown) =>
        log.warn({ error, endpointId: id }, "a new message was noticed, but its mailbox could not be queued"),
      );
    const watch = watchMailbox(mailbox, password, { mayConnect }, read).catch((error: unknown) => {
      // The scheduled reading reports what is wrong.
      log.debug({ error, endpointId: id }, "a mailbox could not be watched");
      return undefined;
    });
    const entry = { version, watch };
    watched.set(id, entry);
    void watch.then(async (open) => {
      await open?.ended;
      // Without IDLE the entry stays, so that the server is not asked again until the endpoint changes.
      if (open && watched.get(id) === entry) watched.delete(id);
    });
  };

  const refresh = async (): Promise<void> => {
    if (isStopped) return;
    const targets = await findWatchableMailboxes(database.db, keyring, maxWatched);
    const versions = new Map(targets.map(({ id, version }) => [id, version]));
    const outdated = [...watched].filter(([id, { version }]) => versions.get(id) !== version);
    await Promise.all(outdated.map(([id]) => end(id)));
    if (isStopped) return;
    for (const target of targets) if (!watched.has(target.id)) begin(target);
  };

  const schedule = (): void => {
    running = running
      .then(refresh)
      .catch((error: unknown) => log.warn({ error }, "the mailboxes to watch could not be listed"));
  };
  const timer = setInterval(schedule, refreshMs);
  timer.unref();
  schedule();
  return {
    refresh: schedule,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
      await Promise.all([...watched.keys()].map(end));
    },
  };
};
