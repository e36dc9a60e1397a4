import i18next from "i18next";
import type { FieldErrors, Resolver } from "react-hook-form";
import type * as z from "zod";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { credentialFields, endpointInput } from "#domain/ingestion/endpoint.ts";
import { toEndpointInput } from "./form-input.ts";
import type { EndpointFormValues } from "./form-values.ts";

type FieldName = Exclude<keyof EndpointFormValues, "pii">;

/** Input path to the form field that shows its errors. */
const fieldByPath: Record<string, FieldName> = {
  name: "name",
  description: "description",
  endpointUrl: "endpointUrl",
  apiKey: "apiKey",
  secretKey: "secretKey",
  "settings.signature.header": "signatureHeader",
  "settings.signature.prefix": "signaturePrefix",
  "settings.signature.timestampHeader": "signatureTimestampHeader",
  "settings.signature.toleranceSeconds": "signatureTolerance",
  "settings.token.jwksUrl": "jwksUrl",
  "settings.token.issuer": "issuer",
  "settings.token.audience": "audience",
  "settings.username": "username",
  "settings.verifyToken": "verifyToken",
  "settings.deduplication.header": "dedupHeader",
  "settings.deduplication.expression": "dedupExpression",
  "settings.maxBodyBytes": "maxBodyKb",
  "settings.requestsPerMinute": "requestsPerMinute",
  "settings.pull.schedule.minutes": "scheduleMinutes",
  "settings.pull.schedule.cron": "scheduleCron",
  "settings.pull.itemPath": "itemPath",
  "settings.pull.itemId": "itemId",
  "settings.pull.since.parameter": "sinceParameter",
  "settings.pull.since.path": "sincePath",
  "settings.pull.keyIn": "keyIn",
  "settings.pull.maxPages": "maxPages",
  "settings.pull.tokenUrl": "tokenUrl",
  "settings.pull.clientId": "clientId",
  "settings.pull.scope": "scope",
  "settings.mailbox.host": "mailboxHost",
  "settings.mailbox.port": "mailboxPort",
  "settings.mailbox.user": "mailboxUser",
  "settings.mailbox.folder": "mailboxFolder",
  "settings.mailbox.minutes": "mailboxMinutes",
};

const paginationParameters: Partial<Record<EndpointFormValues["paginationBy"], FieldName>> = {
  page: "pageParameter",
  offset: "offsetParameter",
  cursor: "cursorParameter",
};

export const formFieldAt = (path: string, form: EndpointFormValues): FieldName | undefined => {
  if (path === "settings.pull.pagination.parameter") return paginationParameters[form.paginationBy];
  if (path === "settings.pull.pagination.limitParameter") return "limitParameter";
  if (path === "settings.pull.pagination.limit") return "pageLimit";
  if (path === "settings.pull.pagination.path") return "cursorPath";
  return fieldByPath[path];
};

/** Basic fields are always visible; all others are in the collapsible section. */
export const isBasicField = (field: string, { authMethod }: EndpointFormValues): boolean =>
  ["name", "description", ...credentialFields(authMethod)].includes(field);

const issueText = (issue: z.core.$ZodIssue, field: FieldName): string => {
  const divisor = field === "maxBodyKb" ? 1024 : 1;
  if (issue.code === "invalid_type") return i18next.t("validation.number");
  if (issue.code === "too_small" && issue.origin !== "string")
    return i18next.t("validation.atLeast", { min: Number(issue.minimum) / divisor });
  if (issue.code === "too_big" && issue.origin !== "string")
    return i18next.t("validation.atMost", { max: Number(issue.maximum) / divisor });
  if (issue.code === "invalid_union") return i18next.t("validation.url");
  if (issue.code === "invalid_format" && issue.format === "url") return i18next.t("validation.url");
  return issue.message;
};

const missingKeyFields = (form: EndpointFormValues, stored: IngestionEndpoint | undefined) =>
  credentialFields(form.authMethod).filter((field) =>
    field === "endpointUrl" ? form.endpointUrl.trim() === "" : !stored?.[field] && form[field].trim() === "",
  );

/**
 * Validates with the contract's schema and assigns its issues to form fields. `source` provides the values of hidden
 * fields; `stored` is the endpoint whose secrets are kept.
 */
export const endpointFormResolver =
  (
    source: IngestionEndpoint | undefined,
    stored: IngestionEndpoint | undefined,
  ): Resolver<EndpointFormValues> =>
  (form) => {
    const errors: FieldErrors<EndpointFormValues> = {};
    for (const field of missingKeyFields(form, stored)) {
      errors[field] = { type: "required", message: i18next.t("validation.required") };
    }
    const { error } = endpointInput.safeParse(toEndpointInput(form, source));
    for (const issue of error?.issues ?? []) {
      const field = formFieldAt(issue.path.join("."), form);
      if (field) errors[field] ??= { type: issue.code, message: issueText(issue, field) };
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: form, errors: {} };
  };
