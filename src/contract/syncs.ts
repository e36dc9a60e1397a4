import * as z from "zod";
import { importProof } from "#domain/import/import-options.ts";
import { conflictRules, deletionRules, fieldLink, fieldMap, remoteTypes } from "#domain/sync/field-map.ts";
import {
  syncChangeKinds,
  syncChangeStates,
  syncCounts,
  syncPhases,
  syncStates,
  syncWays,
} from "#domain/sync/sync-state.ts";
import { apiRoute } from "./api-route.ts";
import { filterChoice, id, isoInstant, okResponse } from "./fields.ts";

const remoteField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(remoteTypes),
  isReadOnly: z.boolean(),
  isRequired: z.boolean(),
  options: z.array(z.string()),
  maxLength: z.int().nullable(),
});

const oauthStates = ["none", "connected", "revoked"] as const;

/** How a vendor grants access by a sign-in. */
export const vendorSignIn = z.object({
  state: z.enum(oauthStates),
  /** Whether the client's id and secret are stored, which the sign-in needs. */
  hasClient: z.boolean(),
  /** What the vendor must allow as the address to return to. */
  redirectUrl: z.string(),
  connectedAt: isoInstant.nullable(),
});
export type VendorSignInState = z.infer<typeof vendorSignIn>;

/** The sync of people with one vendor. */
export const syncView = z.object({
  service: z.string(),
  label: z.string(),
  phase: z.enum(syncPhases),
  state: z.enum(syncStates),
  map: z.array(fieldLink),
  rule: z.enum(conflictRules),
  createsHere: z.boolean(),
  createsThere: z.boolean(),
  onRemoteDelete: z.enum(deletionRules),
  onLocalDelete: z.enum(deletionRules),
  /** Where and when people agree at the vendor; without it agreements from there are unproven. */
  proof: importProof.nullable(),
  /** The vendor's fields as they were last read. */
  remoteFields: z.array(remoteField),
  /** What the preview or the initial load found. */
  counts: z.partialRecord(z.enum(syncCounts), z.int()),
  total: z.int().nullable(),
  processed: z.int(),
  problem: z.string().nullable(),
  /** What the problem asks of an operator: `account` and `deletions` have commands of their own. */
  problemKind: z.string().nullable(),
  /** The account whose contacts are linked. */
  account: z.string().nullable(),
  nextAt: isoInstant.nullable(),
  lastSyncAt: isoInstant.nullable(),
  /** People who are linked with a contact. */
  linked: z.int(),
  /** Changes of the last 24 hours. */
  recent: z.object({ in: z.int(), out: z.int(), refused: z.int(), conflicts: z.int() }),
  /** Until when the vendor reports changes because we asked it to; it is renewed before. */
  reportsUntil: isoInstant.nullable(),
  /** Where the vendor may report changes; null where it cannot, or no secret is set. */
  webhookUrl: z.string().nullable(),
  /** The sign-in at the vendor, where the vendor offers one. */
  oauth: vendorSignIn.nullable(),
});
export type SyncView = z.infer<typeof syncView>;

const syncValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
const values = z.record(z.string(), syncValue);

export const syncChange = z.object({
  id,
  personId: id.nullable(),
  name: z.string().nullable(),
  remoteId: z.string().nullable(),
  way: z.enum(syncWays),
  kind: z.enum(syncChangeKinds),
  state: z.enum(syncChangeStates),
  before: values,
  after: values,
  /** Why each field was written. */
  reasons: z.record(z.string(), z.string()),
  /** What lost where both sides had changed. */
  conflicts: values,
  problems: z.array(z.object({ field: z.string(), code: z.string(), value: z.string() })),
  message: z.string().nullable(),
  createdAt: isoInstant,
  undoneAt: isoInstant.nullable(),
});
export type SyncChangeView = z.infer<typeof syncChange>;

const byService = { params: z.object({ service: z.string().max(64) }) };

const syncSettings = z.strictObject({
  map: fieldMap,
  rule: z.enum(conflictRules),
  createsHere: z.boolean(),
  createsThere: z.boolean(),
  onRemoteDelete: z.enum(deletionRules),
  onLocalDelete: z.enum(deletionRules),
  proof: importProof.nullable().optional(),
});

const command = (name: string, summary: string) =>
  apiRoute({
    method: "POST",
    path: `/api/syncs/{service}/${name}`,
    access: "admin",
    area: "integrations",
    summary,
    input: byService,
    output: syncView,
    problems: ["field_map_missing", "sync_not_possible"],
    topics: ["syncs", "people"],
  });

export const syncsApi = {
  get: apiRoute({
    method: "GET",
    path: "/api/syncs/{service}",
    access: "viewer",
    area: "integrations",
    summary: "The sync of people with a vendor: field map, rules, progress and figures",
    input: byService,
    output: syncView,
    topics: ["syncs", "integrations"],
  }),
  fields: apiRoute({
    method: "POST",
    path: "/api/syncs/{service}/fields",
    access: "admin",
    area: "integrations",
    summary: "Read the vendor's fields now, and propose which belong to which of ours",
    input: byService,
    output: z.object({ fields: z.array(remoteField), guess: z.array(fieldLink) }),
    topics: ["syncs"],
  }),
  save: apiRoute({
    method: "PUT",
    path: "/api/syncs/{service}",
    access: "admin",
    area: "integrations",
    summary: "Save the field map and the rules of a sync",
    input: { ...byService, body: syncSettings },
    output: syncView,
    topics: ["syncs"],
  }),
  preview: command("preview", "Find out what the initial load would do; nothing is written on either side"),
  start: command("start", "Start the initial load, after which changes are carried both ways"),
  pause: command("pause", "Pause a sync where it is"),
  resume: command("resume", "Continue a sync that was paused, also because of an error"),
  restart: command(
    "restart",
    "Start anew after another account was connected: links are dropped, people stay, and a preview begins",
  ),
  confirmDeletions: command(
    "confirm-deletions",
    "Confirm that the missing contacts were deleted at the vendor, and continue",
  ),
  run: command("run", "Carry changes now instead of at the next time"),
  stop: command("stop", "End a sync: the links are forgotten, and what both sides have stays"),
  connect: apiRoute({
    method: "POST",
    path: "/api/syncs/{service}/connect",
    area: "integrations",
    access: "admin",
    summary: "Begin to connect by signing in at the vendor; the browser opens the page that is returned",
    input: byService,
    output: z.object({ url: z.string() }),
    problems: ["conflict"],
    topics: ["syncs"],
  }),
  disconnect: apiRoute({
    method: "POST",
    path: "/api/syncs/{service}/disconnect",
    area: "integrations",
    access: "admin",
    summary: "Forget what the vendor granted by a sign-in",
    input: byService,
    output: syncView,
    problems: ["conflict"],
    topics: ["syncs", "integrations"],
  }),
  changes: apiRoute({
    method: "GET",
    path: "/api/syncs/{service}/changes",
    access: "operator",
    area: "integrations",
    summary: "What a sync changed on either side, newest first",
    input: {
      ...byService,
      query: z.strictObject({
        only: filterChoice(["conflicts", "refused"]),
        /** The id of the last entry of the page before. */
        before: z.uuid().optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
    },
    output: z.object({ changes: z.array(syncChange), hasMore: z.boolean() }),
    topics: ["syncs"],
  }),
  undo: apiRoute({
    method: "POST",
    path: "/api/syncs/{service}/changes/{id}/undo",
    access: "admin",
    area: "integrations",
    summary: "Put back what a change wrote, while the person still has it; refusals and opt-outs stay",
    input: { params: z.object({ service: z.string().max(64), id }) },
    output: okResponse.extend({ state: z.enum(syncChangeStates) }),
    problems: ["conflict"],
    topics: ["syncs", "people"],
  }),
};
