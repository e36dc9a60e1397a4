import type { GateFacts } from "#domain/compliance/facts.ts";
import type { Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRules } from "#server/store/compliance/contact-rules.ts";
import { findRecipients, type Recipient, readGateFacts } from "#server/store/compliance/gate-facts.ts";
import type { DueAction } from "#server/store/delivery/actions.ts";
import { findWaitingSenders } from "#server/store/ingestion/received-messages.ts";
import { lockAddresses } from "#server/store/people/matching.ts";

/**
 * Locks all addresses of the recipients: an opt-out is either seen here, or waits for this transaction. Of those who
 * wrote something that is not worked off yet nothing is decided: it may be an opt-out.
 */
export const lockRecipients = async (
  tx: Tx,
  due: DueAction[],
  hash: AddressHash,
  rules: ContactRules,
  now: number,
): Promise<{ people: Map<string, Recipient>; facts: Map<string, GateFacts>; unread: Set<string> }> => {
  const ids = [...new Set(due.map(({ personId }) => personId))];
  const unlocked = await findRecipients(tx, ids);
  const addresses = unlocked.flatMap((person) => person.addresses.map(({ value }) => value));
  const [, recipients] = await inOneRoundTrip([lockAddresses(tx, addresses), findRecipients(tx, ids)]);
  const [facts, senders] = await inOneRoundTrip([
    readGateFacts(tx, recipients, rules, hash, now),
    findWaitingSenders(tx, addresses),
  ]);
  const hasWritten = (person: Recipient) => person.addresses.some(({ value }) => senders.has(value));
  return {
    people: new Map(recipients.map((person) => [person.id, person])),
    facts,
    unread: new Set(recipients.filter(hasWritten).map(({ id }) => id)),
  };
};
