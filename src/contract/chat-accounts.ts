import * as z from "zod";
import { apiRoute } from "./api-route.ts";
import { isoInstant, okResponse } from "./fields.ts";

const byService = { params: z.object({ service: z.string().max(64) }) };

export const chatAccount = z.object({
  service: z.string(),
  /** The vendor's name. */
  label: z.string(),
  /** The linked account; null while none is. */
  account: z.string().nullable(),
  linkedAt: isoInstant.nullable(),
});
export type ChatAccount = z.infer<typeof chatAccount>;

export const chatAccountsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/account/chats",
    access: "viewer",
    area: "everyone",
    summary: "The chats from which one can reply, with one's own linked accounts",
    input: {},
    output: z.array(chatAccount),
    topics: ["account"],
  }),
  code: apiRoute({
    method: "POST",
    path: "/api/account/chats/{service}/code",
    access: "viewer",
    area: "everyone",
    summary:
      "Get a code that links the account of a chat from which it is sent; it counts once and for ten minutes",
    input: byService,
    output: z.object({ code: z.string(), expiresAt: isoInstant }),
    topics: [],
  }),
  unlink: apiRoute({
    method: "DELETE",
    path: "/api/account/chats/{service}",
    access: "viewer",
    area: "everyone",
    summary: "Unlink one's own account of a chat",
    input: byService,
    output: okResponse,
    topics: ["account", "integration-work"],
  }),
};
