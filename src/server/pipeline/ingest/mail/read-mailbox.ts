import { randomBytes } from "node:crypto";
import * as z from "zod";
import { system } from "#server/audit/entry.ts";
import { isConnectionLoss } from "#server/db/database.ts";
import { type AddressGuard, publicOnly } from "#server/egress/guarded-agent.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { MailboxError, openMailbox } from "#server/mail/mailbox.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import { claimMailbox, type MailboxTarget } from "#server/store/ingestion/mailboxes.ts";
import { keepReading } from "#server/store/ingestion/pull.ts";
import { leaseSeconds } from "./keep-fetched.ts";
import { readNew } from "./read-new.ts";
import { createReturns } from "./returns.ts";
import { settleMailboxFailure } from "./settle-mailbox-failure.ts";
import type { TakingMail } from "./take-mail.ts";

/** Reads a mailbox now, due or not. Whoever comes while it is being read leaves again. */
export const readMailbox = defineJob({
  name: "read-mailbox",
  payload: z.object({ id: z.uuid() }),
  retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 60 },
  batchSize: 4,
  run: async (batch, context) => {
    const ids = new Set(batch.map(({ id }) => id));
    const results = await Promise.allSettled([...ids].map((id) => read(id, context)));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  },
});

const read = async (id: string, context: JobContext & { mayConnect?: AddressGuard }): Promise<void> => {
  const fence = randomBytes(16).toString("hex");
  const target = await claim(id, fence, context);
  if (!target) return;
  try {
    await using opened = new AsyncDisposableStack();
    const mailbox = await openMailbox(target.mailbox, target.password, {
      mayConnect: context.mayConnect ?? publicOnly,
    });
    opened.defer(mailbox.close);
    const hasMore = await readNew(context, await takingOf(context), target, fence, mailbox);
    if (hasMore) await context.write(system, async ({ enqueue }) => enqueue(readMailbox, { id }));
  } catch (error) {
    if (isConnectionLoss(error) && !(error instanceof MailboxError)) throw error;
    context.log.warn({ error, endpointId: id }, "mailbox could not be read");
    const failure = error instanceof MailboxError ? error.failure : "broken";
    await settleMailboxFailure(context, target, fence, failure);
  }
};

/** A mailbox makes no addresses; it may hold what came to those that letters carried. */
const takingOf = async ({ write, database, keyring }: JobContext): Promise<TakingMail> => ({
  write,
  hash: await openAddressHash(database.db, keyring),
  returns: createReturns(keyring, "", { real: false, simulated: false }),
});

const claim = (
  id: string,
  fence: string,
  { write, keyring }: JobContext,
): Promise<MailboxTarget | undefined> =>
  write(system, async ({ tx }) => {
    const target = await claimMailbox(tx, keyring, id);
    if (!target) return undefined;
    const state = { ...target.state, lease: { fence } };
    await keepReading(tx, id, state, leaseSeconds);
    return { ...target, state };
  });
