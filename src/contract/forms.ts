import * as z from "zod";
import { leadFormInput } from "#domain/forms/lead-form.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, updateInput } from "./fields.ts";

export const leadForm = z.object({
  ...leadFormInput.shape,
  id,
  /** Where its submissions are listed. */
  endpointId: id,
  /** Increased when the wording of a consent changes. */
  consentVersion: z.int(),
  /** `waiting`: a confirmation was sent and is open. */
  counts: z.object({ submissions: z.int(), confirmed: z.int(), waiting: z.int() }),
  lastSubmissionAt: isoInstant.nullable(),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type LeadForm = z.infer<typeof leadForm>;

const byId = { params: z.object({ id }) };

export const formsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/forms",
    area: "endpoints",
    access: "viewer",
    summary: "Forms for websites, with the number of their submissions",
    input: {},
    output: z.object({
      forms: z.array(leadForm),
      /** The origin under which visitors find them; null where it is the one of this request. */
      publicOrigin: z.string().nullable(),
    }),
    topics: ["forms", "events"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/forms",
    area: "endpoints",
    access: "operator",
    summary: "Add a form, with the endpoint that its submissions belong to",
    input: { body: leadFormInput },
    output: leadForm,
    problems: ["already_exists"],
    topics: ["forms", "endpoints"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/forms/{id}",
    area: "endpoints",
    access: "operator",
    summary: "Change a form; fields left out stay as they are",
    input: { ...byId, body: updateInput(leadFormInput) },
    output: leadForm,
    problems: ["already_exists"],
    topics: ["forms", "endpoints"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/forms/{id}",
    area: "endpoints",
    access: "operator",
    summary: "Delete a form and its open confirmations; people, events and consents stay",
    input: byId,
    output: okResponse,
    topics: ["forms", "endpoints"],
  }),
};
