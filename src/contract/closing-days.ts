import * as z from "zod";
import { closingDaysInput } from "#domain/compliance/closing-days.ts";
import { apiRoute } from "./api-route.ts";
import { id, okResponse } from "./fields.ts";

const closingDays = closingDaysInput.safeExtend({ id });

const topics = ["settings"] as const;

export const closingDaysApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/closing-days",
    access: "viewer",
    area: "everyone",
    summary: "Days on which the business is closed, by date",
    input: {},
    output: z.object({ closings: z.array(closingDays) }),
    topics,
  }),
  add: apiRoute({
    method: "POST",
    path: "/api/closing-days",
    access: "operator",
    area: "compliance",
    summary: "Add a closing day or a span of them; marketing is held as on public holidays",
    input: { body: closingDaysInput },
    output: closingDays,
    problems: ["too_many_closing_days"],
    topics,
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/closing-days/{id}",
    access: "operator",
    area: "compliance",
    summary: "Remove closing days; messages that only they held are sent",
    input: { params: z.object({ id }) },
    output: okResponse,
    topics: ["settings", "actions"],
  }),
};
