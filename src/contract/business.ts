import * as z from "zod";
import { businessDetails } from "#domain/business.ts";
import { endpoint } from "./endpoint.ts";
import { instant } from "./fields.ts";

/** `updatedAt` is null until they are saved for the first time. */
const storedBusiness = z.object({
  name: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  updatedAt: instant.nullable(),
});
export type StoredBusiness = z.infer<typeof storedBusiness>;

export const business = {
  get: endpoint({
    method: "GET",
    path: "/api/settings/business",
    access: "viewer",
    summary: "Who speaks in messages: name, postal address, e-mail, phone and website of the business",
    input: {},
    output: storedBusiness,
    topics: ["settings"],
  }),
  save: endpoint({
    method: "PUT",
    path: "/api/settings/business",
    access: "admin",
    summary: "Save the details of the business",
    input: { body: businessDetails.extend({ updatedAt: instant.nullable().optional() }) },
    output: storedBusiness,
    topics: ["settings"],
  }),
};
