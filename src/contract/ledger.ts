import * as z from "zod";

/** The time and the id of an entry. Unlike the id alone, it stays valid when the entry is deleted. */
const ledgerCursor = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

/** A page of a ledger, newest entries first. */
export const ledgerPage = {
  before: ledgerCursor.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};

/** A page of a filtered ledger may be empty and still have a next one. */
export const nextBefore = ledgerCursor.nullable();

const day = z.iso.date();

/** Filters that every ledger has. Days are those of the workspace's timezone; `to` is the last one. */
export const ledgerFilter = {
  from: day.optional(),
  to: day.optional(),
  search: z.string().trim().max(200).optional(),
};
