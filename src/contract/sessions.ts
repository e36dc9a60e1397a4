import * as z from "zod";
import { apiRoute } from "./api-route.ts";
import { isoInstant, okResponse } from "./fields.ts";

export const ownSession = z.object({
  id: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  ip: z.string(),
  startedAt: isoInstant,
  lastUsedAt: isoInstant,
  /** Whether it is the session of this request. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const sessionsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/account/sessions",
    access: "viewer",
    area: "everyone",
    summary: "One's own open sessions, the current one first",
    input: {},
    output: z.array(ownSession),
    topics: ["account"],
  }),
  end: apiRoute({
    method: "DELETE",
    path: "/api/account/sessions/{id}",
    access: "viewer",
    area: "everyone",
    summary: "End one of one's own sessions",
    input: { params: z.object({ id: z.string().min(1).max(64) }) },
    output: okResponse,
    topics: ["account"],
  }),
  endOthers: apiRoute({
    method: "DELETE",
    path: "/api/account/sessions",
    access: "viewer",
    area: "everyone",
    summary: "End all of one's own sessions except this one",
    input: {},
    output: okResponse,
    topics: ["account"],
  }),
};
