import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { hasLevel, type Permissions } from "#domain/access/areas.ts";
import { startOfDay } from "#domain/day.ts";
import { parseEndpointSettings } from "#domain/ingestion/settings.ts";
import {
  type EndpointRow,
  type EndpointWithCounts,
  listEndpoints,
} from "#server/store/ingestion/endpoints.ts";
import type { ApiServices } from "./handler.ts";
import { Problem } from "./problem.ts";

export type RequestOrigin = { host: string; protocol: string };

/**
 * The endpoint of a form is changed and deleted with the form, so that its consents stay unproven until confirmed; that
 * of a channel only lists what people wrote.
 */
export const refuseOwnedEndpoint = ({
  pullState,
  channel,
}: Pick<EndpointRow, "pullState" | "channel">): void => {
  if (channel !== null) throw new Problem("belongs_to_channel");
  // That of a deleted form names none.
  if (/^form:./.test(String(pullState.system))) throw new Problem("belongs_to_form");
};

/** The configured public URL, or else the one of the current request. */
export const publicOrigin = ({ config }: ApiServices, { protocol, host }: RequestOrigin): string =>
  config.publicUrl?.origin ?? `${protocol}://${host}`;

const mailAddress = (row: EndpointWithCounts, { config }: ApiServices): string | null =>
  row.type === "email" && row.hookToken !== null && config.smtpPort !== undefined
    ? `${row.hookToken}@${config.mailDomain}`
    : null;

const isInFuture = (time: Date | string | null): boolean => time !== null && new Date(time) > new Date();

const toIngestionEndpoint = (
  row: EndpointWithCounts,
  services: ApiServices,
  request: RequestOrigin,
): IngestionEndpoint => ({
  id: row.id,
  name: row.name,
  type: row.type as IngestionEndpoint["type"],
  description: row.description,
  authMethod: row.authMethod as IngestionEndpoint["authMethod"],
  ingestionMode: row.ingestionMode as IngestionEndpoint["ingestionMode"],
  status: row.status as IngestionEndpoint["status"],
  webhookUrl:
    row.type === "webhook" && row.hookToken !== null
      ? `${publicOrigin(services, request)}/hooks/${row.hookToken}`
      : null,
  endpointUrl: row.endpointUrl,
  apiKey: row.apiKey,
  secretKey: row.secretKey,
  settings: parseEndpointSettings(row.settings),
  mappingTemplate: row.mappingTemplate,
  piiFlags: row.piiFlags,
  mailAddress: mailAddress(row, services),
  previousUrlUntil: isInFuture(row.previousHookUntil) ? (row.previousHookUntil?.toISOString() ?? null) : null,
  previousSecretUntil: isInFuture(row.previousSecretUntil) ? row.previousSecretUntil : null,
  lastError: row.lastError,
  lastEventAt: row.lastEventAt?.toISOString() ?? null,
  nextPullAt: row.nextPullAt?.toISOString() ?? null,
  eventsToday: row.eventsToday,
  piiToday: row.piiToday,
  hourly: row.hourly,
  deadLetters: row.deadLetters,
  invalidEvents: row.invalidEvents,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const readEndpoints = async (
  services: ApiServices,
  request: RequestOrigin,
  ids?: string[],
): Promise<IngestionEndpoint[]> => {
  const now = new Date();
  const midnight = new Date(startOfDay(now.getTime(), (await services.general()).timezone));
  const rows = await listEndpoints(services.database.db, midnight, now, ids);
  return rows.map((row) => toIngestionEndpoint(row, services, request));
};

export const readEndpoint = async (
  services: ApiServices,
  request: RequestOrigin,
  id: string,
): Promise<IngestionEndpoint> => {
  const [endpoint] = await readEndpoints(services, request, [id]);
  if (!endpoint) throw new Problem("not_found");
  return endpoint;
};

/**
 * Without authentication whoever knows the address can send events, so a role that may not do that does not see it.
 * A mail address is never authenticated.
 */
export const hideSecretAddresses = (
  endpoint: IngestionEndpoint,
  permissions: Permissions,
): IngestionEndpoint =>
  hasLevel(permissions, "endpoints", "work")
    ? endpoint
    : {
        ...endpoint,
        webhookUrl: endpoint.authMethod === "none" ? null : endpoint.webhookUrl,
        mailAddress: null,
      };
