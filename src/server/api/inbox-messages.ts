import type { inboxApi } from "#contract/inbox.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import { deleteDraft, saveDraft } from "#server/store/conversations/drafts.ts";
import { searchMessages } from "#server/store/conversations/message-search.ts";
import { writeTimeCursor } from "#server/store/conversations/time-cursor.ts";
import { parseCursor } from "./field-problems.ts";
import type { Handler } from "./handler.ts";
import { addFile, getFile } from "./inbox-files.ts";
import { addNote, changeNote, removeNote } from "./inbox-notes.ts";
import { sendReply } from "./inbox-send.ts";
import { Problem } from "./problem.ts";
import { reachOf } from "./record-access.ts";

type MessageRoute =
  | "search"
  | "send"
  | "addFile"
  | "getFile"
  | "saveDraft"
  | "beat"
  | "addNote"
  | "changeNote"
  | "removeNote";

/** What users write to and about people. */
export const messageHandlers: { [R in MessageRoute]: Handler<(typeof inboxApi)[R]> } = {
  search: async ({ input: { query }, services: { database }, ...call }) => {
    const before = parseCursor(call, query.cursor);
    const reach = reachOf(call.caller, "inbox");
    const { hits, next } = await searchMessages(database.db, query.q, { before, reach }, query.limit);
    return { hits, nextCursor: next && writeTimeCursor(next) };
  },

  send: sendReply,
  addFile,
  getFile,

  saveDraft: async ({ input: { params, body }, actor, services: { write }, caller }) => {
    await write(actor, async ({ tx }) => {
      const isEmpty = body.text.trim() === "" && body.fileIds.length === 0;
      if (isEmpty) return void (await deleteDraft(tx, caller.user.id, params.id));
      const [person] = await findRecipients(tx, [params.id]);
      if (!person) throw new Problem("not_found");
      await saveDraft(tx, caller.user.id, params.id, body);
    });
    return { ok: true };
  },

  beat: async ({ input: { params, body }, services: { presence }, caller: { user } }) => {
    const name = [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email;
    const beat = { personId: params.id, user: { id: user.id, name }, doing: body.doing };
    return { others: await presence.beat(beat) };
  },

  addNote,
  changeNote,
  removeNote,
};
