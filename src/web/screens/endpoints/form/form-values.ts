import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { type EndpointInput, endpointInput } from "#domain/ingestion/endpoint.ts";
import { type EndpointSettings, endpointSettings } from "#domain/ingestion/settings.ts";
import { type PiiFlags, type PiiKind, piiKinds } from "#domain/pii/kinds.ts";

type PiiChoice = "" | "mask" | "show";

/** Flat form state: numbers stay text, and every variant of a union has its own fields. */
export type EndpointFormValues = Pick<EndpointInput, "type" | "authMethod" | "ingestionMode" | "status"> & {
  name: string;
  description: string;
  endpointUrl: string;
  apiKey: string;
  secretKey: string;
  signaturePreset: EndpointSettings["signature"]["preset"];
  signatureHeader: string;
  signatureEncoding: EndpointSettings["signature"]["encoding"];
  signaturePrefix: string;
  signatureTimestampHeader: string;
  signatureTolerance: string;
  jwksUrl: string;
  issuer: string;
  audience: string;
  username: string;
  verifyToken: string;
  dedupBy: EndpointSettings["deduplication"]["by"];
  dedupHeader: string;
  dedupExpression: string;
  maxBodyKb: string;
  requestsPerMinute: string;
  scheduleBy: EndpointSettings["pull"]["schedule"]["by"];
  scheduleMinutes: string;
  scheduleCron: string;
  paginationBy: EndpointSettings["pull"]["pagination"]["by"];
  pageParameter: string;
  pageFirst: string;
  offsetParameter: string;
  limitParameter: string;
  pageLimit: string;
  cursorParameter: string;
  cursorPath: string;
  itemPath: string;
  itemId: string;
  sinceParameter: string;
  sincePath: string;
  keyIn: string;
  maxPages: string;
  tokenUrl: string;
  clientId: string;
  scope: string;
  mailboxOn: boolean;
  mailboxHost: string;
  mailboxPort: string;
  mailboxSecure: boolean;
  mailboxUser: string;
  mailboxFolder: string;
  mailboxMinutes: string;
  pii: Record<PiiKind, PiiChoice>;
};

const signatureValues = ({ signature, token }: EndpointSettings) => ({
  signaturePreset: signature.preset,
  signatureHeader: signature.header,
  signatureEncoding: signature.encoding,
  signaturePrefix: signature.prefix,
  signatureTimestampHeader: signature.timestampHeader ?? "",
  signatureTolerance: String(signature.toleranceSeconds),
  jwksUrl: token.jwksUrl ?? "",
  issuer: token.issuer ?? "",
  audience: token.audience ?? "",
});

const deliveryValues = (settings: EndpointSettings) => ({
  username: settings.username ?? "",
  verifyToken: settings.verifyToken ?? "",
  dedupBy: settings.deduplication.by,
  dedupHeader: settings.deduplication.by === "header" ? settings.deduplication.header : "",
  dedupExpression: settings.deduplication.by === "expression" ? settings.deduplication.expression : "",
  maxBodyKb: String(settings.maxBodyBytes / 1024),
  requestsPerMinute: settings.requestsPerMinute === null ? "" : String(settings.requestsPerMinute),
});

const pullValues = ({ pull }: EndpointSettings) => {
  const { schedule, pagination } = pull;
  return {
    scheduleBy: schedule.by,
    scheduleMinutes: String(schedule.by === "interval" ? schedule.minutes : 15),
    scheduleCron: schedule.by === "cron" ? schedule.cron : "",
    paginationBy: pagination.by,
    pageParameter: pagination.by === "page" ? pagination.parameter : "page",
    pageFirst: String(pagination.by === "page" ? pagination.first : 1),
    offsetParameter: pagination.by === "offset" ? pagination.parameter : "offset",
    limitParameter: pagination.by === "offset" ? (pagination.limitParameter ?? "") : "limit",
    pageLimit: String(pagination.by === "offset" ? pagination.limit : 100),
    cursorParameter: pagination.by === "cursor" ? pagination.parameter : "",
    cursorPath: pagination.by === "cursor" ? pagination.path : "",
    itemPath: pull.itemPath ?? "",
    itemId: pull.itemId ?? "",
    sinceParameter: pull.since?.parameter ?? "",
    sincePath: pull.since?.path ?? "",
    keyIn: pull.keyIn,
    maxPages: String(pull.maxPages),
    tokenUrl: pull.tokenUrl ?? "",
    clientId: pull.clientId ?? "",
    scope: pull.scope ?? "",
  };
};

const mailboxValues = ({ mailbox }: EndpointSettings) => ({
  mailboxOn: mailbox !== null,
  mailboxHost: mailbox?.host ?? "",
  mailboxPort: String(mailbox?.port ?? 993),
  mailboxSecure: mailbox?.secure ?? true,
  mailboxUser: mailbox?.user ?? "",
  mailboxFolder: mailbox?.folder ?? "INBOX",
  mailboxMinutes: String(mailbox?.minutes ?? 5),
});

const piiValues = (flags: PiiFlags | null): Record<PiiKind, PiiChoice> =>
  Object.fromEntries(piiKinds.map((kind) => [kind, flags?.[kind] ?? ""])) as Record<PiiKind, PiiChoice>;

const emptyEndpoint = endpointInput.parse({ name: "-" });
const defaultSettings = endpointSettings.parse({});

/** Form values of an endpoint or of a new one. Secrets start empty, which keeps the stored ones. */
export const toFormValues = (endpoint?: IngestionEndpoint): EndpointFormValues => {
  const { type, authMethod, ingestionMode, status } = endpoint ?? emptyEndpoint;
  const settings = endpoint?.settings ?? defaultSettings;
  return {
    type,
    authMethod,
    ingestionMode,
    status,
    name: endpoint?.name ?? "",
    description: endpoint?.description ?? "",
    endpointUrl: endpoint?.endpointUrl ?? "",
    apiKey: "",
    secretKey: "",
    ...signatureValues(settings),
    ...deliveryValues(settings),
    ...pullValues(settings),
    ...mailboxValues(settings),
    pii: piiValues(endpoint?.piiFlags ?? null),
  };
};
