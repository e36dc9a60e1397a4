import * as z from "zod";
import { language } from "#domain/language-schema.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, shortText, updateInput } from "./fields.ts";

export const savedReply = z.object({
  id,
  name: z.string(),
  language,
  text: z.string(),
  updatedAt: isoInstant,
});
export type SavedReply = z.infer<typeof savedReply>;

const savedReplyInput = z.strictObject({
  name: shortText.min(1),
  language,
  text: z.string().trim().min(1).max(10_000),
});

const byId = { params: z.object({ id }) };

export const savedRepliesApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/saved-replies",
    access: "viewer",
    area: "inbox",
    summary: "Saved replies, by name",
    input: {},
    output: z.object({ replies: z.array(savedReply) }),
    topics: ["saved-replies"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/saved-replies",
    access: "operator",
    area: "inbox",
    summary: "Save a reply for reuse; it may hold variables as templates do",
    input: { body: savedReplyInput },
    output: savedReply,
    problems: ["already_exists"],
    topics: ["saved-replies"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/saved-replies/{id}",
    access: "operator",
    area: "inbox",
    summary: "Change a saved reply; fields left out stay as they are",
    input: { ...byId, body: updateInput(savedReplyInput) },
    output: savedReply,
    topics: ["saved-replies"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/saved-replies/{id}",
    access: "operator",
    area: "inbox",
    summary: "Delete a saved reply",
    input: byId,
    output: okResponse,
    topics: ["saved-replies"],
  }),
};
