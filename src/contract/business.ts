import * as z from "zod";
import { businessDetails } from "#domain/business.ts";
import { apiRoute } from "./api-route.ts";
import { isoInstant } from "./fields.ts";

/** `updatedAt` is null until the first save. */
const businessProfile = z.object({
  name: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  updatedAt: isoInstant.nullable(),
});
export type BusinessProfile = z.infer<typeof businessProfile>;

export const businessApi = {
  get: apiRoute({
    method: "GET",
    path: "/api/settings/business",
    access: "viewer",
    area: "everyone",
    summary: "Name, postal address, e-mail, phone and website of the business",
    input: {},
    output: businessProfile,
    topics: ["settings"],
  }),
  save: apiRoute({
    method: "PUT",
    path: "/api/settings/business",
    access: "admin",
    area: "settings",
    summary: "Save the details of the business",
    input: { body: businessDetails.extend({ updatedAt: isoInstant.nullable().optional() }) },
    output: businessProfile,
    topics: ["settings"],
  }),
};
