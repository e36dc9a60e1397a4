import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { credentialFields } from "#domain/ingestion/endpoint.ts";
import { type EndpointSettings, endpointSettings } from "#domain/ingestion/settings.ts";
import { type PiiFlags, piiKinds } from "#domain/pii/kinds.ts";
import { type FormParts, partsOf } from "./form-parts.ts";
import type { EndpointForm } from "./form-values.ts";

const orNull = (text: string): string | null => (text.trim() === "" ? null : text);
/** An empty field is not zero. */
const numeral = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

const signatureOf = (form: EndpointForm) => ({
  preset: form.signaturePreset,
  header: form.signatureHeader,
  encoding: form.signatureEncoding,
  prefix: form.signaturePrefix,
  timestampHeader: orNull(form.signatureTimestampHeader),
  toleranceSeconds: numeral(form.signatureTolerance),
});

const deduplicationOf = (form: EndpointForm) => {
  if (form.dedupBy === "header") return { by: "header", header: form.dedupHeader };
  if (form.dedupBy === "expression") return { by: "expression", expression: form.dedupExpression };
  return { by: "none" };
};

const paginationOf = (form: EndpointForm) => {
  if (form.paginationBy === "page")
    return { by: "page", parameter: form.pageParameter, first: numeral(form.pageFirst) };
  if (form.paginationBy === "cursor")
    return { by: "cursor", parameter: form.cursorParameter, path: form.cursorPath };
  return { by: form.paginationBy };
};

const pullOf = (form: EndpointForm, parts: FormParts, kept: EndpointSettings["pull"]) => ({
  schedule:
    form.scheduleBy === "cron"
      ? { by: "cron", cron: form.scheduleCron }
      : { by: "interval", minutes: numeral(form.scheduleMinutes) },
  pagination: paginationOf(form),
  itemPath: orNull(form.itemPath),
  itemId: orNull(form.itemId),
  since:
    form.sinceParameter.trim() === "" && form.sincePath.trim() === ""
      ? null
      : { parameter: form.sinceParameter, path: form.sincePath },
  keyIn: parts.keyIn ? form.keyIn : kept.keyIn,
  maxPages: numeral(form.maxPages),
  ...(parts.client
    ? { tokenUrl: orNull(form.tokenUrl), clientId: orNull(form.clientId), scope: orNull(form.scope) }
    : { tokenUrl: kept.tokenUrl, clientId: kept.clientId, scope: kept.scope }),
});

const mailboxOf = (form: EndpointForm) =>
  form.mailboxOn
    ? {
        host: form.mailboxHost,
        port: numeral(form.mailboxPort),
        secure: form.mailboxSecure,
        user: form.mailboxUser,
        folder: form.mailboxFolder,
        minutes: numeral(form.mailboxMinutes),
      }
    : null;

const flagsOf = ({ pii }: EndpointForm): PiiFlags =>
  Object.fromEntries(piiKinds.flatMap((kind) => (pii[kind] ? [[kind, pii[kind]]] : [])));

/** What is not on show stays as it is stored, so that nobody is held up by a field they cannot see. */
const settingsOf = (form: EndpointForm, parts: FormParts, kept: EndpointSettings) => ({
  ...kept,
  ...(parts.signature ? { signature: signatureOf(form) } : {}),
  ...(parts.token
    ? {
        token: {
          jwksUrl: orNull(form.jwksUrl),
          issuer: orNull(form.issuer),
          audience: orNull(form.audience),
        },
      }
    : {}),
  ...(parts.basic ? { username: orNull(form.username) } : {}),
  ...(parts.delivery
    ? {
        verifyToken: orNull(form.verifyToken),
        requestsPerMinute: orNull(form.requestsPerMinute) === null ? null : numeral(form.requestsPerMinute),
      }
    : {}),
  ...(parts.delivery || parts.mail ? { maxBodyBytes: Math.round(numeral(form.maxBodyKb) * 1024) } : {}),
  deduplication: deduplicationOf(form),
  ...(parts.pull ? { pull: pullOf(form, parts, kept.pull) } : {}),
  ...(parts.mail ? { mailbox: mailboxOf(form) } : {}),
});

/** What the form would send; still to be checked. */
export const inputOf = (form: EndpointForm, from: IngestionEndpoint | undefined) => {
  const parts = partsOf(form.type, form.authMethod);
  const keyed = credentialFields(form.authMethod).length > 0;
  return {
    name: form.name,
    type: form.type,
    description: orNull(form.description),
    authMethod: form.authMethod,
    ingestionMode: form.ingestionMode,
    status: form.status,
    endpointUrl: keyed || parts.pullUrl ? orNull(form.endpointUrl) : (from?.endpointUrl ?? null),
    ...(form.apiKey.trim() === "" ? {} : { apiKey: form.apiKey }),
    ...(form.secretKey.trim() === "" ? {} : { secretKey: form.secretKey }),
    settings: settingsOf(form, parts, from?.settings ?? endpointSettings.parse({})),
    piiFlags: flagsOf(form),
  };
};

/** An endpoint as it stands, to be sent back with one thing changed. */
export const unchanged = (endpoint: IngestionEndpoint) => ({
  name: endpoint.name,
  type: endpoint.type,
  description: endpoint.description,
  authMethod: endpoint.authMethod,
  ingestionMode: endpoint.ingestionMode,
  status: endpoint.status,
  endpointUrl: endpoint.endpointUrl,
});
