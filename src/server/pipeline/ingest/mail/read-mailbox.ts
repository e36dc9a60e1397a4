import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import type { MailboxSettings } from "#domain/ingestion/settings.ts";
import { retryPolicies } from "#domain/retry.ts";
import { readMessageFeature } from "#server/ai/features/read-message.ts";
import { system } from "#server/audit/entry.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import { publicOnly } from "#server/egress/guarded-agent.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import {
  type FetchedMail,
  type Mailbox,
  MailboxError,
  type MailboxFailure,
  openMailbox,
  trustedRelays,
} from "#server/mail/mailbox.ts";
import {
  endSuccessfully,
  endWithFailure,
  lockTarget,
  readingLeaseSeconds,
} from "#server/pipeline/ingest/reading-lease.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import {
  claimMailbox,
  findDueMailboxes,
  type MailboxState,
  type MailboxTarget,
} from "#server/store/ingestion/mailboxes.ts";
import { extendLease } from "#server/store/ingestion/pull.ts";
import type { WriteContext } from "#server/store/write.ts";
import { type PreparedMail, prepareMail, prepareUnreadable } from "./prepare-mail.ts";
import { type MailContext, processMail } from "./process-mail.ts";
import { createReturnAddresses } from "./return-addresses.ts";

/** A full mailbox must not keep others waiting: it continues with the next job. */
const maxRunMs = 60_000;
const maxMessagesPerRun = 200;
/** When a mailbox is connected, only messages of the last days are imported. */
const firstImportMs = 7 * 86_400_000;

/** Reads a mailbox now, due or not. A second job for a mailbox that is being read does nothing. */
export const readMailbox = defineJob({
  name: "read-mailbox",
  payload: z.object({ id: z.uuid() }),
  retry: retryPolicies.job,
  batchSize: 4,
  run: async (batch, context) => {
    const ids = new Set(batch.map(({ id }) => id));
    const results = await Promise.allSettled([...ids].map((id) => read(id, context)));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  },
});

export const scheduleMailboxes = defineJob({
  name: "schedule-mailboxes",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { write }) => {
    await write(system, async ({ tx, enqueue }) => {
      for (const id of await findDueMailboxes(tx, readMailbox.name)) enqueue(readMailbox, { id });
    });
  },
});

/** Another attempt gives the same result, and repeated sign-ins may lock the account. */
const operatorFailures: ReadonlySet<MailboxFailure> = new Set(["no_password", "refused", "no_folder"]);

const read = async (id: string, context: JobContext): Promise<void> => {
  const fence = randomBytes(16).toString("hex");
  const target = await claim(id, fence, context);
  if (!target) return;
  try {
    await using resources = new AsyncDisposableStack();
    const mailbox = await openMailbox(target.mailbox, target.password, {
      mayConnect: context.mayConnect ?? publicOnly,
    });
    resources.defer(mailbox.close);
    const hasMore = await importNew(context, target, fence, mailbox);
    if (hasMore) await context.write(system, async ({ enqueue }) => enqueue(readMailbox, { id }));
  } catch (error) {
    if (isConnectionLost(error) && !(error instanceof MailboxError)) throw error;
    context.log.warn({ error, endpointId: id }, "a mailbox could not be read");
    const failure = error instanceof MailboxError ? error.failure : "broken";
    await context.write(system, async (writing) => {
      const locked = await lockTarget(writing.tx, target, fence);
      if (locked)
        await endWithFailure(writing, target, locked, locked.state, {
          reason: { code: `mail_${failure}` },
          needsOperator: operatorFailures.has(failure),
        });
    });
  }
};

const claim = (
  id: string,
  fence: string,
  { write, keyring }: JobContext,
): Promise<MailboxTarget | undefined> =>
  write(system, async ({ tx }) => {
    const target = await claimMailbox(tx, keyring, id);
    if (!target) return undefined;
    const state = { ...target.state, lease: { fence } };
    await extendLease(tx, id, state, readingLeaseSeconds);
    return { ...target, state };
  });

type MailboxPosition = NonNullable<MailboxState["mailbox"]>;

/** Imports message by message, each in one transaction with the new position. Returns whether there are more. */
const importNew = async (
  context: JobContext,
  target: MailboxTarget,
  fence: string,
  mailbox: Mailbox,
): Promise<boolean> => {
  const mailContext = await createMailContext(context);
  const { position: start, isNew } = currentPosition(target, mailbox.uidValidity, Date.now());
  // After the server renumbered its messages all are listed again; known ones are not stored twice.
  const uids = await mailbox.list(start.lastUid, isNew ? new Date(start.since) : null);
  const endsAt = Date.now() + maxRunMs;
  let position = start;
  for (const [index, uid] of uids.entries()) {
    if (index >= maxMessagesPerRun || Date.now() > endsAt) {
      await finish(context, target, fence, position, { continues: true });
      return true;
    }
    const fetched = await mailbox.fetch(uid);
    position = { ...position, lastUid: uid };
    const prepared = fetched && (await prepareFetched(fetched, target.mailbox));
    const isOurs = await storeFetched(mailContext, target, fence, position, prepared);
    if (!isOurs) return false;
  }
  await finish(context, target, fence, position, { continues: false });
  return false;
};

/** A mailbox issues no return addresses, but mail sent to one may arrive in it. */
const createMailContext = async ({
  write,
  database,
  keyring,
  general,
  ai,
}: JobContext): Promise<MailContext> => ({
  write,
  general,
  asksModels: () => ai.isAvailable(readMessageFeature),
  hash: await openAddressHash(database.db, keyring),
  returnAddresses: createReturnAddresses(keyring, "", { real: false, simulated: false }),
});

const currentPosition = (
  target: MailboxTarget,
  uidValidity: string,
  now: number,
): { position: MailboxPosition; isNew: boolean } => {
  const { host, port, user, folder } = target.mailbox;
  const of = createHash("sha256")
    .update(JSON.stringify([host, port, user, folder]))
    .digest("hex")
    .slice(0, 32);
  const saved = target.state.mailbox?.of === of ? target.state.mailbox : undefined;
  if (saved?.uidValidity === uidValidity) return { position: saved, isNew: false };
  const since = saved?.since ?? new Date(now - firstImportMs).toISOString();
  return { position: { of, uidValidity, lastUid: 0, since }, isNew: true };
};

const prepareFetched = (
  { raw, isWhole }: FetchedMail,
  { host, user }: MailboxSettings,
): Promise<PreparedMail> | PreparedMail => {
  const envelope = { from: null, to: [user], peer: null };
  return isWhole
    ? prepareMail(raw, envelope, trustedRelays(host))
    : prepareUnreadable(raw, envelope, "too_large");
};

const storeFetched = async (
  mailContext: MailContext,
  target: MailboxTarget,
  fence: string,
  position: MailboxPosition,
  prepared: PreparedMail | undefined,
): Promise<boolean> => {
  const savePosition = async ({ tx }: WriteContext): Promise<boolean> => {
    const locked = await lockTarget(tx, target, fence);
    if (!locked) return false;
    const state: MailboxState = { ...locked.state, mailbox: position };
    await extendLease(tx, target.id, state, readingLeaseSeconds);
    return true;
  };
  // A message that was deleted between listing and fetching only moves the position.
  if (!prepared) return mailContext.write(system, savePosition);
  return (await processMail(prepared, [target.id], mailContext, savePosition)) !== undefined;
};

const finish = (
  { write }: JobContext,
  target: MailboxTarget,
  fence: string,
  position: MailboxPosition,
  { continues }: { continues: boolean },
): Promise<void> =>
  write(system, async (context) => {
    const locked = await lockTarget(context.tx, target, fence);
    if (!locked) return;
    const state: MailboxState = { ...locked.state, mailbox: position };
    const nextAt = new Date(continues ? Date.now() : Date.now() + target.mailbox.minutes * 60_000);
    await endSuccessfully(context, target, locked, state, nextAt);
  });
