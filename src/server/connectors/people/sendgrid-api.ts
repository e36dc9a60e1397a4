import * as z from "zod";
import type { RemoteType } from "#domain/sync/field-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { type ErrorClassifier, type OperationCall, operationRequest } from "#server/connectors/operation.ts";
import { isGone, type OperationResult } from "#server/connectors/operation-result.ts";
import { sendgrid } from "#server/connectors/sendgrid.ts";
import { jsonPost } from "#server/connectors/vendor-request.ts";

const maxBytes = 16 * 1024 * 1024;
const maxEmailsPerSearch = 100;

const failed = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });
/** A search that took too long has done nothing; errors with a success status come from something in front of SendGrid. */
const classify: ErrorClassifier = ({ status, json }) =>
  status === 408 || (status < 300 && failed.safeParse(json).success) ? "transient" : undefined;

const noList: OperationResult<never> = {
  ok: false,
  error: {
    kind: "auth",
    mayHaveHappened: false,
    message: {
      en: "Enter the ID of the list that is synced",
      es: "Indique el ID de la lista que se sincroniza",
    },
  },
};

export const sendgridRequest = <T>(
  call: OperationCall,
  vendorRequest: VendorRequest,
  schema: z.ZodType<T>,
): Promise<OperationResult<T>> => {
  if (!call.settings.contactListId) return Promise.resolve(noList);
  return operationRequest(sendgrid.label, call, { maxBytes, ...vendorRequest }, schema, classify);
};
export const listIdOf = ({ settings }: OperationCall): string => String(settings.contactListId);

export const textFields: readonly [name: string, label: string, type: RemoteType][] = [
  ["first_name", "First name", "text"],
  ["last_name", "Last name", "text"],
  ["phone_number", "Phone number", "phone"],
  ["address_line_1", "Address line 1", "text"],
  ["address_line_2", "Address line 2", "text"],
  ["city", "City", "text"],
  ["state_province_region", "State, province or region", "text"],
  ["postal_code", "Postal code", "text"],
  ["country", "Country", "text"],
];
export const optOutField = "unsubscribed";

export const contactSchema = z.looseObject({
  id: z.string(),
  email: z.string(),
  custom_fields: z.record(z.string(), z.unknown()).nullish(),
  updated_at: z.string().transform((text) => Date.parse(text)),
});
export type SendgridContact = z.infer<typeof contactSchema>;
const definitions = z.object({
  custom_fields: z
    .array(z.object({ id: z.string(), name: z.string(), field_type: z.enum(["Text", "Number", "Date"]) }))
    .default([]),
});

export const readDefinitions = (call: OperationCall) =>
  sendgridRequest(call, { path: "/v3/marketing/field_definitions" }, definitions);

/** Without a word on the opt-out where it was not asked for: a value that is not returned is never read as blank. */
export const toPerson = (found: SendgridContact, isUnsubscribed?: boolean): RemotePerson => ({
  id: found.id,
  values: {
    ...Object.fromEntries(
      Object.entries(found.custom_fields ?? {}).map(([name, value]) => [name, value ?? null]),
    ),
    ...Object.fromEntries(textFields.map(([name]) => [name, found[name] || null])),
    email: found.email,
    ...(isUnsubscribed === undefined ? {} : { [optOutField]: isUnsubscribed }),
  },
  updatedAt: found.updated_at,
});

const readOptOut = async (call: OperationCall, email: string): Promise<OperationResult<boolean>> => {
  const path = `/v3/asm/suppressions/global/${encodeURIComponent(email)}`;
  const result = await sendgridRequest(call, { path }, z.object({ recipient_email: z.string().optional() }));
  return result.ok ? { ok: true, value: result.value.recipient_email !== undefined } : result;
};

/** The contacts with whether they opted out, one request for each. */
export const withOptOuts = async (
  call: OperationCall,
  found: readonly SendgridContact[],
): Promise<OperationResult<RemotePerson[]>> => {
  const people: RemotePerson[] = [];
  for (const one of found) {
    const optOut = await readOptOut(call, one.email);
    if (!optOut.ok) return optOut;
    people.push(toPerson(one, optOut.value));
  }
  return { ok: true, value: people };
};

const byEmail = z.object({ result: z.record(z.string(), z.object({ contact: contactSchema.optional() })) });
export const findContacts = async (
  call: OperationCall,
  emails: readonly string[],
): Promise<OperationResult<SendgridContact[]>> => {
  const found: SendgridContact[] = [];
  for (let start = 0; start < emails.length; start += maxEmailsPerSearch) {
    const asked = emails.slice(start, start + maxEmailsPerSearch);
    const result = await sendgridRequest(
      call,
      { path: "/v3/marketing/contacts/search/emails", ...jsonPost({ emails: asked }) },
      byEmail,
    );
    if (!result.ok && isGone(result.error)) continue;
    if (!result.ok) return result;
    found.push(...Object.values(result.value.result).flatMap((one) => one.contact ?? []));
  }
  return { ok: true, value: found };
};
