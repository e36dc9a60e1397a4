import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Actor, system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/address-hash.ts";
import { isUnderWay, wakeHeld } from "#server/store/deliveries.ts";
import { addToTimeline, holdAddresses } from "#server/store/recording.ts";
import type { Write } from "#server/store/write.ts";

export type Silencing = {
  address: string;
  source: string;
  reason: string | null;
  causedBy: string | null;
  actorId?: string | null;
};

/** The address asked for silence, whoever holds it now or later. */
export const suppressAddress = async (
  tx: Tx,
  hash: AddressHash,
  { address, source, reason, causedBy, actorId = null }: Silencing,
) => {
  await tx.execute(sql`
    INSERT INTO suppressions (address_hash, scope, state, source, reason, actor_id, caused_by)
    VALUES (${hash(address)}, 'all', 'opted_out', ${source}, ${reason}, ${actorId}, ${causedBy})`);
};

/** Everybody who has one of the addresses. */
const holdersOf = async (tx: Tx, addresses: string[]): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM people WHERE lower(email) = ANY(${sql.param(addresses)}::text[])
        OR phone = ANY(${sql.param(addresses)}::text[]) ORDER BY id`);
  return rows.map(({ id }) => id);
};

const patienceMs = 75_000;

type OptOut = { addresses: string[]; source: string; reason: string | null; causedBy: string | null };

/**
 * From the moment this resolves nothing is sent to the addresses. The lanes keep new sends out while it decides, and
 * what is on its way at this moment is waited for: it was sent before they asked, or not at all.
 */
export const optOut = async (
  write: Write,
  hash: AddressHash,
  { addresses, source, reason, causedBy }: OptOut,
  actor: Actor = system,
): Promise<void> => {
  const normal = [...new Set(addresses.map((address) => address.trim().toLowerCase()))];
  const started = Date.now();
  for (;;) {
    const done = await write(actor, async ({ tx, audit, touch }) => {
      await holdAddresses(tx, normal);
      const people = await holdersOf(tx, normal);
      const mustWait = Date.now() - started < patienceMs && (await isUnderWay(tx, people));
      if (mustWait) return false;
      for (const address of normal)
        await suppressAddress(tx, hash, { address, source, reason, causedBy, actorId: actor.userId });
      await addToTimeline(
        tx,
        people.map((personId) => ({
          personId,
          eventType: "opted_out",
          source,
          title: "Opted out",
          description: reason,
          metadata: { source },
          causedBy: causedBy ?? personId,
        })),
        false,
      );
      // What waits for them is stopped at the gate, with its reason, now and not when its time would come.
      await wakeHeld(tx, people);
      audit({
        eventType: "data_change",
        entityType: "suppression",
        entityId: people[0] ?? "",
        description: "Somebody opted out of all channels",
        metadata: { source, people },
      });
      touch("people", "actions");
      return true;
    });
    if (done) return;
    await sleep(20);
  }
};

/** They asked to hear again. */
export const optIn = (
  write: Write,
  hash: AddressHash,
  { addresses, source, reason, causedBy }: OptOut,
  actor: Actor = system,
): Promise<void> =>
  write(actor, async ({ tx, audit, touch }) => {
    const normal = [...new Set(addresses.map((address) => address.trim().toLowerCase()))];
    await holdAddresses(tx, normal);
    const people = await holdersOf(tx, normal);
    for (const address of normal) {
      await tx.execute(sql`
        INSERT INTO suppressions (address_hash, scope, state, source, reason, actor_id, caused_by)
        VALUES (${hash(address)}, 'all', 'released', ${source}, ${reason}, ${actor.userId}, ${causedBy})`);
    }
    await addToTimeline(
      tx,
      people.map((personId) => ({
        personId,
        eventType: "opted_in",
        source,
        title: "Opted in again",
        description: reason,
        metadata: { source },
        causedBy: causedBy ?? personId,
      })),
      false,
    );
    audit({
      eventType: "data_change",
      entityType: "suppression",
      entityId: people[0] ?? "",
      description: "Somebody who had opted out asked to hear again",
      metadata: { source, people },
    });
    touch("people");
  });
