import * as z from "zod";
import { figureUnits } from "#domain/figures/figure.ts";
import { figureNames } from "#domain/figures/figures.ts";
import { limitSides, mostLimitDays } from "#domain/figures/limit.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse } from "./fields.ts";

const limitInput = z.strictObject({
  figure: z.enum(figureNames),
  side: z.enum(limitSides),
  /** Seconds, a share from 0 to 1, US dollars, or a number. */
  value: z.number().min(0).max(1e12),
  /** Over so many days, today included. */
  days: z.int().min(1).max(mostLimitDays),
  /** Fewer rows than this decide nothing. */
  fewest: z.int().min(1).max(1_000_000).default(10),
});
export type ReportLimitInput = z.infer<typeof limitInput>;

const limit = z.object({
  id,
  ...limitInput.shape,
  fewest: z.int(),
  unit: z.enum(figureUnits),
  /** Since when it is crossed; null while it is kept. */
  crossedAt: isoInstant.nullable(),
  /** The figure when it was last looked at; null with too few rows. */
  seen: z.number().nullable(),
  seenAt: isoInstant.nullable(),
});
export type ReportLimit = z.infer<typeof limit>;

const place = { area: "reports", topics: ["report-limits"] } as const;

export const reportLimitsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/report-limits",
    ...place,
    access: "viewer",
    summary: "Limits on figures of the whole workspace, crossed ones first",
    input: {},
    output: z.object({ limits: z.array(limit) }),
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/report-limits",
    ...place,
    access: "operator",
    summary: "Notify users when a figure crosses a limit, and again only after it recovered",
    input: { body: limitInput },
    output: limit,
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/report-limits/{id}",
    ...place,
    access: "operator",
    summary: "Delete a limit on a figure",
    input: { params: z.object({ id }) },
    output: okResponse,
  }),
};
