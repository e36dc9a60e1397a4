import type { Language } from "#domain/language.ts";
import { checkTemplate } from "#domain/messages/template.ts";
import {
  deleteSavedReply,
  insertSavedReply,
  isReplyNameUsed,
  listSavedReplies,
  lockSavedReply,
  updateSavedReply,
} from "#server/store/conversations/saved-replies.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** Its variables must exist. How long it may be depends on the channel that it is used for. */
const rejectInvalidText = (text: string, language: Language): void => {
  const phrases = issuePhrases[language];
  const issues = checkTemplate(text, "email").map((problem) => {
    if (problem.code === "unknown_variable") return phrases.unknownVariable(problem.name);
    return "text" in problem ? phrases.brokenVariable(problem.text) : phrases.invalid;
  });
  if (issues.length > 0)
    throw new Problem("invalid", { issues: issues.map((message) => ({ path: "text", message })) });
};

export const savedReplyHandlers: Handlers["savedReplies"] = {
  list: async ({ services: { database } }) => ({ replies: await listSavedReplies(database.db) }),

  create: async ({ input: { body }, actor, services: { write }, ...call }) => {
    rejectInvalidText(body.text, requestLanguage(call));
    return write(actor, async ({ tx, audit, touch }) => {
      const reply = await insertSavedReply(tx, body, call.caller.user.id);
      if (!reply) throw new Problem("already_exists");
      audit({
        eventType: "data_change",
        entityType: "saved_reply",
        entityId: reply.id,
        details: { kind: "thing", verb: "added", thing: "saved_reply", name: reply.name },
      });
      touch("saved-replies");
      return reply;
    });
  },

  update: async ({ input: { params, body }, actor, services: { write }, ...call }) => {
    const { updatedAt, ...change } = body;
    if (change.text !== undefined) rejectInvalidText(change.text, requestLanguage(call));
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await lockSavedReply(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && Date.parse(before.updatedAt) !== Date.parse(updatedAt))
        throw new Problem("conflict");
      if (await isReplyNameUsed(tx, { ...before, ...change }, params.id)) throw new Problem("already_exists");
      const after = await updateSavedReply(tx, params.id, change);
      if (!after) throw new Problem("not_found");
      audit({
        eventType: "data_change",
        entityType: "saved_reply",
        entityId: params.id,
        details: { kind: "thing", verb: "changed", thing: "saved_reply", name: after.name },
      });
      touch("saved-replies");
      return after;
    });
  },

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockSavedReply(tx, params.id);
      if (!before) throw new Problem("not_found");
      await deleteSavedReply(tx, params.id);
      audit({
        eventType: "data_change",
        entityType: "saved_reply",
        entityId: params.id,
        details: { kind: "thing", verb: "deleted", thing: "saved_reply", name: before.name },
      });
      touch("saved-replies");
    });
    return { ok: true };
  },
};
