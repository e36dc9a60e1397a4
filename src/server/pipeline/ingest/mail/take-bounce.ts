import type { Bounce } from "#domain/mail/bounce.ts";
import { maxSoftBounces } from "#domain/mail/classify-mail.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import { giveUpAddress } from "#server/pipeline/deliver/opt-out.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { countSoftBounces, failReturned, type Returned } from "#server/store/delivery/bounced-messages.ts";
import { addToTimeline } from "#server/store/ingestion/recording.ts";
import type { Writing } from "#server/store/write.ts";

/**
 * A letter came back. A dead address is given up at once, one that fails for a while after some failures; a refusal
 * of our sending says nothing of the person, and somebody must look at it.
 */
export const takeBounce = async (
  writing: Writing,
  about: Returned,
  bounce: Bounce,
  eventId: string,
  hash: AddressHash,
): Promise<void> => {
  const { tx, touch } = writing;
  const { status, diagnostic, class: kind } = bounce;
  const reason = { code: "mail_bounced", kind, status: status ?? "", detail: diagnostic ?? status ?? "" };
  const entry = (eventType: string, title: string) => ({
    personId: about.personId,
    eventType,
    source: "email",
    title,
    description: diagnostic,
    metadata: { channel: "email", actionId: about.id, reasons: [reason] },
    causedBy: about.id,
  });
  if (bounce.action === "delayed") {
    // The other side still tries.
    await addToTimeline(tx, [entry("message_delayed", "email delayed")], true);
    return touch("people");
  }
  const isNews = await failReturned(tx, about, { status, diagnostic, class: kind }, [reason]);
  if (isNews) await addToTimeline(tx, [entry("message_failed", "email failed")], true);
  const isDead =
    bounce.suppress || (kind === "soft" && (await countSoftBounces(tx, about)) >= maxSoftBounces);
  if (isDead) await giveUpAddress(writing, hash, about.to, status, eventId);
  if (kind === "policy") {
    await tx
      .insert(notifications)
      .values({ kind: "mail_refused", params: { detail: diagnostic ?? status ?? "" }, link: "/settings" });
    touch("notifications");
  }
  touch("actions", "people");
};
