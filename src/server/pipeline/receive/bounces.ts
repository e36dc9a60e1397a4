import type { BouncedRecipient } from "#domain/mail/bounce.ts";
import { maxSoftBounces } from "#domain/mail/classify-mail.ts";
import { simulatedMark } from "#domain/messages/simulation.ts";
import { giveUpAddress } from "#server/pipeline/deliver/opt-out.ts";
import { noteOutcomes } from "#server/pipeline/deliver/thread-hooks.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import {
  type BouncedMessage,
  countSoftBounces,
  markBounced,
} from "#server/store/delivery/bounced-messages.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";

/**
 * Fails a message that bounced. An address that does not exist is given up at once, one that fails temporarily after
 * several bounces. A policy refusal says nothing about the person; operators are notified.
 */
export const recordBounce = async (
  context: WriteContext,
  message: BouncedMessage,
  bounce: Omit<BouncedRecipient, "recipient">,
  eventId: string,
  hash: AddressHash,
): Promise<void> => {
  const { tx, touch } = context;
  const { status, diagnostic, class: kind } = bounce;
  const reason = {
    code: "mail_bounced" as const,
    kind,
    status: status ?? "",
    detail: diagnostic ?? status ?? "",
  };
  const entry = {
    personId: message.personId,
    source: "email",
    description: diagnostic,
    metadata: {
      channel: "email",
      actionId: message.id,
      reasons: [reason],
      ...simulatedMark(message.isTest ? "test" : null),
    },
    causedBy: message.id,
  };
  if (bounce.action === "delayed") {
    // The receiving server keeps trying.
    const delayed = { ...entry, eventType: "message_delayed" as const, title: "email delayed" };
    await addToTimeline(tx, [delayed], { skipExisting: true });
    return touch("people");
  }
  const isNew = await markBounced(tx, message, { status, diagnostic, class: kind }, [reason]);
  const failed = { ...entry, eventType: "message_failed" as const, title: "email failed" };
  if (isNew) {
    await addToTimeline(tx, [failed], { skipExisting: true });
    await noteOutcomes(context, [{ ...message, channel: "email", status: "failed" }]);
  }
  const isDead =
    bounce.suppress || (kind === "soft" && (await countSoftBounces(tx, message)) >= maxSoftBounces);
  // The bounce of a test send says nothing about the address or our own mail server.
  if (message.isTest) return touch("actions", "people");
  if (isDead) await giveUpAddress(context, hash, message.to, status, eventId);
  if (kind === "policy") {
    const params = { detail: diagnostic ?? status ?? "" };
    await addNotifications(tx, [{ kind: "mail_refused", params, link: "/settings" }]);
    touch("notifications");
  }
  touch("actions", "people");
};
