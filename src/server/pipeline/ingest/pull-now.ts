import { parseEndpointSettings } from "#domain/ingestion/settings.ts";
import type { EndpointRow } from "#server/store/ingestion/endpoints.ts";
import { readMailbox } from "./mail/read-mailbox.ts";
import { pullEndpoint } from "./pull/pull-endpoint.ts";

/** The work that reads an endpoint which does not wait to be sent something. */
export const readingJobFor = (row: EndpointRow) => {
  if (row.type === "email") return parseEndpointSettings(row.settings).mailbox ? readMailbox : undefined;
  return row.type === "pull_api" || row.ingestionMode === "pull" ? pullEndpoint : undefined;
};
