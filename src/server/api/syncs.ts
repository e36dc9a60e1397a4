import type { SyncView } from "#contract/syncs.ts";
import type { AuditDetails } from "#domain/audit/audit-details.ts";
import { guessFieldMap } from "#domain/sync/guess-map.ts";
import { type AnyConnector, connectionShape } from "#server/connectors/connector.ts";
import type { PeopleVendor } from "#server/connectors/people/people-vendor.ts";
import { findPeopleVendor } from "#server/connectors/people/people-vendors.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { readConnection } from "#server/store/connections/connections.ts";
import { deleteHookSecrets } from "#server/store/integrations/hook-secrets.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
import { countChanges, listChanges } from "#server/store/sync/sync-changes.ts";
import {
  findSync,
  forgetLinks,
  lockSync,
  type StoredSync,
  type SyncChange,
  saveSync,
} from "#server/store/sync/sync-connections.ts";
import { countLinks, countMissing, requeueMissing } from "#server/store/sync/sync-links.ts";
import type { WriteContext } from "#server/store/write.ts";
import { runSync } from "#server/sync/run-sync.ts";
import { undoSyncChange } from "#server/sync/undo-change.ts";
import { openVendorSession, SyncFailure } from "#server/sync/vendor-session.ts";
import { publicOrigin } from "./endpoint-view.ts";
import type { ApiCall, Handlers } from "./handler.ts";
import { beginOAuth, endOAuth, presentOAuth } from "./oauth-connect.ts";
import { Problem } from "./problem.ts";
import { closedConnectionProblem, requestLanguage, vendorProblem } from "./vendor-problems.ts";

const dayMs = 86_400_000;

const vendorOf = (service: string): PeopleVendor => {
  const vendor = findPeopleVendor(service);
  if (!vendor) throw new Problem("not_found");
  return vendor;
};

const blank = {
  phase: "setup",
  state: "waiting",
  map: [],
  rule: "newest",
  createsHere: true,
  createsThere: true,
  onRemoteDelete: "keep",
  onLocalDelete: "keep",
  proof: null,
  remoteFields: [],
  counts: {},
  total: null,
  processed: 0,
} as const;

type SyncCall = Pick<
  ApiCall<typeof import("#contract/syncs.ts").syncsApi["get"]>,
  "services" | "caller" | "request"
>;

const hasSetting = async (db: Reader, connector: AnyConnector, field: string): Promise<boolean> => {
  const stored = await readConnection(db, connector.id);
  return connectionShape(connector.settings).secrets.includes(field)
    ? (stored?.secrets.includes(field) ?? false)
    : Boolean(stored?.settings[field]);
};

/** A load counts what it links; only afterwards are the links themselves counted. */
const linkedPeople = async (db: Reader, { service, phase, counts }: StoredSync): Promise<number> => {
  if (phase !== "load") return countLinks(db, service);
  return (counts.matched ?? 0) + (counts.addedHere ?? 0) + (counts.addedThere ?? 0);
};

const present = async (call: SyncCall, service: string): Promise<SyncView> => {
  const { webhook, connector } = vendorOf(service);
  const { db } = call.services.database;
  const sync: StoredSync | undefined = await findSync(db, service);
  const { phase, state, map, rule, createsHere, createsThere, onRemoteDelete, onLocalDelete } = sync ?? blank;
  const { proof, remoteFields, counts, total, processed } = sync ?? blank;
  return {
    service,
    label: connector.label,
    phase,
    state,
    map: [...map],
    rule,
    createsHere,
    createsThere,
    onRemoteDelete,
    onLocalDelete,
    proof,
    remoteFields: remoteFields.map((field) => ({ ...field, options: [...field.options] })),
    counts,
    total,
    processed,
    problem: sync?.problem?.[requestLanguage(call)] ?? null,
    problemKind: sync?.problem?.kind ?? null,
    account: sync?.account?.name ?? null,
    nextAt: sync?.nextAt?.toISOString() ?? null,
    lastSyncAt: sync?.lastSyncAt?.toISOString() ?? null,
    linked: sync ? await linkedPeople(db, sync) : 0,
    recent: sync
      ? await countChanges(db, service, new Date(Date.now() - dayMs))
      : { in: 0, out: 0, refused: 0, conflicts: 0 },
    reportsUntil:
      sync?.subscription?.expiresAt == null ? null : new Date(sync.subscription.expiresAt).toISOString(),
    webhookUrl:
      webhook?.proof.secret && (await hasSetting(db, connector, webhook.proof.secret))
        ? `${publicOrigin(call.services, call.request)}/hooks/sync/${service}${webhook.proof.kind === "key" ? "?key=…" : ""}`
        : null,
    oauth: await presentOAuth(call, connector),
  };
};

type CommandCall = ApiCall<typeof import("#contract/syncs.ts").syncsApi["start"]>;
type Command = {
  details: (name: string) => AuditDetails;
  /** What the command changes; undefined where the sync is not in a state for it. */
  plan: (sync: StoredSync) => SyncChange | undefined;
  /** It compares or writes people, which needs linked fields. */
  needsMap?: boolean;
  /** What is changed besides the sync itself. */
  prepare?: (tx: Tx, sync: StoredSync) => Promise<void>;
  runs: boolean;
};

const hasStarted = ({ phase }: StoredSync): boolean => phase === "load" || phase === "live";
/** Of a sync that is about to run for the first time. */
export const freshSync: SyncChange = {
  state: "running",
  cursor: {},
  counts: {},
  total: null,
  processed: 0,
  problem: null,
  failures: 0,
  nextAt: null,
  account: null,
  deletions: {},
};

/** What belongs to the run and the account before. */
const withoutRun: SyncChange = { subscription: null, fence: null, lastSyncAt: null };
const ended: SyncChange = { ...freshSync, ...withoutRun, phase: "setup", state: "waiting" };

const isAsked = ({ state, problem }: StoredSync, kind: "account" | "deletions"): boolean =>
  state === "failed" && problem?.kind === kind;

const commands = {
  preview: {
    details: (name) => ({ kind: "sync_preview_started", name }),
    plan: (sync) => (hasStarted(sync) ? undefined : { ...freshSync, phase: "preview" }),
    needsMap: true,
    runs: true,
  },
  start: {
    details: (name) => ({ kind: "thing", verb: "started", thing: "sync", name }),
    plan: (sync) => (hasStarted(sync) ? undefined : { ...freshSync, phase: "load" }),
    needsMap: true,
    runs: true,
  },
  pause: {
    details: (name) => ({ kind: "thing", verb: "paused", thing: "sync", name }),
    plan: (sync) => (sync.state === "running" ? { state: "paused" } : undefined),
    runs: false,
  },
  resume: {
    details: (name) => ({ kind: "thing", verb: "resumed", thing: "sync", name }),
    plan: (sync) =>
      sync.state === "paused" || sync.state === "failed"
        ? { state: "running", failures: 0, problem: null, nextAt: null }
        : undefined,
    // The vendor is asked again; what is still missing then stops the sync again.
    prepare: async (tx, sync) => {
      if (isAsked(sync, "deletions")) await requeueMissing(tx, sync.service);
    },
    runs: true,
  },
  restart: {
    details: (name) => ({ kind: "sync_restarted", name }),
    plan: (sync) =>
      isAsked(sync, "account") ? { ...freshSync, ...withoutRun, phase: "preview" } : undefined,
    prepare: (tx, { service }) => forgetLinks(tx, service),
    runs: true,
  },
  run: {
    details: (name) => ({ kind: "sync_asked", name }),
    // A run that is about to end would put the next one off again, so it is ended; a live one lists changes anew.
    plan: (sync) =>
      sync.state === "running"
        ? {
            nextAt: null,
            failures: 0,
            fence: null,
            ...(sync.phase === "live" && sync.cursor.since !== undefined
              ? { cursor: { since: sync.cursor.since } }
              : {}),
          }
        : undefined,
    runs: true,
  },
} as const satisfies Record<string, Command>;

/** The address at which this server is reached is known here, and not to the worker that asks for the reports. */
const askForReports = (call: CommandCall, { service, subscription }: StoredSync): SyncChange => {
  const url = `${publicOrigin(call.services, call.request)}/hooks/sync/${service}`;
  if (!vendorOf(service).webhook?.subscription || subscription?.url === url) return {};
  return { subscription: { url, id: null, renewAt: 0, expiresAt: null, cursor: null } };
};

const handleCommand = (command: Command) => async (call: CommandCall) => {
  const { service } = call.input.params;
  const { connector } = vendorOf(service);
  await call.services.write(call.actor, async ({ tx, audit, touch, enqueue }) => {
    const sync = await lockSync(tx, service);
    if (command.needsMap && (sync?.map ?? []).length === 0) throw new Problem("field_map_missing");
    const change = sync && command.plan(sync);
    if (!sync || !change) throw new Problem("sync_not_possible");
    await command.prepare?.(tx, sync);
    await saveSync(tx, service, { ...change, ...(command.runs ? askForReports(call, sync) : {}) });
    auditSync(audit, service, command.details(connector.label));
    if (command.runs) enqueue(runSync, { service });
    touch("syncs");
  });
  return present(call, service);
};

const auditSync = (
  audit: WriteContext["audit"],
  service: string,
  details: AuditDetails,
  metadata = {},
): void => audit({ eventType: "settings_update", entityType: "sync", entityId: service, details, metadata });

export const syncHandlers: Handlers["syncs"] = {
  get: (call) => present(call, call.input.params.service),

  fields: async (call) => {
    const { service } = call.input.params;
    const vendor = vendorOf(service);
    const { vendors, database, write } = call.services;
    const opened = await vendors.open(vendor.connector);
    if (!opened.ok) throw closedConnectionProblem(opened);
    try {
      const fields = await vendors.use(
        opened,
        "sync",
        (context) => openVendorSession(vendor, context, false).run(vendor.describeFields, {}),
        call.actor,
      );
      const custom = (await listPersonFields(database.db)).filter(({ archivedAt }) => archivedAt === null);
      await write(call.actor, async ({ tx, touch }) => {
        await saveSync(tx, service, { remoteFields: fields });
        touch("syncs");
      });
      const guess = guessFieldMap(
        fields,
        custom.map(({ key, label, kind }) => ({ key, kind, labels: [label.en, label.es] })),
      );
      return { fields: fields.map((field) => ({ ...field, options: [...field.options] })), guess };
    } catch (error) {
      if (!(error instanceof SyncFailure)) throw error;
      throw vendorProblem({ ok: false, message: error.error.message }, opened, requestLanguage(call));
    }
  },

  save: async (call) => {
    const { params, body } = call.input;
    const { connector } = vendorOf(params.service);
    await call.services.write(call.actor, async ({ tx, audit, touch, enqueue }) => {
      const sync = await lockSync(tx, params.service);
      // A run holds the map of its start; a new fence ends it, and the next run has the new one.
      const { proof, ...settings } = body;
      const change = { ...settings, ...(proof === undefined ? {} : { proof }), fence: null };
      await saveSync(tx, params.service, change);
      auditSync(
        audit,
        params.service,
        { kind: "thing", verb: "changed", thing: "sync", name: connector.label },
        body,
      );
      if (sync?.state === "running") enqueue(runSync, { service: params.service });
      touch("syncs");
    });
    return present(call, params.service);
  },

  preview: handleCommand(commands.preview),
  start: handleCommand(commands.start),
  pause: handleCommand(commands.pause),
  resume: handleCommand(commands.resume),
  restart: handleCommand(commands.restart),
  run: handleCommand(commands.run),

  confirmDeletions: async (call) => {
    const { service } = call.input.params;
    const { connector } = vendorOf(service);
    await call.services.write(call.actor, async ({ tx, audit, touch, enqueue }) => {
      const sync = await lockSync(tx, service);
      if (!sync || !isAsked(sync, "deletions")) throw new Problem("sync_not_possible");
      const { unconfirmed } = await countMissing(tx, service, new Date(sync.deletions.confirmedAt ?? 0));
      const deletions = { ...sync.deletions, confirmedAt: Date.now() };
      await saveSync(tx, service, { state: "running", problem: null, failures: 0, deletions });
      auditSync(
        audit,
        service,
        { kind: "sync_deletions_confirmed", name: connector.label, count: unconfirmed },
        { onRemoteDelete: sync.onRemoteDelete },
      );
      enqueue(runSync, { service });
      touch("syncs");
    });
    return present(call, service);
  },

  stop: async (call) => {
    const { service } = call.input.params;
    const { connector } = vendorOf(service);
    await call.services.write(call.actor, async ({ tx, audit, touch }) => {
      const sync = await lockSync(tx, service);
      if (!sync) throw new Problem("sync_not_possible");
      await forgetLinks(tx, service);
      await deleteHookSecrets(tx, service);
      // The map stays, for a sync that begins anew, and the log, which says what the sync did.
      await saveSync(tx, service, ended);
      auditSync(audit, service, { kind: "thing", verb: "ended", thing: "sync", name: connector.label });
      touch("syncs");
    });
    return present(call, service);
  },

  connect: (call) => beginOAuth(call, vendorOf(call.input.params.service).connector),

  disconnect: async (call) => {
    const { service } = call.input.params;
    await endOAuth(call, vendorOf(service).connector);
    return present(call, service);
  },

  changes: async ({ input: { params, query }, services: { database } }) => {
    vendorOf(params.service);
    const { limit, ...filter } = query;
    const changes = await listChanges(database.db, params.service, filter, limit + 1);
    return { changes: changes.slice(0, limit), hasMore: changes.length > limit };
  },

  undo: async ({ input: { params }, actor, services: { write, addressHash } }) => {
    const { connector } = vendorOf(params.service);
    const state = await write(actor, (context) =>
      undoSyncChange(context, { ...params, label: connector.label, hash: addressHash }),
    );
    if (!state) throw new Problem("conflict");
    return { ok: true, state };
  },
};
