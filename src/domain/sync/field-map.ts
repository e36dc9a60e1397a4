import * as z from "zod";
import { type ConsentChannel, consentChannels } from "#domain/channels/channel.ts";
import { columnsFor } from "#domain/people/person-columns.ts";

/** Types of fields at a vendor; a vendor's own types are mapped to these. */
export const remoteTypes = [
  "text",
  "number",
  "boolean",
  "date",
  "datetime",
  "choice",
  "choices",
  "email",
  "phone",
] as const;
export type RemoteType = (typeof remoteTypes)[number];

/** A field of the vendor's contacts. */
export type RemoteField = {
  name: string;
  label: string;
  type: RemoteType;
  isReadOnly: boolean;
  /** A contact cannot be made without it. */
  isRequired: boolean;
  /** Values of the types choice and choices; empty where any is allowed. */
  options: readonly string[];
  maxLength: number | null;
};

/** A field that can be written and may be empty, with what differs from that. */
export const remoteField = (
  name: string,
  label: string,
  type: RemoteType,
  more: Partial<RemoteField> = {},
): RemoteField => ({
  name,
  label,
  type,
  isReadOnly: false,
  isRequired: false,
  options: [],
  maxLength: null,
  ...more,
});

export const syncDirections = ["in", "out", "both"] as const;
export type SyncDirection = (typeof syncDirections)[number];

/** Which side counts when both changed a field since the last sync. */
export const conflictRules = ["newest", "ours", "theirs"] as const;
export type ConflictRule = (typeof conflictRules)[number];

/** What is done on the other side when a person or contact is deleted. */
export const deletionRules = ["keep", "delete"] as const;
export type DeletionRule = (typeof deletionRules)[number];

/** Built-in fields of a person that can be synced. */
export const personSyncFields = columnsFor("sync");
export type PersonSyncField = (typeof personSyncFields)[number];

export const optOutScopes = ["all", ...consentChannels] as const;
export type OptOutScope = (typeof optOutScopes)[number];

const customPrefix = "fields.";
const optOutPrefix = "optOut.";
const consentPrefix = "consent.";

/** The key of a custom field in `fields.bill`. */
export const customKeyOf = (ours: string): string | undefined =>
  ours.startsWith(customPrefix) ? ours.slice(customPrefix.length) : undefined;

/** The channel of `optOut.email`; `all` for everything. */
export const optOutScopeOf = (ours: string): OptOutScope | undefined =>
  ours.startsWith(optOutPrefix)
    ? optOutScopes.find((scope) => scope === ours.slice(optOutPrefix.length))
    : undefined;

/** The channel of `consent.sms`. */
export const consentChannelOf = (ours: string): ConsentChannel | undefined =>
  ours.startsWith(consentPrefix)
    ? consentChannels.find((channel) => channel === ours.slice(consentPrefix.length))
    : undefined;

const isSyncField = (ours: string): boolean =>
  personSyncFields.some((field) => field === ours) ||
  optOutScopeOf(ours) !== undefined ||
  consentChannelOf(ours) !== undefined ||
  customKeyOf(ours) !== undefined;

/** A value of ours and what the vendor calls it. */
const valueLink = z.strictObject({ ours: z.string().min(1).max(200), theirs: z.string().min(1).max(200) });
export type ValueLink = z.infer<typeof valueLink>;

/** One line of a field map: a field of ours, a field of the vendor's, and where changes go. */
export const fieldLink = z.strictObject({
  ours: z.string().max(80).refine(isSyncField),
  theirs: z.string().min(1).max(120),
  direction: z.enum(syncDirections),
  /** Values that the two sides write differently; several of theirs may be one of ours. */
  values: z
    .array(valueLink)
    .max(200)
    .refine((links) => new Set(links.map(({ theirs }) => theirs)).size === links.length, { error: "twice" })
    .optional(),
});
export type FieldLink = z.infer<typeof fieldLink>;

export const fieldMap = z
  .array(fieldLink)
  .max(200)
  // Two lines for one field would overwrite each other for ever.
  .refine((links) => new Set(links.map(({ ours }) => ours)).size === links.length, { error: "twice" })
  .refine((links) => new Set(links.map(({ theirs }) => theirs)).size === links.length, { error: "twice" });
