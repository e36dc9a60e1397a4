import type { IngestionEndpoint } from "#contract/endpoints.ts";

/** Fed by a connected account or a form: it has no address, which those who may change endpoints would see. */
export const isSystemEndpoint = (
  { type, webhookUrl }: Pick<IngestionEndpoint, "type" | "webhookUrl">,
  mayChange: boolean,
): boolean => mayChange && type === "webhook" && webhookUrl === null;
