import { failuresUntilError, nextRetryAt } from "#domain/ingestion/pull.ts";
import { system } from "#server/audit/entry.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import type { JobContext } from "#server/jobs/job.ts";
import type { MailboxFailure } from "#server/mail/mailbox.ts";
import type { MailboxTarget } from "#server/store/ingestion/mailboxes.ts";
import { stopReading } from "#server/store/ingestion/pull.ts";
import { holdMailbox } from "./keep-fetched.ts";

/** For the endpoint's card: nothing of what was sent or answered. */
const sentences: Record<MailboxFailure, string> = {
  blocked: "The mail server is at a private address, which is not allowed.",
  unresolved: "The host name of the mail server is not known.",
  unreachable: "The mail server cannot be reached.",
  certificate: "The mail server's certificate is not valid, or it offers no encryption.",
  timeout: "The mail server took too long to answer.",
  no_password: "The mailbox has no password; enter it as the secret key.",
  refused: "The mail server refuses the user name or the password.",
  no_folder: "The mailbox has no such folder.",
  broken: "The connection to the mail server broke.",
};

/** Writes down why, waits longer each time, and after some failures in a row tells somebody, once. */
export const settleMailboxFailure = (
  { write }: JobContext,
  target: MailboxTarget,
  fence: string,
  failure: MailboxFailure,
): Promise<void> =>
  write(system, async ({ tx, audit, touch }) => {
    const held = await holdMailbox(tx, target, fence);
    if (!held) return;
    const failures = (held.state.failures ?? 0) + 1;
    const givesUp = failures >= failuresUntilError && held.status === "active";
    await stopReading(
      tx,
      target.id,
      { ...held.state, failures, ...(givesUp ? { gaveUp: true } : {}) },
      {
        nextAt: new Date(nextRetryAt(Date.now(), failures, target.id)),
        lastError: sentences[failure],
        ...(givesUp ? { status: "error" } : {}),
      },
    );
    touch("endpoints");
    if (!givesUp) return;
    await tx
      .insert(notifications)
      .values({ kind: "endpoint_failing", params: { endpoint: held.name }, link: "/endpoints" });
    audit({
      eventType: "failed_action",
      entityType: "endpoint",
      entityId: target.id,
      description: `${held.name} could not be read ${failures} times in a row: ${sentences[failure]}`,
      metadata: { failures },
      status: "failure",
    });
    touch("notifications");
  });
