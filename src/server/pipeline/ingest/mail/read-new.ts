import { createHash } from "node:crypto";
import type { MailboxSettings } from "#domain/ingestion/settings.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { type FetchedMail, type Mailbox, trustedRelays } from "#server/mail/mailbox.ts";
import type { MailboxState, MailboxTarget } from "#server/store/ingestion/mailboxes.ts";
import { type ReadyMail, readyMail, unreadMail } from "./accept.ts";
import { finishReading, keepFetched } from "./keep-fetched.ts";
import type { TakingMail } from "./take-mail.ts";

/** A full mailbox must not keep the others waiting: it goes on at the next look. */
const longestRunMs = 60_000;
const mostMessages = 200;
/** What lay in the mailbox for longer when it was connected is not taken in. */
const firstLookMs = 7 * 86_400_000;

/** Message by message, each kept together with how far the reading came. True when there is more to read. */
export const readNew = async (
  context: JobContext,
  taking: TakingMail,
  target: MailboxTarget,
  fence: string,
  mailbox: Mailbox,
): Promise<boolean> => {
  const { place, anew } = placeOf(target, mailbox.uidValidity, Date.now());
  // After the server numbered its messages anew all are looked at again; what is known already is not kept twice.
  const uids = await mailbox.list(place.lastUid, anew ? new Date(place.since) : null);
  const until = Date.now() + longestRunMs;
  let at = place;
  for (const [index, uid] of uids.entries()) {
    if (index >= mostMessages || Date.now() > until) {
      await finishReading(context, target, fence, at, { goesOn: true });
      return true;
    }
    const fetched = await mailbox.fetch(uid);
    at = { ...at, lastUid: uid };
    const ready = fetched && (await readyFetched(fetched, target.mailbox));
    const isOurs = await keepFetched(taking, target, fence, at, ready);
    if (!isOurs) return false;
  }
  await finishReading(context, target, fence, at, { goesOn: false });
  return false;
};

const readyFetched = (
  { raw, isWhole }: FetchedMail,
  { host, user }: MailboxSettings,
): Promise<ReadyMail> | ReadyMail => {
  const envelope = { from: null, to: [user], peer: null };
  return isWhole ? readyMail(raw, envelope, trustedRelays(host)) : unreadMail(raw, envelope, "too_large");
};

type Place = NonNullable<MailboxState["mailbox"]>;

const placeOf = (
  target: MailboxTarget,
  uidValidity: string,
  now: number,
): { place: Place; anew: boolean } => {
  const { host, port, user, folder } = target.mailbox;
  const of = createHash("sha256")
    .update(JSON.stringify([host, port, user, folder]))
    .digest("hex")
    .slice(0, 32);
  const known = target.state.mailbox?.of === of ? target.state.mailbox : undefined;
  if (known?.uidValidity === uidValidity) return { place: known, anew: false };
  const since = known?.since ?? new Date(now - firstLookMs).toISOString();
  return { place: { of, uidValidity, lastUid: 0, since }, anew: true };
};
