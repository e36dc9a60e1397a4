import { guessFieldMap } from "#domain/sync/guess-map.ts";
import { freshSync } from "#server/api/syncs.ts";
import { type Actor, system } from "#server/audit/entry.ts";
import type { Clock } from "#server/clock.ts";
import { hubspot } from "#server/connectors/hubspot.ts";
import type { Tx } from "#server/db/database.ts";
import type { DemoHappening } from "#server/demo/happenings.ts";
import type { Log } from "#server/log.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
import {
  findSync,
  type SyncChange,
  saveSync,
  saveSyncProgress,
} from "#server/store/sync/sync-connections.ts";
import type { Write } from "#server/store/write.ts";
import type { SyncRun } from "#server/sync/sync-run.ts";
import { takeStep } from "#server/sync/sync-steps.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { createScriptedCrm, crmAccount, crmFields } from "./scripted-crm.ts";

type SyncOptions = {
  write: Write;
  clock: Clock;
  hash: AddressHash;
  keyring: Keyring;
  log: Log;
  userId: string | null;
};
type HappeningOf<K extends DemoHappening["kind"]> = Extract<DemoHappening, { kind: K }>;

/** The service of the demo's sync. */
export const demoSync = hubspot.id;
const fence = "demo";

/** The sync of the demo's people with its CRM, run by the steps of the product's own sync. */
export const createSyncWork = (tx: Tx, { write, clock, hash, keyring, log, userId }: SyncOptions) => {
  const team: Actor = { ...system, userId };
  let crm: ReturnType<typeof createScriptedCrm> | undefined;
  let run: SyncRun | undefined;

  const change = (verb: "started" | "paused", by: SyncChange): Promise<void> =>
    write(team, async ({ audit, touch }) => {
      await saveSync(tx, demoSync, by);
      audit({
        eventType: "settings_update",
        entityType: "sync",
        entityId: demoSync,
        details: { kind: "thing", verb, thing: "sync", name: hubspot.label },
      });
      touch("syncs");
    });

  /** Everything that is to be done now. */
  const goOn = async (): Promise<void> => {
    if (!run) return;
    for (;;) {
      const sync = await findSync(tx, demoSync);
      if (sync?.state !== "running") return;
      run.isLoad = sync.phase === "load";
      if (await takeStep(run, sync)) return;
    }
  };

  const start = async ({ contacts }: HappeningOf<"sync">): Promise<void> => {
    crm = createScriptedCrm(contacts, clock);
    const custom = await listPersonFields(tx);
    const map = guessFieldMap(
      crmFields,
      custom.map(({ key, label, kind }) => ({ key, kind, labels: [label.en, label.es] })),
    );
    run = {
      job: { database: { db: tx }, write, keyring, log },
      clock,
      service: demoSync,
      label: hubspot.label,
      fence,
      session: crm.session,
      language: "en",
      hash,
      proof: null,
      redact: (message) => message,
      isLoad: true,
      isToldNow: () => false,
      settings: {
        country: "PR",
        fields: new Map(custom.map(({ key, kind, choices }) => [key, { kind, choices }])),
        map,
        rule: "newest",
        hasProof: false,
        remoteFields: new Map(crmFields.map((field) => [field.name, field])),
      },
    };
    await change("started", {
      ...freshSync,
      phase: "load",
      map,
      rule: "newest",
      createsHere: false,
      createsThere: false,
      onRemoteDelete: "keep",
      onLocalDelete: "keep",
    });
    await write(system, () =>
      saveSyncProgress(tx, demoSync, { fence, account: crmAccount, remoteFields: [...crmFields] }),
    );
    await goOn();
  };

  return {
    start,
    goOn,
    edit: ({ edits }: HappeningOf<"crm_edits">): void => {
      for (const edit of edits) crm?.edit(edit);
    },
    pause: async (): Promise<void> => {
      if (!run) return;
      await change("paused", { state: "paused" });
    },
  };
};
