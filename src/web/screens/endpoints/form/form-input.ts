import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { credentialFields } from "#domain/ingestion/endpoint.ts";
import { type EndpointSettings, endpointSettings } from "#domain/ingestion/settings.ts";
import { type PiiFlags, piiKinds } from "#domain/pii/kinds.ts";
import { type FormSections, visibleSections } from "./form-sections.ts";
import type { EndpointFormValues } from "./form-values.ts";

const emptyToNull = (text: string): string | null => (text.trim() === "" ? null : text);
/** Number("") is 0, so an empty field becomes NaN. */
const parseNumber = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

const signatureInput = (form: EndpointFormValues) => ({
  preset: form.signaturePreset,
  header: form.signatureHeader,
  encoding: form.signatureEncoding,
  prefix: form.signaturePrefix,
  timestampHeader: emptyToNull(form.signatureTimestampHeader),
  toleranceSeconds: parseNumber(form.signatureTolerance),
});

const deduplicationInput = (form: EndpointFormValues) => {
  if (form.dedupBy === "header") return { by: "header", header: form.dedupHeader };
  if (form.dedupBy === "expression") return { by: "expression", expression: form.dedupExpression };
  return { by: "none" };
};

const paginationInput = (form: EndpointFormValues) => {
  if (form.paginationBy === "page")
    return { by: "page", parameter: form.pageParameter, first: parseNumber(form.pageFirst) };
  if (form.paginationBy === "offset")
    return {
      by: "offset",
      parameter: form.offsetParameter,
      limitParameter: emptyToNull(form.limitParameter),
      limit: parseNumber(form.pageLimit),
    };
  if (form.paginationBy === "cursor")
    return { by: "cursor", parameter: form.cursorParameter, path: form.cursorPath };
  return { by: form.paginationBy };
};

const pullInput = (form: EndpointFormValues, sections: FormSections, stored: EndpointSettings["pull"]) => ({
  schedule:
    form.scheduleBy === "cron"
      ? { by: "cron", cron: form.scheduleCron }
      : { by: "interval", minutes: parseNumber(form.scheduleMinutes) },
  pagination: paginationInput(form),
  itemPath: emptyToNull(form.itemPath),
  itemId: emptyToNull(form.itemId),
  since:
    form.sinceParameter.trim() === "" && form.sincePath.trim() === ""
      ? null
      : { parameter: form.sinceParameter, path: form.sincePath },
  keyIn: sections.keyIn ? form.keyIn : stored.keyIn,
  maxPages: parseNumber(form.maxPages),
  ...(sections.client
    ? {
        tokenUrl: emptyToNull(form.tokenUrl),
        clientId: emptyToNull(form.clientId),
        scope: emptyToNull(form.scope),
      }
    : { tokenUrl: stored.tokenUrl, clientId: stored.clientId, scope: stored.scope }),
});

const mailboxInput = (form: EndpointFormValues) =>
  form.mailboxOn
    ? {
        host: form.mailboxHost,
        port: parseNumber(form.mailboxPort),
        secure: form.mailboxSecure,
        user: form.mailboxUser,
        folder: form.mailboxFolder,
        minutes: parseNumber(form.mailboxMinutes),
      }
    : null;

const piiFlagsInput = ({ pii }: EndpointFormValues): PiiFlags =>
  Object.fromEntries(piiKinds.flatMap((kind) => (pii[kind] ? [[kind, pii[kind]]] : [])));

/** Hidden sections keep their stored values, so a hidden field never fails validation. */
const settingsInput = (form: EndpointFormValues, sections: FormSections, stored: EndpointSettings) => ({
  ...stored,
  ...(sections.signature ? { signature: signatureInput(form) } : {}),
  ...(sections.token
    ? {
        token: {
          jwksUrl: emptyToNull(form.jwksUrl),
          issuer: emptyToNull(form.issuer),
          audience: emptyToNull(form.audience),
        },
      }
    : {}),
  ...(sections.basic ? { username: emptyToNull(form.username) } : {}),
  ...(sections.delivery
    ? {
        verifyToken: emptyToNull(form.verifyToken),
        requestsPerMinute:
          emptyToNull(form.requestsPerMinute) === null ? null : parseNumber(form.requestsPerMinute),
      }
    : {}),
  ...(sections.delivery || sections.mail
    ? { maxBodyBytes: Math.round(parseNumber(form.maxBodyKb) * 1024) }
    : {}),
  deduplication: deduplicationInput(form),
  ...(sections.pull ? { pull: pullInput(form, sections, stored.pull) } : {}),
  ...(sections.mail ? { mailbox: mailboxInput(form) } : {}),
});

/** The input the form describes, not yet validated. */
export const toEndpointInput = (form: EndpointFormValues, stored: IngestionEndpoint | undefined) => {
  const sections = visibleSections(form.type, form.authMethod);
  const usesKeys = credentialFields(form.authMethod).length > 0;
  return {
    name: form.name,
    type: form.type,
    description: emptyToNull(form.description),
    authMethod: form.authMethod,
    ingestionMode: form.ingestionMode,
    status: form.status,
    endpointUrl: usesKeys || sections.pullUrl ? emptyToNull(form.endpointUrl) : (stored?.endpointUrl ?? null),
    ...(form.apiKey.trim() === "" ? {} : { apiKey: form.apiKey }),
    ...(form.secretKey.trim() === "" ? {} : { secretKey: form.secretKey }),
    settings: settingsInput(form, sections, stored?.settings ?? endpointSettings.parse({})),
    piiFlags: piiFlagsInput(form),
  };
};
