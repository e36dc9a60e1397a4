import type { inboxApi } from "#contract/inbox.ts";
import { hasLevel } from "#domain/access/areas.ts";
import { newId } from "#server/db/id.ts";
import {
  deleteNote,
  insertNote,
  lockNote,
  type Note,
  refreshLastText,
  updateNote,
} from "#server/store/conversations/notes.ts";
import { applyToThreads, insertMessages } from "#server/store/conversations/threads.ts";
import { findActiveUsers } from "#server/store/conversations/user-name.ts";
import { addPushedNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { invalidField } from "./field-problems.ts";
import type { ApiCall, Handler } from "./handler.ts";
import { Problem } from "./problem.ts";

const channel = "note";

type NoteCaller = ApiCall<(typeof inboxApi)["removeNote"]>["caller"];

export const addNote: Handler<(typeof inboxApi)["addNote"]> = async ({
  input: { params, body },
  actor,
  services: { write },
  ...call
}) =>
  write(actor, async ({ tx, audit, touch, enqueue }) => {
    const id = newId();
    const personId = params.id;
    const by = call.caller.user.id;
    const mentions = [...new Set(body.mentions)];
    const users = await findActiveUsers(tx, [...mentions, by]);
    if (mentions.some((mention) => !users.some((user) => user.id === mention)))
      throw invalidField(call, "mentions", "invalid");
    const added = await insertNote(tx, { id, personId, userId: by, text: body.text, mentions });
    if (!added) throw new Problem("not_found");
    const { at, person } = added;
    await insertMessages(tx, [{ id, personId, at, direction: "note", channel, text: body.text }]);
    await applyToThreads(
      tx,
      [{ kind: "note", personId, by, itemId: id, at, channel, text: body.text }],
      Date.now(),
    );
    const others = mentions.filter((mention) => mention !== by);
    const user = users.find((one) => one.id === by)?.name ?? call.caller.user.email;
    await addPushedNotifications(
      { tx, enqueue },
      others.map((userId) => ({
        kind: "mentioned" as const,
        params: { user, person },
        link: `/inbox/${personId}`,
        userId,
      })),
    );
    audit({
      eventType: "data_change",
      entityType: "thread",
      entityId: personId,
      details: { kind: "thing", verb: "added", thing: "note" },
      metadata: { noteId: id, mentions: others.length },
    });
    touch("threads", ...(others.length > 0 ? (["notifications"] as const) : []));
    return { id };
  });

/** Only the author may change a note, or an administrator. */
const lockOwnNote = async (tx: WriteContext["tx"], id: string, { user }: NoteCaller): Promise<Note> => {
  const note = await lockNote(tx, id);
  if (!note) throw new Problem("not_found");
  if (note.userId !== user.id && !hasLevel(user.permissions, "inbox", "manage"))
    throw new Problem("forbidden");
  return note;
};

export const changeNote: Handler<(typeof inboxApi)["changeNote"]> = async ({
  input: { params, body },
  actor,
  services: { write },
  caller,
}) => {
  await write(actor, async ({ tx, audit, touch }) => {
    const note = await lockOwnNote(tx, params.id, caller);
    await updateNote(tx, params.id, body.text);
    await refreshLastText(tx, note);
    audit({
      eventType: "data_change",
      entityType: "thread",
      entityId: note.personId,
      details: { kind: "thing", verb: "changed", thing: "note" },
      metadata: { noteId: params.id },
    });
    touch("threads");
  });
  return { ok: true };
};

export const removeNote: Handler<(typeof inboxApi)["removeNote"]> = async ({
  input: { params },
  actor,
  services: { write },
  caller,
}) => {
  await write(actor, async ({ tx, audit, touch }) => {
    const note = await lockOwnNote(tx, params.id, caller);
    await deleteNote(tx, params.id);
    await refreshLastText(tx, note);
    audit({
      eventType: "data_change",
      entityType: "thread",
      entityId: note.personId,
      details: { kind: "thing", verb: "deleted", thing: "note" },
      metadata: { noteId: params.id },
    });
    touch("threads");
  });
  return { ok: true };
};
