import * as z from "zod";
import { noticeText, replyHint } from "#domain/integrations/chat-texts.ts";
import type { Language } from "#domain/language.ts";
import { renderTemplate } from "#domain/messages/template.ts";
import { notificationKinds } from "#domain/notification.ts";
import { fieldTexts } from "#domain/people/field-texts.ts";
import { templateValues } from "#server/pipeline/deliver/compose.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import { findNewestInbound } from "#server/store/conversations/reply-suggestions.ts";
import { findNewestItem } from "#server/store/conversations/thread-items.ts";
import { findChannel, findChatAccount, ruleRoute, saveChatThread } from "#server/store/integrations/chats.ts";
import { done, type WorkContext, type WorkHandler, workspaceLanguage } from "./work-context.ts";
import type { WorkSession } from "./work-session.ts";

const notice = z.object({
  kind: z.enum(notificationKinds),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  link: z.string().optional(),
  userId: z.uuid().nullish(),
});
/** A notice, what a rule says, or what became of a reply. */
const payload = z.union([
  z.object({ channel: z.string(), notice }),
  z.object({ rule: z.string(), text: z.string() }),
  z.object({
    channel: z.string(),
    threadId: z.string(),
    text: z.string(),
    /** What the readers of the thread know of the conversation; absent where the text tells them all. */
    seenUpTo: z.string().nullable().optional(),
  }),
]);
type Payload = z.infer<typeof payload>;

const maxQuoteLength = 1500;

/** Notices of these kinds are about what a person wrote. */
const quotingKinds: readonly string[] = ["reply_received", "handoff_asked"];

const quoteOf = async (
  { database }: WorkContext,
  { settings }: WorkSession,
  kind: string,
  personId: string | null,
): Promise<string[]> => {
  if (personId === null || settings.hidesMessages === true || !quotingKinds.includes(kind)) return [];
  const inbound = await findNewestInbound(database.db, personId);
  return inbound?.text ? [`“${inbound.text.slice(0, maxQuoteLength)}”`] : [];
};

/** A text with placeholders, filled for a person; those without a value stay blank, because colleagues read it. */
export const renderForPerson = async (
  { database, business, personFields }: WorkContext,
  text: string,
  personId: string,
  language: Language,
): Promise<string> => {
  const [person] = await findRecipients(database.db, [personId]);
  if (!person) return text;
  const { values } = await business();
  const custom = fieldTexts(person.fields, await personFields(), language);
  return renderTemplate(text, templateValues(person, values, {}, null, custom)).text.trim();
};

const linkLabel: Record<Language, string> = { en: "Open in Faro", es: "Abrir en Faro" };

const composePost = async (
  context: WorkContext,
  session: WorkSession,
  post: Payload,
  personId: string | null,
): Promise<{ lines: string[]; link: string | null; mention: string | null }> => {
  const { database } = context;
  const { vendor, settings } = session;
  const language = await workspaceLanguage(context);
  const hint = personId !== null && vendor.chat?.takesReplies(settings) ? [replyHint[language]] : [];
  if ("notice" in post) {
    const { kind, params, link = null, userId } = post.notice;
    const mention = userId ? await findChatAccount(database.db, vendor.connector.id, userId) : undefined;
    const quote = await quoteOf(context, session, kind, personId);
    return { lines: [noticeText(kind, params, language), ...quote, ...hint], link, mention: mention ?? null };
  }
  if ("rule" in post) {
    const text =
      personId === null ? post.text : await renderForPerson(context, post.text, personId, language);
    const link = personId === null ? null : `/inbox/${personId}`;
    return { lines: [text, ...hint], link, mention: null };
  }
  return { lines: [post.text], link: null, mention: null };
};

const noChannel = {
  en: "Choose the channel of what rules post",
  es: "Elija el canal de lo que publican las reglas",
};
const unknownOutcome = {
  en: "Whether the message was posted is not known",
  es: "No se sabe si el mensaje se publicó",
};

/** Posts to a chat, and keeps which message is about which person, so that replies find the conversation. */
export const postToChat: WorkHandler = async (work, session, context) => {
  const { vendor, settings, run } = session;
  const { connector, chat } = vendor;
  const { personId } = work;
  if (!chat) return done;
  // A message that may be there already is not posted again: replies to the first one would be lost.
  if (work.wasInterrupted)
    return {
      kind: "failed",
      error: { kind: "invalid", message: unknownOutcome, mayHaveHappened: true },
      isFinal: true,
    };
  const post = payload.parse(work.payload);
  const { db } = context.database;
  const channel =
    "channel" in post
      ? post.channel
      : ((await findChannel(db, connector.id, ruleRoute)) ?? chat.defaultChannel(settings));
  if (!channel)
    return { kind: "failed", error: { kind: "auth", message: noChannel, mayHaveHappened: false } };
  const threadId = "threadId" in post ? post.threadId : null;
  const language = await workspaceLanguage(context);
  // Before it is posted: what comes later was not seen by its readers.
  const known = "threadId" in post ? post.seenUpTo : undefined;
  const seenUpTo =
    known === undefined && personId !== null ? await findNewestItem(db, personId) : (known ?? null);
  const { lines, link, mention } = await composePost(context, session, post, personId);
  const isLinked = link !== null && context.origin !== null;
  const result = await run(chat.post, {
    channel,
    threadId,
    text: lines.join("\n"),
    mention,
    link: isLinked ? { url: `${context.origin}${link}`, label: linkLabel[language] } : null,
  });
  if (!result.ok) return { kind: "failed", error: result.error, isFinal: result.error.mayHaveHappened };
  const posted = result.value;
  if (posted === null || personId === null) return done;
  const thread = {
    service: connector.id,
    channel: posted.channel,
    threadId: chat.hasThreads ? (threadId ?? posted.messageId) : posted.messageId,
    personId,
    seenUpTo,
  };
  return { kind: "done", change: async ({ tx }) => saveChatThread(tx, thread) };
};
