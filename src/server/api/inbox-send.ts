import type { inboxApi } from "#contract/inbox.ts";
import { addressKindOf, type Channel } from "#domain/channels/channel.ts";
import { undoMs } from "#domain/conversations/undo.ts";
import { checkFiles, type FileRefusal } from "#domain/messages/channel-files.ts";
import { newId } from "#server/db/id.ts";
import { findTemplate } from "#server/pipeline/deliver/compose.ts";
import type { ReadyMessenger } from "#server/pipeline/deliver/messengers.ts";
import { AnsweredMeanwhile, writeByHand } from "#server/pipeline/reply/write-by-hand.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import { deleteDraft } from "#server/store/conversations/drafts.ts";
import {
  attachFiles,
  lockUnsentFiles,
  type MessageFile,
} from "#server/store/conversations/outgoing-files.ts";
import { findWriter, hasAddress, markSuggestionUsed } from "#server/store/conversations/written-messages.ts";
import { findAction } from "#server/store/delivery/action-list.ts";
import { listTemplateTexts } from "#server/store/delivery/templates.ts";
import type { WriteContext } from "#server/store/write.ts";
import { type Asking, invalidField } from "./field-problems.ts";
import type { ApiCall, ApiServices, Handler } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

type Reply = ApiCall<(typeof inboxApi)["send"]>["input"]["body"];

const maxAheadMs = 366 * 86_400_000;

const refusalText = (refusal: FileRefusal, asking: Asking): string => {
  const phrases = issuePhrases[requestLanguage(asking)];
  switch (refusal.code) {
    case "files_not_taken":
      return phrases.filesNotTaken;
    case "files_need_public_url":
      return phrases.filesNeedPublicUrl;
    case "too_many_files":
      return phrases.fewerFiles(String(refusal.most));
    case "file_type_not_taken":
      return phrases.fileTypeNotTaken(refusal.contentType);
    case "files_too_large":
      return phrases.smallerFiles(`${Math.round(refusal.mostBytes / 1024)} KB`);
    case "file_without_text":
      return phrases.audioWithoutText;
    case "caption_too_long":
      return phrases.shorterCaption(String(refusal.most));
  }
};

/** Whether the messenger that would send it takes its files. */
const rejectFiles = (
  via: ReadyMessenger | undefined,
  { config }: ApiServices,
  asking: Asking,
  { channel, template, text = "" }: Reply,
  files: readonly MessageFile[],
): void => {
  if (files.length === 0) return;
  const refusal = checkFiles(channel, files, {
    transport: via?.messenger.files ?? "none",
    isReachable: via?.isSimulated === true || config.publicUrl !== undefined,
    text,
  });
  const phrases = issuePhrases[requestLanguage(asking)];
  const message = refusal
    ? refusalText(refusal, asking)
    : template !== undefined && channel === "whatsapp"
      ? phrases.filesWithTemplate
      : undefined;
  if (message) throw new Problem("invalid", { issues: [{ path: "fileIds", message }] });
};

const rejectContent = (reply: Reply, asking: Asking): void => {
  const { template, text, fileIds } = reply;
  const hasBoth = template !== undefined && text !== undefined;
  const isEmpty = template === undefined && text === undefined && fileIds.length === 0;
  if (hasBoth || isEmpty) {
    const message = issuePhrases[requestLanguage(asking)].textOrTemplate;
    throw new Problem("invalid", { issues: [{ path: "text", message }] });
  }
};

const rejectUnknownTemplate = async (
  tx: WriteContext["tx"],
  asking: Asking,
  channel: Channel,
  template: string | undefined,
): Promise<void> => {
  if (template === undefined) return;
  if (findTemplate(await listTemplateTexts(tx), { channel, config: { template } }, "en")) return;
  const message = issuePhrases[requestLanguage(asking)].unknownTemplate(template);
  throw new Problem("invalid", { issues: [{ path: "template", message }] });
};

/** A message with a time of its own leaves then; any other can be taken back for a while. */
const leavesAt = (sendAt: string | undefined, asking: Asking, now: number): number => {
  if (sendAt === undefined) return now + undoMs;
  const at = Date.parse(sendAt);
  if (at > now + maxAheadMs) throw invalidField(asking, "sendAt", "invalid");
  return Math.max(at, now);
};

/** Whether this message was stored by an earlier request of the same writer. The lock makes the second of two wait. */
const isRepeated = async (
  tx: WriteContext["tx"],
  id: string,
  personId: string,
  userId: string,
): Promise<boolean> => {
  const writer = await findWriter(tx, id);
  if (!writer) return false;
  if (writer.personId !== personId || writer.sentBy !== userId) throw new Problem("conflict");
  return true;
};

export const sendReply: Handler<(typeof inboxApi)["send"]> = async ({
  input: { params, body },
  actor,
  services,
  ...call
}) => {
  const { channel, template, text, subject, purpose, addressId, unlessAnswered, suggestionId } = body;
  rejectContent(body, call);
  const personId = params.id;
  const userId = call.caller.user.id;
  const now = Date.now();
  const notBefore = new Date(leavesAt(body.sendAt, call, now)).toISOString();
  const fileIds = [...new Set(body.fileIds)];
  const id = body.id ?? newId();
  // Before the transaction: while it holds locks it must not wait for a second connection.
  const [via] = fileIds.length > 0 ? await services.messaging.messengersFor(channel) : [];
  await services.write(actor, async (context) => {
    const { tx } = context;
    const [person] = await findRecipients(tx, [personId]);
    if (!person) throw new Problem("not_found");
    if (addressId !== undefined && !(await hasAddress(tx, personId, addressId, addressKindOf(channel))))
      throw invalidField(call, "addressId", "invalid");
    if (body.id !== undefined && (await isRepeated(tx, body.id, personId, userId))) return;
    await rejectUnknownTemplate(tx, call, channel, template);
    const files = await lockUnsentFiles(tx, personId, userId, fileIds);
    if (files.length < fileIds.length) {
      const message = issuePhrases[requestLanguage(call)].fileGone;
      throw new Problem("invalid", { issues: [{ path: "fileIds", message }] });
    }
    rejectFiles(via, services, call, body, files);
    const config = {
      ...(template === undefined ? { text: text ?? "" } : { template }),
      ...(subject ? { subject } : {}),
      ...(addressId === undefined ? {} : { addressId }),
      ...(files.length > 0 ? { files } : {}),
      ...(unlessAnswered ? { unlessAnswered, stopOnReply: true, firedAt: now } : {}),
      ...(body.sendAt === undefined ? {} : { sendAt: notBefore }),
      undoUntil: notBefore,
      ...(suggestionId === undefined ? {} : { suggestionId }),
    };
    const { seenUpTo, anyway } = body;
    const message = { id, personId, userId, channel, purpose, config, notBefore, seenUpTo, anyway };
    await writeByHand(context, message, now).catch((error: unknown) => {
      throw error instanceof AnsweredMeanwhile
        ? new Problem("answered_meanwhile", { details: error.items })
        : error;
    });
    await attachFiles(tx, id, fileIds);
    await deleteDraft(tx, userId, personId);
    if (suggestionId !== undefined) await markSuggestionUsed(tx, personId, suggestionId, id);
  });
  const created = await findAction(services.database.db, id);
  if (!created) throw new Problem("internal");
  return { ...created, undoUntil: notBefore };
};
