import { sql } from "drizzle-orm";
import { consentOf } from "#domain/channels/channel.ts";
import { readReply } from "#domain/compliance/keywords.ts";
import { system } from "#server/audit/entry.ts";
import type { Incoming, Messenger } from "#server/connectors/messaging/messenger.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import type { AddressHash } from "#server/store/address-hash.ts";
import { wakeHeld } from "#server/store/deliveries.ts";
import { insertEvents } from "#server/store/events.ts";
import { inboundEndpoint } from "#server/store/inbound-endpoint.ts";
import { addToTimeline } from "#server/store/recording.ts";
import { insertActions } from "#server/store/runs.ts";
import type { Write, Writing } from "#server/store/write.ts";
import { release, silence, suppressAddress, whenQuiet } from "./opt-out.ts";

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
  write(system, async ({ tx, touch }) => {
    const detail = JSON.stringify({ code: told.code, price: told.price, at: told.at, ...told.detail });
    const { rowCount } = await tx.execute(sql`
      INSERT INTO callbacks (messenger, provider_id, status, detail, action_id)
      VALUES (${messenger}, ${told.providerId}, ${told.status}, ${detail}::jsonb,
              (SELECT id FROM actions WHERE id = ${told.actionId}))
      ON CONFLICT DO NOTHING`);
    // The same again says nothing new, but for what comes after the end of a call.
    if (rowCount === 0 && !told.detail) return;
    if (told.detail) await keepCallDetail(tx, messenger, told);
    const reasons =
      told.code === null ? null : JSON.stringify([{ code: "vendor_refused", vendorCode: told.code }]);
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

/** How long it took, what was said and where it was recorded, each when the vendor gets to it. */
const keepCallDetail = async (tx: Tx, messenger: string, told: Status): Promise<void> => {
  await tx.execute(sql`
    UPDATE actions SET result = coalesce(result, '{}') || ${JSON.stringify({ call: told.detail })}::jsonb
     WHERE id = ${told.actionId} OR (messenger = ${messenger} AND provider_id = ${told.providerId})`);
};

type Message = Extract<Incoming, { kind: "message" }>;

/**
 * The event, what it means and the answer to it are kept together: a wish for silence is never stored as a message
 * whose meaning nobody got to read.
 */
const takeMessage = async (messenger: string, message: Message, calling: CallingBack): Promise<void> => {
  const { write, hash } = calling;
  const channel = consentOf(message.channel);
  await whenQuiet(write, system, [message.from], async (writing, people) => {
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
    await noteInbound(tx, people, channel);
    await actOn(writing, message, { eventId: kept.id, people }, hash);
    touch("events", "people");
  });
};

/** Their own message opens the channel for a day, and what waited for that may go. */
const noteInbound = async (tx: Tx, people: string[], channel: string): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO conversations (person_id, channel, last_inbound_at)
    SELECT id, ${channel}, now() FROM unnest(${sql.param(people)}::uuid[]) AS id ORDER BY 1
    ON CONFLICT (person_id, channel) DO UPDATE SET last_inbound_at = excluded.last_inbound_at`);
  await wakeHeld(tx, people);
};

type Taken = { eventId: string; people: string[] };

const actOn = async (writing: Writing, message: Message, taken: Taken, hash: AddressHash): Promise<void> => {
  const { text, from, optedOut } = message;
  const meaning = optedOut ? "opt_out" : readReply(text).kind;
  const asked = { addresses: [from], source: "reply", reason: text.slice(0, 200), causedBy: taken.eventId };
  if (meaning === "opt_out") {
    await silence(writing, hash, asked, taken.people);
    await answer(writing, message, taken, "opt_out_confirmation", "confirmation");
  } else if (meaning === "opt_in") {
    await release(writing, hash, asked, taken.people);
    await answer(writing, message, taken, "opt_in_confirmation", "service");
  } else if (meaning === "help") {
    await answer(writing, message, taken, "help", "service");
  } else if (meaning === "ambiguous") {
    await openReviews(writing, message, taken);
  }
};

/** Nothing goes out to them until somebody has read it. */
const openReviews = async (
  { tx, touch }: Writing,
  { text, channel }: Message,
  { eventId, people }: Taken,
): Promise<void> => {
  if (people.length === 0) return;
  await tx.execute(sql`
    INSERT INTO reviews (person_id, channel, words, caused_by)
    SELECT id, ${channel}, ${text.slice(0, 500)}, ${eventId} FROM unnest(${sql.param(people)}::uuid[]) AS id`);
  await addToTimeline(
    tx,
    people.map((personId) => ({
      personId,
      eventType: "review_opened",
      source: channel,
      title: "May be an opt-out",
      description: text.slice(0, 200),
      metadata: { channel },
      causedBy: eventId,
    })),
    false,
  );
  await tx
    .insert(notifications)
    .values({ kind: "review_needed", params: {}, link: "/compliance?tab=reviews" });
  touch("notifications");
};

/** One answer, to the person who wrote, by the channel they wrote on. */
const answer = async (
  { tx, touch }: Writing,
  { channel }: Message,
  { eventId, people }: Taken,
  template: string,
  purpose: string,
): Promise<void> => {
  const [personId] = people;
  if (personId === undefined || channel === "call" || channel === "voice_agent") return;
  await insertActions(tx, [
    {
      id: newId(),
      personId,
      ruleId: null,
      ruleRunId: null,
      type: channel,
      config: { template, purpose },
      notBefore: new Date().toISOString(),
      causedBy: eventId,
    },
  ]);
  touch("actions");
};
