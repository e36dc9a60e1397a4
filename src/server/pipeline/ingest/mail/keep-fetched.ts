import { system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import type { JobContext } from "#server/jobs/job.ts";
import type { MailboxState, MailboxTarget } from "#server/store/ingestion/mailboxes.ts";
import {
  abandonReading,
  type HeldPull,
  holdPull,
  keepReading,
  stopReading,
} from "#server/store/ingestion/pull.ts";
import type { Writing } from "#server/store/write.ts";
import type { ReadyMail } from "./accept.ts";
import { type TakingMail, takeMail } from "./take-mail.ts";

export const leaseSeconds = 180;

type Place = NonNullable<MailboxState["mailbox"]>;

/** The endpoint's row, when it is still ours to read; one that was edited meanwhile is let go and read anew. */
export const holdMailbox = async (
  tx: Tx,
  target: MailboxTarget,
  fence: string,
): Promise<(Omit<HeldPull, "state"> & { state: MailboxState }) | undefined> => {
  const held = await holdPull(tx, target.id, fence);
  if (!held) return undefined;
  if (held.version === target.version) return { ...held, state: held.state as MailboxState };
  await abandonReading(tx, target.id);
  return undefined;
};

/** One message and how far the reading came, in one transaction: a crash repeats nothing and loses nothing. */
export const keepFetched = async (
  taking: TakingMail,
  target: MailboxTarget,
  fence: string,
  place: Place,
  ready: ReadyMail | undefined,
): Promise<boolean> => {
  const goOn = async ({ tx }: Writing): Promise<boolean> => {
    const held = await holdMailbox(tx, target, fence);
    if (!held) return false;
    const going: MailboxState = { ...held.state, mailbox: place };
    await keepReading(tx, target.id, going, leaseSeconds);
    return true;
  };
  // One that vanished between list and look is nobody's loss.
  if (!ready) return taking.write(system, goOn);
  return (await takeMail(ready, [target.id], taking, goOn)) !== undefined;
};

/** Lets go of the mailbox until its next time; with more to read, that is now. */
export const finishReading = (
  { write }: JobContext,
  target: MailboxTarget,
  fence: string,
  place: Place,
  { goesOn }: { goesOn: boolean },
): Promise<void> =>
  write(system, async ({ tx, audit, touch }) => {
    const held = await holdMailbox(tx, target, fence);
    if (!held) return;
    const { failures: _failures, gaveUp, ...kept } = held.state;
    const state: MailboxState = { ...kept, mailbox: place };
    const recovers = gaveUp === true && held.status === "error";
    await stopReading(tx, target.id, state, {
      nextAt: new Date(goesOn ? Date.now() : Date.now() + target.mailbox.minutes * 60_000),
      lastError: null,
      ...(recovers ? { status: "active" } : {}),
    });
    if (recovers)
      audit({
        eventType: "data_change",
        entityType: "endpoint",
        entityId: target.id,
        description: `${held.name} can be read again`,
      });
    if (recovers || held.lastError !== null) touch("endpoints");
  });
