import { randomBytes } from "node:crypto";
import type { EndpointInput } from "#domain/ingestion/endpoint.ts";

/** 192 random bits; before the @ of an address case may get lost, so there it is 160 bits in lower case. */
export const createHookToken = (type: EndpointInput["type"]): string | null => {
  if (type === "webhook") return randomBytes(24).toString("base64url");
  return type === "email" ? randomBytes(20).toString("hex") : null;
};
