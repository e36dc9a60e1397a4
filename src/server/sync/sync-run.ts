import type { ImportProof } from "#domain/import/import-options.ts";
import type { Language } from "#domain/language.ts";
import type { PairSettings } from "#domain/sync/plan-pair.ts";
import type { Clock } from "#server/clock.ts";
import type { LocalizedText } from "#server/connectors/test-result.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import type { JobContext } from "#server/jobs/job.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { lockSync, type StoredSync } from "#server/store/sync/sync-connections.ts";
import type { VendorSession } from "./vendor-session.ts";

/** What the steps of a run share. */
export type SyncRun = {
  job: Pick<JobContext, "write" | "keyring" | "log"> & { database: { db: Reader } };
  clock: Clock;
  service: string;
  label: string;
  fence: string;
  session: VendorSession;
  settings: Omit<PairSettings, "isForeign">;
  /** Of what is stored for colleagues to read. */
  language: Language;
  hash: AddressHash;
  /** Where people agree at the vendor, as the operator said. */
  proof: ImportProof | null;
  /** A vendor's words without secrets and personal data. */
  redact: (message: LocalizedText) => LocalizedText;
  /** A load scores its people when it ends, because scoring takes longer than loading. */
  isLoad: boolean;
  /** Whether screens are told of this page; of a load, about one page a second. */
  isToldNow: (isLoad: boolean) => boolean;
};

/** Another worker has taken the sync over, or an operator paused or changed it. */
export class SyncTaken extends Error {}

/** Only an operator can say how the sync goes on; `kind` tells the screens what to ask. */
export class SyncStopped extends Error {
  readonly kind: "invalid" | "account" | "deletions";
  readonly text: LocalizedText;
  constructor(kind: SyncStopped["kind"], text: LocalizedText) {
    super(text.en);
    this.kind = kind;
    this.text = text;
  }
}

/** The row of the sync, locked for this run. */
export const lockRun = async (tx: Tx, { service, fence }: SyncRun): Promise<StoredSync> => {
  const sync = await lockSync(tx, service, fence);
  if (sync?.state !== "running") throw new SyncTaken();
  return sync;
};

/** When everything that was sent in a row is refused, the map is wrong and not a person's value. */
const maxRefusedRun = 50;

export const stopWhenAllRefused = (
  { label }: SyncRun,
  { refused, sent }: { refused: number; sent: number },
): void => {
  if (refused < sent || refused < maxRefusedRun) return;
  throw new SyncStopped("invalid", {
    en: `${label} refused ${maxRefusedRun} people in a row. Check the field map`,
    es: `${label} rechazó ${maxRefusedRun} personas seguidas. Revise el mapa de campos`,
  });
};
