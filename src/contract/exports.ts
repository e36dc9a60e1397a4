import * as z from "zod";
import { apiRoute } from "./api-route.ts";
import { exportNames } from "./export-names.ts";
import { id } from "./fields.ts";

export const exportFormats = ["csv", "xlsx", "jsonl"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportsApi = {
  people: apiRoute({
    method: "GET",
    path: "/api/exports/people",
    access: "operator",
    area: "people",
    summary: "People of a view, a filter or a selection as a file, streamed",
    input: {
      query: z.strictObject({
        format: z.enum(exportFormats).default("csv"),
        view: id.optional(),
        /** An audience as JSON. */
        where: z.string().max(16_384).optional(),
        search: z.string().trim().max(200).optional(),
        /** Ids of people, with commas. */
        ids: z.string().max(40_000).optional(),
        /** Names of columns, with commas; all where it is left out. */
        columns: z.string().max(4000).optional(),
        ...exportNames,
      }),
    },
    output: z.string(),
    topics: [],
    media: "application/octet-stream",
  }),
  selected: apiRoute({
    method: "POST",
    path: "/api/exports/people",
    access: "operator",
    area: "people",
    summary: "Named people as a file, more than fit in an address",
    input: {
      body: z.strictObject({
        format: z.enum(exportFormats).default("csv"),
        ids: z.array(z.uuid()).min(1).max(10_000),
        columns: z.array(z.string().max(80)).min(1).max(300).optional(),
        ...exportNames,
      }),
    },
    output: z.string(),
    topics: [],
    media: "application/octet-stream",
  }),
};
