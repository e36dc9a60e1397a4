import { setTimeout as sleep } from "node:timers/promises";
import type {
  SuppressionScope,
  SuppressionSource,
  SuppressionState,
} from "#domain/compliance/suppression.ts";
import { simulatedMark } from "#domain/messages/simulation.ts";
import { addressKind } from "#domain/people/person-address.ts";
import { type Actor, system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { findOptedOut, findRecipients } from "#server/store/compliance/gate-facts.ts";
import { insertSuppression, isRefusalOutdated } from "#server/store/compliance/suppressions.ts";
import { hasSendsInFlight, wakeUnclaimedActions } from "#server/store/delivery/actions.ts";
import { findHolders, findUnshared, lockAddresses } from "#server/store/people/matching.ts";
import { hashAddress, markBouncedAddress } from "#server/store/people/person-addresses.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import type { Write, WriteContext } from "#server/store/write.ts";

export type PreferenceRequest = {
  addresses: string[];
  /** All channels unless only one is affected. */
  scope?: SuppressionScope;
  source: SuppressionSource;
  reason: string | null;
  causedBy: string | null;
  /** It was said to a simulator outside the demo. */
  isTest?: boolean;
};

/** What a simulator says outside the demo lifts no opt-out. */
type RealPreferenceRequest = PreferenceRequest & { isTest?: false };

const normalizeAddresses = (addresses: string[]): string[] => [
  ...new Set(addresses.map((address) => address.trim().toLowerCase())),
];

/**
 * Runs a change about addresses with their locks held. A claim takes the same locks, so every send to them was either
 * claimed before the change or is decided with its result.
 */
export const withAddressesLocked = <T>(
  write: Write,
  actor: Actor,
  addresses: string[],
  change: (context: WriteContext, people: string[]) => Promise<T>,
): Promise<T> =>
  write(actor, async (context) => {
    const normalized = normalizeAddresses(addresses);
    await lockAddresses(context.tx, normalized);
    return change(context, await findHolders(context.tx, normalized));
  });

const maxWaitMs = 10_000;
const pollMs = 50;

/**
 * Waits until messages that were claimed before an opt-out have left. The wait is bounded: a vendor that is slower
 * than this got the message before the person opted out.
 */
export const waitForSendsInFlight = async (write: Write, people: string[]): Promise<void> => {
  const endsAt = Date.now() + maxWaitMs;
  while (Date.now() < endsAt) {
    if (!(await write(system, ({ tx }) => hasSendsInFlight(tx, people)))) return;
    await sleep(pollMs);
  }
};

/**
 * A vendor refuses a message because of an opt-out. One that is known already is not recorded again; and a refusal that
 * was on its way while the person opted in does not take the opt-in back.
 */
export const suppressByVendor = async (
  tx: Tx,
  hash: AddressHash,
  { address, ...cause }: { address: string; reason: string | null; causedBy: string },
): Promise<void> => {
  if (await isRefusalOutdated(tx, hash(address), cause.causedBy)) return;
  await hashAddress(tx, address, hash);
  await insertSuppression(tx, hash(address), { state: "opted_out", source: "vendor", ...cause });
};

/** Stops sending to an e-mail address that bounces. The person's other channels stay open. */
export const giveUpAddress = async (
  { tx, audit, touch }: WriteContext,
  hash: AddressHash,
  address: string,
  reason: string | null,
  causedBy: string,
): Promise<void> => {
  const scope: SuppressionScope = "email";
  await markBouncedAddress(tx, address);
  await hashAddress(tx, address, hash);
  await insertSuppression(tx, hash(address), {
    state: "opted_out",
    scope,
    source: "bounce",
    reason,
    causedBy,
  });
  audit({
    eventType: "data_change",
    entityType: "suppression",
    entityId: causedBy,
    details: { kind: "email_bounced" },
    metadata: { source: "bounce", status: reason },
  });
  touch("people", "actions");
};

const preferenceTexts = {
  opted_out: {
    eventType: "opted_out",
    title: "Opted out",
  },
  released: {
    eventType: "opted_in",
    title: "Opted in again",
  },
} as const;

/** Records an opt-out or opt-in for the addresses, and on the timelines of the people who have them. */
const recordPreference = async (
  { tx, audit, touch }: WriteContext,
  hash: AddressHash,
  state: SuppressionState,
  { addresses, scope = "all", source, reason, causedBy, isTest = false }: PreferenceRequest,
  people: string[],
  actorId: string | null,
): Promise<void> => {
  for (const address of normalizeAddresses(addresses)) {
    await hashAddress(tx, address, hash);
    await insertSuppression(tx, hash(address), {
      state,
      scope,
      source,
      reason,
      causedBy,
      actorId,
      simulated: isTest,
    });
  }
  const mark = simulatedMark(isTest ? "test" : null);
  const { eventType, title } = preferenceTexts[state];
  await addToTimeline(
    tx,
    people.map((personId) => ({
      personId,
      eventType,
      source,
      title,
      description: reason,
      metadata: { source, scope, ...mark },
      causedBy: causedBy ?? personId,
    })),
  );
  // Held messages go through the gate now and get its reason, instead of at the end of their wait.
  await wakeUnclaimedActions(tx, people);
  audit({
    eventType: "data_change",
    entityType: "suppression",
    entityId: people[0] ?? "",
    details: state === "opted_out" ? { kind: "opted_out", scope } : { kind: "opted_in" },
    metadata: { source, scope, people, ...mark },
  });
  touch("people", "actions");
};

/** For a transaction that has locked the addresses. */
export const optOut = (
  context: WriteContext,
  hash: AddressHash,
  request: PreferenceRequest,
  people: string[],
  actorId: string | null = null,
): Promise<void> => recordPreference(context, hash, "opted_out", request, people, actorId);

/**
 * For a transaction that has locked the addresses. Where one person has them, the opt-outs of their other addresses
 * end, too, if nobody else has those: a stranger can name another's number as their own. Who shares an address cannot opt in for the others, and an account is linked with other addresses only by an
 * operator's merge, so that it opts in for itself alone.
 */
export const optIn = async (
  context: WriteContext,
  hash: AddressHash,
  request: RealPreferenceRequest,
  people: string[],
  actorId: string | null = null,
): Promise<void> => {
  const isAlone = people.length === 1 && !request.addresses.some((address) => addressKind(address) === "x");
  const [holder] = isAlone ? await findRecipients(context.tx, people) : [];
  const optedOut = holder ? await findOptedOut(context.tx, holder, hash) : [];
  const released = holder ? await findUnshared(context.tx, holder.id, [...optedOut]) : [];
  const addresses = [...request.addresses, ...released];
  await recordPreference(context, hash, "released", { ...request, addresses }, people, actorId);
};

/** Opts the addresses out. Once this resolves, nothing more is sent to them, except what a vendor takes over 10 s to accept. */
export const optOutAddresses = async (
  write: Write,
  hash: AddressHash,
  request: PreferenceRequest,
  actor: Actor = system,
): Promise<void> => {
  const people = await withAddressesLocked(write, actor, request.addresses, async (context, holders) => {
    await optOut(context, hash, request, holders, actor.userId);
    return holders;
  });
  await waitForSendsInFlight(write, people);
};

export const optInAddresses = (
  write: Write,
  hash: AddressHash,
  request: RealPreferenceRequest,
  actor: Actor = system,
): Promise<void> =>
  withAddressesLocked(write, actor, request.addresses, (context, people) =>
    optIn(context, hash, request, people, actor.userId),
  );
