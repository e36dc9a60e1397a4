import * as z from "zod";
import { finerLocation, formatAddress } from "#domain/places/location.ts";
import { planLookup, toLocation } from "#domain/places/lookup.ts";
import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import type { GeocodedAddress } from "#server/connectors/geocode.ts";
import { maps } from "#server/connectors/maps.ts";
import type { OperationError, OperationResult } from "#server/connectors/operation-result.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { placesVersion, readGazetteer } from "#server/places/gazetteer.ts";
import { type Geocoder, openGeocoder } from "#server/store/connections/geocoder.ts";
import {
  clearVendorError,
  endLocationLease,
  extendLocationLease,
  type GeocodingState,
  leaseLocationWork,
  pauseVendor,
  saveLocationProgress,
} from "#server/store/people/location-state.ts";
import {
  claimAddresses,
  copyKnownLocations,
  deleteLocations,
  finishQueued,
  hashLookup,
  leaseAddresses,
  lockUnchanged,
  postponeQueued,
  type QueuedAddress,
  queueExpired,
  queueForVendor,
  queueNextPage,
  readLookupHashes,
  type StoredLocation,
  upsertLocations,
} from "#server/store/people/locations.ts";
import { noticeFailingIntegration } from "#server/store/workspace/integration-notices.ts";
import type { Write, WriteContext } from "#server/store/write.ts";

const pageSize = 1000;
const queuePageSize = 20_000;
const vendorPageSize = 20;
/** Longer than a page of a vendor takes with its retries. */
const leaseSeconds = 300;
/** The schedule goes on with the rest. */
const runMs = 50_000;
/** Only an operator can help, so asking more often would change nothing. */
const authPauseMs = 15 * 60_000;
const ratePauseMs = 60_000;
const firstId = "00000000-0000-0000-0000-000000000000";

/** Queues everybody again when another vendor, field or list of places decides where they are. */
const queueEverybody = async (write: Write, state: GeocodingState, signature: string): Promise<void> => {
  let after = state.signature === signature ? state.queuedUpTo : firstId;
  while (after !== null) {
    const from: string = after;
    after = await write(system, async ({ tx }) => {
      const next = await queueNextPage(tx, from, queuePageSize);
      await saveLocationProgress(tx, signature, next);
      await extendLocationLease(tx, leaseSeconds);
      return next;
    });
  }
};

/** Locates a page by the shipped places, in one transaction; returns how many it was. */
const locatePage = async (
  { tx, touch }: WriteContext,
  { provider, streetField }: Geocoder,
): Promise<number> => {
  const claimed = await claimAddresses(tx, pageSize, streetField);
  if (claimed.length === 0) return 0;
  const gazetteer = readGazetteer();
  const known = await readLookupHashes(
    tx,
    claimed.map(({ personId }) => personId),
  );
  const withoutAddress: string[] = [];
  const located: StoredLocation[] = [];
  const toAsk: { personId: string; lookupHash: string }[] = [];
  for (const address of claimed) {
    const { personId } = address;
    const plan = planLookup(address, provider, gazetteer);
    if (plan.kind === "none") {
      withoutAddress.push(personId);
      continue;
    }
    const lookupHash = hashLookup(plan.key);
    if (known.get(personId) === lookupHash) continue;
    // Until the vendor has answered, the hash is that of an offline look-up.
    const isAsked = plan.question !== null;
    located.push({
      personId,
      location: plan.offline,
      provider: "offline",
      lookupHash: isAsked ? hashLookup(`offline ${formatAddress(address)}`) : lookupHash,
    });
    if (isAsked) toAsk.push({ personId, lookupHash });
  }
  await deleteLocations(tx, withoutAddress);
  await upsertLocations(tx, located);
  const copied = await copyKnownLocations(tx, toAsk);
  const asked = toAsk.map(({ personId }) => personId).filter((personId) => !copied.has(personId));
  await queueForVendor(tx, asked);
  await finishQueued(
    tx,
    claimed.map(({ personId }) => personId).filter((personId) => !asked.includes(personId)),
  );
  await extendLocationLease(tx, leaseSeconds);
  if (located.length > 0 || withoutAddress.length > 0) touch("people");
  return claimed.length;
};

type Answer = { row: QueuedAddress; result: OperationResult<GeocodedAddress | null> };

/** So many outages in a row are the vendor's, not an address's. */
const maxOutages = 3;

/** Stops at the first error that concerns the account or the vendor and not the address. */
const askVendor = async (
  rows: readonly QueuedAddress[],
  geocode: (address: string) => Promise<OperationResult<GeocodedAddress | null>>,
): Promise<{ answers: Answer[]; refusal: OperationError | null }> => {
  const answers: Answer[] = [];
  const asked = new Map<string, OperationResult<GeocodedAddress | null>>();
  let outages = 0;
  for (const row of rows) {
    const question = formatAddress(row).slice(0, 500);
    const result = asked.get(question) ?? (await geocode(question));
    asked.set(question, result);
    if (!result.ok && (result.error.kind === "auth" || result.error.kind === "rate"))
      return { answers, refusal: result.error };
    answers.push({ row, result });
    outages = !result.ok && result.error.kind === "transient" ? outages + 1 : 0;
    if (!result.ok && outages === maxOutages) return { answers, refusal: result.error };
  }
  return { answers, refusal: null };
};

const policy = retryPolicies.integration;

const storeAnswers = async (
  { tx, touch }: WriteContext,
  answers: readonly Answer[],
  { provider }: Geocoder,
): Promise<void> => {
  if (provider === null) return;
  const gazetteer = readGazetteer();
  const unchanged = await lockUnchanged(
    tx,
    answers.map(({ row: { personId, version } }) => ({ personId, version })),
  );
  const located: StoredLocation[] = [];
  for (const { row, result } of answers) {
    if (!unchanged.has(row.personId)) continue;
    const isLater = !result.ok && result.error.kind === "transient" && mayRetry(policy, row.attempts);
    if (isLater) {
      const afterMs = retryDelayMs(policy, row.attempts);
      await postponeQueued(tx, [row.personId], { afterMs, isCounted: true });
      continue;
    }
    const plan = planLookup(row, provider, gazetteer);
    if (plan.kind === "none") continue;
    const found = result.ok && result.value ? toLocation(result.value, gazetteer) : null;
    const location = finerLocation(plan.offline, found);
    located.push({
      personId: row.personId,
      location,
      provider: location !== null && location === found ? provider : "offline",
      lookupHash: hashLookup(plan.key),
    });
  }
  await upsertLocations(tx, located);
  await finishQueued(
    tx,
    located.map(({ personId }) => personId),
  );
  if (located.length > 0) touch("people");
};

const recordRefusal = async (
  { tx, touch }: WriteContext,
  error: OperationError,
  rest: readonly QueuedAddress[],
  language: "en" | "es",
): Promise<void> => {
  const afterMs = error.retryAfterMs ?? (error.kind === "auth" ? authPauseMs : ratePauseMs);
  await pauseVendor(tx, afterMs, error.message);
  await postponeQueued(
    tx,
    rest.map(({ personId }) => personId),
    { afterMs: 0, isCounted: false },
  );
  if (error.kind !== "auth") return;
  const reason = error.message[language];
  if (
    await noticeFailingIntegration(tx, {
      name: maps.label,
      reason,
      step: "connect",
      link: "/settings?tab=maps",
    })
  )
    touch("notifications");
};

/** Asks the vendor for a page; false when there is nothing more to ask for now. */
const askForPage = async ({ write, general }: JobContext, geocoder: Geocoder): Promise<boolean> => {
  const rows = await write(system, async ({ tx }) => {
    await extendLocationLease(tx, leaseSeconds);
    return leaseAddresses(tx, vendorPageSize, leaseSeconds, geocoder.streetField);
  });
  if (rows.length === 0) return false;
  const { answers, refusal } = await geocoder.ask((geocode) => askVendor(rows, geocode));
  const language = (await general()).locale.startsWith("es") ? "es" : "en";
  await write(system, async (change) => {
    await storeAnswers(change, answers, geocoder);
    if (refusal) await recordRefusal(change, refusal, rows.slice(answers.length), language);
    else if (answers.some(({ result }) => result.ok)) await clearVendorError(change.tx);
  });
  return refusal === null && rows.length === vendorPageSize;
};

const locateQueued = async (context: JobContext, state: GeocodingState): Promise<void> => {
  const { write, vendors } = context;
  const until = performance.now() + runMs;
  const geocoder = await openGeocoder(vendors);
  const signature = [geocoder.provider ?? "offline", geocoder.streetField ?? "", placesVersion].join(" ");
  await queueEverybody(write, state, signature);
  let count: number;
  do count = await write(system, ({ tx }) => queueExpired(tx, pageSize));
  while (count === pageSize);
  do count = await write(system, (change) => locatePage(change, geocoder));
  while (count > 0 && performance.now() < until);
  const isPaused = state.isPaused && state.signature === signature;
  let hasMore = geocoder.provider !== null && !isPaused;
  while (hasMore && performance.now() < until) hasMore = await askForPage(context, geocoder);
};

/**
 * Finds where people live: by the places that the product ships, and by the map vendor where one is connected. A look-up
 * that a killed process repeats changes nothing: it is stored by person, and only while the address is the same.
 */
export const locatePeople = defineJob({
  name: "locate-people",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 100,
  schedule: "* * * * *",
  run: async (_batch, context) => {
    const state = await context.write(system, ({ tx }) => leaseLocationWork(tx, leaseSeconds));
    if (!state) return;
    try {
      await locateQueued(context, state);
    } finally {
      await context.write(system, ({ tx }) => endLocationLease(tx));
    }
  },
});
