import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { startOfDay } from "#domain/day.ts";
import { parseEndpointSettings } from "#domain/ingestion/settings.ts";
import { type EndpointWithCounts, listEndpoints } from "#server/store/ingestion/endpoints.ts";
import type { ApiServices } from "./handler.ts";
import { Problem } from "./problem.ts";

export type Incoming = { host: string; protocol: string };

/** The address vendors reach us at; without a public one, the address of whoever asks. */
export const originOf = ({ config }: ApiServices, { protocol, host }: Incoming): string =>
  config.publicUrl?.origin ?? `${protocol}://${host}`;

const mailAddressOf = (row: EndpointWithCounts, { config }: ApiServices): string | null =>
  row.type === "email" && row.hookToken !== null && config.smtpPort !== undefined
    ? `${row.hookToken}@${config.mailDomain}`
    : null;

const isAhead = (until: Date | string | null): boolean => until !== null && new Date(until) > new Date();

const present = (row: EndpointWithCounts, services: ApiServices, request: Incoming): IngestionEndpoint => ({
  id: row.id,
  name: row.name,
  type: row.type as IngestionEndpoint["type"],
  description: row.description,
  authMethod: row.authMethod as IngestionEndpoint["authMethod"],
  ingestionMode: row.ingestionMode as IngestionEndpoint["ingestionMode"],
  status: row.status as IngestionEndpoint["status"],
  webhookUrl:
    row.type === "webhook" && row.hookToken !== null
      ? `${originOf(services, request)}/hooks/${row.hookToken}`
      : null,
  endpointUrl: row.endpointUrl,
  apiKey: row.apiKey,
  secretKey: row.secretKey,
  settings: parseEndpointSettings(row.settings),
  mappingTemplate: row.mappingTemplate,
  piiFlags: row.piiFlags,
  mailAddress: mailAddressOf(row, services),
  previousUrlUntil: isAhead(row.previousHookUntil) ? (row.previousHookUntil?.toISOString() ?? null) : null,
  previousSecretUntil: isAhead(row.previousSecretUntil) ? row.previousSecretUntil : null,
  lastError: row.lastError,
  lastEventAt: row.lastEventAt?.toISOString() ?? null,
  nextPullAt: row.nextPullAt?.toISOString() ?? null,
  eventsToday: row.eventsToday,
  piiToday: row.piiToday,
  hourly: row.hourly,
  deadLetters: row.deadLetters,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** All, or those named. */
export const presentEndpoints = async (
  services: ApiServices,
  request: Incoming,
  ids?: string[],
): Promise<IngestionEndpoint[]> => {
  const now = new Date();
  const midnight = new Date(startOfDay(now.getTime(), (await services.general()).timezone));
  const rows = await listEndpoints(services.database.db, midnight, now, ids);
  return rows.map((row) => present(row, services, request));
};

export const presentEndpoint = async (
  services: ApiServices,
  request: Incoming,
  id: string,
): Promise<IngestionEndpoint> => {
  const [shown] = await presentEndpoints(services, request, [id]);
  if (!shown) throw new Problem("not_found");
  return shown;
};
