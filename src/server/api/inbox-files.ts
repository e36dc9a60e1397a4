import type { inboxApi } from "#contract/inbox.ts";
import { maxFileBytes } from "#domain/messages/channel-files.ts";
import { cleanFilename, detectFileType, detectPicture } from "#domain/messages/file-type.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import {
  countUnsentBytes,
  insertUpload,
  readThreadFile,
} from "#server/store/conversations/outgoing-files.ts";
import type { Handler } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** Of one user, until they are sent or swept. */
const maxUnsentBytes = 100 * 1024 * 1024;

export const addFile: Handler<(typeof inboxApi)["addFile"]> = async ({
  input: { params, body },
  actor,
  services: { write },
  ...call
}) => {
  const phrases = issuePhrases[requestLanguage(call)];
  const content = Buffer.from(body.contentBase64, "base64");
  if (content.length > maxFileBytes) throw new Problem("too_large");
  const type = detectFileType(content, body.filename);
  if (!type) throw new Problem("invalid", { issues: [{ path: "contentBase64", message: phrases.fileType }] });
  const userId = call.caller.user.id;
  return write(actor, async ({ tx }) => {
    const [person] = await findRecipients(tx, [params.id]);
    if (!person) throw new Problem("not_found");
    if ((await countUnsentBytes(tx, userId)) + content.length > maxUnsentBytes)
      throw new Problem("invalid", { issues: [{ path: "contentBase64", message: phrases.unsentFiles }] });
    return insertUpload(tx, {
      personId: params.id,
      userId,
      filename: cleanFilename(body.filename, type),
      contentType: type.contentType,
      content,
    });
  });
};

/** The browser shows pictures; everything else it must save and never render. */
export const getFile: Handler<(typeof inboxApi)["getFile"]> = async ({
  input: { params },
  services: { database },
  reply,
}) => {
  const file = await readThreadFile(database.db, params.id);
  if (!file) throw new Problem("not_found");
  const picture = detectPicture(file.content);
  reply.headers({
    "content-type": picture?.contentType ?? "application/octet-stream",
    "content-disposition": `${picture ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(file.filename ?? "file")}`,
    "content-security-policy": "sandbox; default-src 'none'",
    // A file never changes.
    "cache-control": "private, max-age=86400, immutable",
  });
  return reply.send(file.content) as never;
};
