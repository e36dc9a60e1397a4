import type { templatesApi } from "#contract/templates.ts";
import {
  emailPictureTypes,
  maxPictureBytes,
  maxPictureHeight,
  maxPictureWidth,
  readPictureSize,
} from "#domain/email/picture-size.ts";
import { detectPicture } from "#domain/messages/file-type.ts";
import {
  countImageBytes,
  insertTemplateImage,
  readTemplateImage,
} from "#server/store/delivery/template-images.ts";
import type { Handler } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** Of a workspace: pictures are kept for long, because mails that were sent load them. */
const maxStoredBytes = 500 * 1024 * 1024;

/** The content decides what a picture is: whatever else it is called, it is neither stored nor served. */
export const addImage: Handler<(typeof templatesApi)["addImage"]> = async ({
  input: { body },
  actor,
  caller,
  services: { write },
  ...call
}) => {
  const phrases = issuePhrases[requestLanguage({ caller, ...call })];
  const content = Buffer.from(body.contentBase64, "base64");
  if (content.length > maxPictureBytes) throw new Problem("too_large");
  const refuse = (message: string): never => {
    throw new Problem("invalid", { issues: [{ path: "contentBase64", message }] });
  };
  const type = detectPicture(content)?.contentType ?? "";
  const isTaken = emailPictureTypes.some((known) => known === type);
  const size = isTaken ? readPictureSize(content, type) : null;
  if (!size) return refuse(phrases.pictureType);
  if (size.width > maxPictureWidth || size.height > maxPictureHeight)
    return refuse(phrases.smallerPicture(maxPictureWidth, maxPictureHeight));
  const id = await write(actor, async ({ tx }) => {
    if ((await countImageBytes(tx)) + content.length > maxStoredBytes) throw new Problem("too_large");
    return insertTemplateImage(tx, { userId: caller.user.id, contentType: type, content, ...size });
  });
  return { id, ...size, size: content.length };
};

export const image: Handler<(typeof templatesApi)["image"]> = async ({
  input: { params },
  services: { database },
  reply,
}) => {
  const found = await readTemplateImage(database.db, params.id);
  if (!found) throw new Problem("not_found");
  reply.headers({
    "content-type": found.contentType,
    "content-security-policy": "sandbox; default-src 'none'",
    // A picture never changes.
    "cache-control": "private, max-age=86400, immutable",
  });
  return reply.send(found.content) as never;
};
