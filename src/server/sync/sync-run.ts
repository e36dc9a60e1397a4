import type { Language } from "#domain/language.ts";
import type { PairSettings } from "#domain/sync/plan-pair.ts";
import type { JobContext } from "#server/jobs/job.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { VendorSession } from "./vendor-session.ts";

/** What the steps of a run share. */
export type SyncRun = {
  job: JobContext;
  service: string;
  label: string;
  fence: string;
  session: VendorSession;
  settings: Omit<PairSettings, "isForeign">;
  /** Of what is stored for colleagues to read. */
  language: Language;
  hash: AddressHash;
  /** A load scores its people when it ends, because scoring takes longer than loading. */
  isLoad: boolean;
  /** Whether screens are told of this page; of a load, about one page a second. */
  isToldNow: (isLoad: boolean) => boolean;
};

/** Another worker has taken the sync over, or an operator paused or changed it. */
export class SyncTaken extends Error {}
