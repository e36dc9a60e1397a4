import { sql } from "drizzle-orm";
import { consentOf } from "#domain/channels/channel.ts";
import { vendorReason } from "#domain/messages/vendor-errors.ts";
import { system } from "#server/audit/entry.ts";
import type { Incoming, Messenger } from "#server/connectors/messaging/messenger.ts";
import type { AddressHash } from "#server/store/address-hash.ts";
import { insertEvents } from "#server/store/events.ts";
import { inboundEndpoint } from "#server/store/inbound-endpoint.ts";
import { addToTimeline } from "#server/store/recording.ts";
import type { Write } from "#server/store/write.ts";
import { keepAnswer, keepCallNews } from "./call-news.ts";
import { suppressAddress, whenQuiet } from "./opt-out.ts";
import { actOn, meet, noteInbound } from "./reply.ts";

export type CallingBack = { write: Write; hash: AddressHash };

/** What a vendor told: receipts move actions forward, messages become events and may be opt-outs. */
export const takeIncoming = async (
  messenger: Pick<Messenger, "id">,
  incoming: Incoming[],
  calling: CallingBack,
): Promise<void> => {
  for (const one of incoming) {
    if (one.kind === "status") await takeStatus(messenger.id, one, calling);
    else await takeMessage(messenger.id, one, calling);
  }
};

type Status = Extract<Incoming, { kind: "status" }>;

const takeStatus = (messenger: string, told: Status, { write, hash }: CallingBack): Promise<void> =>
  write(system, async (writing) => {
    const { tx, touch } = writing;
    const detail = JSON.stringify({ code: told.code, price: told.price, at: told.at, ...told.detail });
    const { rowCount } = await tx.execute(sql`
      INSERT INTO callbacks (messenger, provider_id, status, detail, action_id)
      VALUES (${messenger}, ${told.providerId}, ${told.status}, ${detail}::jsonb,
              (SELECT id FROM actions WHERE id = ${told.actionId}))
      ON CONFLICT DO NOTHING`);
    // The same again says nothing new, but for what comes after the end of a call.
    if (rowCount === 0 && !told.detail) return;
    if (told.detail) await keepCallNews(writing, { ...told, messenger }, told.detail);
    const reasons =
      told.code === null
        ? null
        : JSON.stringify([vendorReason("vendor_refused", messenger, { code: told.code })]);
    const { rows } = await tx.execute<{
      id: string;
      personId: string;
      channel: string;
      to: string | null;
    }>(sql`
      UPDATE actions SET status = ${told.status}, provider_id = coalesce(provider_id, ${told.providerId}),
             price = coalesce(${told.price}::numeric, price), lease_until = NULL,
             reasons = CASE WHEN ${told.status} = 'failed' THEN coalesce(${reasons}::jsonb, reasons) ELSE reasons END
       WHERE (id = ${told.actionId} OR (messenger = ${messenger} AND provider_id = ${told.providerId}))
         AND status IN ('sent', 'delivered', 'read', 'failed', 'unknown')
         AND delivery_rank(${told.status}) > delivery_rank(status)
      RETURNING id, person_id AS "personId", type AS channel, config -> 'rendered' ->> 'to' AS to`);
    const [action] = rows;
    if (!action) return;
    if (told.optedOut && action.to) {
      const asked = { address: action.to, source: "vendor", reason: told.code, causedBy: action.id };
      await suppressAddress(tx, hash, asked);
    }
    if (told.status !== "sent") {
      const entry = {
        personId: action.personId,
        eventType: `message_${told.status}`,
        source: action.channel,
        title: `${action.channel} ${told.status}`,
        description: null,
        metadata: {
          channel: action.channel,
          actionId: action.id,
          reasons: reasons ? JSON.parse(reasons) : [],
        },
        causedBy: action.id,
      };
      await addToTimeline(tx, [entry], true);
    }
    touch("actions", "people");
  });

type Message = Extract<Incoming, { kind: "message" }>;

/**
 * The event, what it means and the answer to it are kept together: a wish for silence is never stored as a message
 * whose meaning nobody got to read.
 */
const takeMessage = async (messenger: string, message: Message, calling: CallingBack): Promise<void> => {
  const { write, hash } = calling;
  const channel = consentOf(message.channel);
  await whenQuiet(write, system, [message.from], async (writing, known) => {
    const { tx, touch } = writing;
    const [kept] = await insertEvents(tx, [
      {
        endpointId: await inboundEndpoint(tx, channel),
        eventType: `${channel}_received`,
        deduplicationKey: `${messenger}:${message.providerId}`,
        rawData: {
          type: `${channel}_received`,
          channel,
          from: message.from,
          to: message.to,
          text: message.text,
          ...(message.name ? { name: message.name } : {}),
        },
      },
    ]);
    if (!kept?.isNew) return;
    const people = known.length > 0 ? known : await meet(writing, message, kept.id);
    await noteInbound(tx, people, channel, message.at);
    await keepAnswer(writing, messenger, message);
    await actOn(writing, message, { eventId: kept.id, people }, hash);
    touch("events", "people");
  });
};
