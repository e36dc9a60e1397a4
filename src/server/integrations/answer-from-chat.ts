import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Channel } from "#domain/channels/channel.ts";
import { type ReplyVerdict, verdictText } from "#domain/integrations/chat-texts.ts";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import { reasonTones } from "#domain/reason.ts";
import { cutText } from "#domain/storable-text.ts";
import { type Actor, system } from "#server/audit/entry.ts";
import type { Reader } from "#server/db/database.ts";
import { AnsweredMeanwhile, writeByHand } from "#server/pipeline/reply/write-by-hand.ts";
import { findNewestInbound } from "#server/store/conversations/reply-suggestions.ts";
import { findWriter } from "#server/store/conversations/written-messages.ts";
import { findAction } from "#server/store/delivery/action-list.ts";
import { findChatThread, findChatWriter } from "#server/store/integrations/chats.ts";
import { addWork, finishWork } from "#server/store/integrations/integration-work.ts";
import { findAddressOf } from "#server/store/people/person-addresses.ts";
import { findVisible } from "#server/store/people/visible-people.ts";
import type { WriteContext } from "#server/store/write.ts";
import {
  done,
  type WorkContext,
  type WorkHandler,
  type WorkOutcome,
  workspaceLanguage,
} from "./work-context.ts";

const replyPayload = z.object({
  channel: z.string(),
  threadId: z.string(),
  messageId: z.string(),
  userId: z.string(),
  text: z.string(),
  hasFiles: z.boolean(),
  isOurs: z.boolean(),
});
type ChatReply = z.infer<typeof replyPayload>;

const maxTextLength = 10_000;
/** A reply that waited longer, because the chat was disconnected, may no longer fit the conversation. */
const maxAgeMs = 3_600_000;
const firstReportMs = 1000;
const reportEveryMs = 3000;
/** After this long the writer is told that the message waits. */
const reportAttempts = 20;

const writtenChannels: readonly Channel[] = ["sms", "whatsapp", "email", "x"];

type ReplyTarget = { channel: Channel; addressId?: string };

/** The channel and address that the person wrote from last, else the one that they can be reached at. */
const chooseTarget = async (db: Reader, personId: string): Promise<ReplyTarget | undefined> => {
  const inbound = await findNewestInbound(db, personId);
  const used = writtenChannels.find((channel) => channel === inbound?.channel);
  if (used) {
    const address = inbound?.from ? await findAddressOf(db, personId, inbound.from) : undefined;
    return { channel: used, ...(address?.isPrimary === false ? { addressId: address.id } : {}) };
  }
  const { rows } = await db.execute<{ phone: string | null; email: string | null }>(
    sql`SELECT phone, email FROM people WHERE id = ${personId}`,
  );
  if (rows[0]?.phone) return { channel: "sms" };
  return rows[0]?.email ? { channel: "email" } : undefined;
};

/** In Slack the thread goes on; elsewhere the verdict answers the message itself. */
const answerTo = (hasThreads: boolean, { threadId, messageId }: ChatReply): string =>
  hasThreads ? threadId : messageId;

const tell = async (
  { tx }: Pick<WriteContext, "tx">,
  service: string,
  personId: string | null,
  post: { channel: string; threadId: string; text: string; seenUpTo?: string | null },
): Promise<void> => {
  await addWork(tx, [{ service, kind: "chat_post", personId, payload: post }]);
};

/** A reply that was written in a chat becomes a message of its writer, like one that was written in the inbox. */
export const answerFromChat: WorkHandler = async (work, { vendor, isSimulated }, context) => {
  const { chat, connector } = vendor;
  if (!chat) return done;
  const reply = replyPayload.parse(work.payload);
  const { db } = context.database;
  const language = await workspaceLanguage(context);
  const place = { channel: reply.channel, threadId: answerTo(chat.hasThreads, reply) };
  const thread = await findChatThread(db, connector.id, reply.channel, reply.threadId);
  const refuse = (verdict: ReplyVerdict, personId: string | null, tellsAll = false): WorkOutcome => ({
    kind: "done",
    change: (change) =>
      tell(change, connector.id, personId, {
        ...place,
        text: verdictText(verdict, language),
        ...(tellsAll ? {} : { seenUpTo: thread?.seenUpTo ?? null }),
      }),
  });
  // A conversation of colleagues that has nothing to do with Faro.
  if (!thread) return reply.isOurs ? refuse({ kind: "unknown_thread" }, null) : done;
  const { personId } = thread;
  const writer = await findChatWriter(db, connector.id, reply.userId);
  if (!writer) return refuse({ kind: "unknown_user", userId: reply.userId }, personId);
  const isHidden = writer.reach !== null && !(await findVisible(db, writer.reach, [personId])).has(personId);
  if (!writer.mayWrite || isHidden) return refuse({ kind: "may_not_write" }, personId);
  if (work.ageMs > maxAgeMs) return refuse({ kind: "too_late" }, personId);
  if (reply.hasFiles) return refuse({ kind: "files" }, personId);
  if (reply.text === "") return done;
  const target = await chooseTarget(db, personId);
  if (!target) return refuse({ kind: "no_channel" }, personId);
  const { channel } = target;
  if (isSimulated && (await isLive(context, channel))) return refuse({ kind: "simulator" }, personId);

  const actor: Actor = { ...system, userId: writer.id };
  const now = Date.now();
  const message = {
    id: work.id,
    personId,
    userId: writer.id,
    channel,
    purpose: "service" as const,
    config: {
      text: cutText(reply.text, maxTextLength),
      ...(target.addressId === undefined ? {} : { addressId: target.addressId }),
      writtenIn: connector.id,
    },
    // At once: what was sent from a chat cannot be taken back there.
    notBefore: new Date(now).toISOString(),
    seenUpTo: thread.seenUpTo,
    anyway: false,
  };
  try {
    await context.write(actor, async (change) => {
      // The work has the id of the message, so a second run stores nothing.
      if (!(await findWriter(change.tx, work.id))) await writeByHand(change, message, now);
      await addWork(change.tx, [
        {
          service: connector.id,
          kind: "reply_report",
          key: work.id,
          personId,
          payload: { actionId: work.id, ...place, seenUpTo: thread.seenUpTo },
          dueAt: new Date(now + firstReportMs).toISOString(),
        },
      ]);
      await finishWork(change.tx, work.id);
    });
    return done;
  } catch (error) {
    if (!(error instanceof AnsweredMeanwhile)) throw error;
    // The post lists what came meanwhile, so the next reply was written with it in sight.
    const texts = error.items.map(({ by, text }) => `${by ?? "Faro"}: ${text.slice(0, 300)}`);
    return refuse({ kind: "crossed", texts }, personId, true);
  }
};

const isLive = async ({ messaging }: WorkContext, channel: Channel): Promise<boolean> =>
  (await messaging.messengersFor(channel)).some((ready) => !ready.isSimulated);

const reportPayload = z.object({
  actionId: z.uuid(),
  channel: z.string(),
  threadId: z.string(),
  seenUpTo: z.string().nullable(),
});

const leftStatuses: readonly ActionStatus[] = ["sent", "simulated", "delivered", "read"];

/** Tells the writer in the chat what became of the reply: that it left, waits, or why it was refused. */
export const reportReply: WorkHandler = async (work, { vendor }, context) => {
  const { actionId, ...place } = reportPayload.parse(work.payload);
  const action = await findAction(context.database.db, actionId);
  if (!action) return done;
  const { status, channel } = action;
  const blocking = action.reasons.filter(
    ({ code }) => reasonTones[code as keyof typeof reasonTones] !== "note",
  );
  const reasons = blocking as { code: keyof typeof reasonTones }[];
  const verdict = ((): ReplyVerdict | null => {
    if (leftStatuses.some((left) => left === status)) return { kind: "sent", channel };
    if (status === "held") return { kind: "waiting", channel, reasons };
    if (status === "unknown") return { kind: "refused", reasons: [{ code: "vendor_unknown" }] };
    if (status === "pending" || status === "dispatching")
      return work.attempts >= reportAttempts ? { kind: "waiting", channel, reasons } : null;
    return { kind: "refused", reasons };
  })();
  if (verdict === null) return { kind: "again", afterMs: reportEveryMs };
  const text = verdictText(verdict, await workspaceLanguage(context));
  // Readers of the thread know this reply, too.
  const seenUpTo =
    verdict.kind === "refused" ? place.seenUpTo : `${Date.parse(action.createdAt)}_${action.id}`;
  return {
    kind: "done",
    change: (change) => tell(change, vendor.connector.id, work.personId, { ...place, text, seenUpTo }),
  };
};
