import * as z from "zod";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import { hubspot } from "#server/connectors/hubspot.ts";
import { type ErrorClassifier, type OperationCall, operationRequest } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { jsonPost } from "#server/connectors/vendor-request.ts";

const label = hubspot.label;
export const contacts = "/crm/v3/objects/contacts";
const maxBytes = 16 * 1024 * 1024;

/** Recognises a person without an e-mail address. */
export const keyProperty = "faro_id";

const errorBody = z.object({ status: z.literal("error"), category: z.string().default("") });

/** HubSpot puts errors into an envelope, sometimes with a success status. */
const classify: ErrorClassifier = ({ status, json }) => {
  const error = errorBody.safeParse(json);
  if (!error.success) return undefined;
  const { category } = error.data;
  if (category === "RATE_LIMITS" || status === 429) return "rate";
  if (/AUTHENTICATION|SCOPES|BANNED|PERMISSION/.test(category)) return "auth";
  if (status < 300) return "transient";
  return undefined;
};

export const request = <T>(
  call: OperationCall,
  path: string,
  body: unknown,
  schema: z.ZodType<T>,
): Promise<OperationResult<T>> =>
  operationRequest(
    label,
    call,
    { path, maxBytes, ...(body === undefined ? {} : jsonPost(body)) },
    schema,
    classify,
  );

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
export const contact = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.unknown()),
  updatedAt: instant,
  archivedAt: instant.optional(),
});
export type HubspotContact = z.infer<typeof contact>;
export const contactPage = z.object({
  results: z.array(contact),
  paging: z.object({ next: z.object({ after: z.string() }).optional() }).optional(),
});
export const contactList = z.object({ results: z.array(contact) });

export const toPerson = ({ id, properties, updatedAt }: HubspotContact): RemotePerson => ({
  id,
  values: properties,
  updatedAt,
});
