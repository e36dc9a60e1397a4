import * as z from "zod";
import { channels } from "#domain/channels/channel.ts";
import { consentPurposes } from "#domain/compliance/consent.ts";

/** Input fields that several tools share. */
export const personId = z.uuid().describe("Id of a person");
export const cursor = z.string().max(1500).optional().describe("nextCursor of the last answer");
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/)
  .optional()
  .describe("Same key: done once; resend if no answer came");
export const channel = z.enum(channels);
export const purpose = z.enum(consentPurposes).default("service");
export const reason = z.string().trim().min(1).max(500).describe("Why, for the operator");

export const maxPageRows = 20;
export const pageLimit = z.int().min(1).max(maxPageRows).default(10);
