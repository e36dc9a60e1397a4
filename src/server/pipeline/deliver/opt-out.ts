import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { SuppressionSource, SuppressionState } from "#domain/compliance/suppression.ts";
import { type Actor, system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { isUnderWay, wakeHeld } from "#server/store/delivery/actions.ts";
import { addToTimeline, holdAddresses } from "#server/store/ingestion/recording.ts";
import type { Write, Writing } from "#server/store/write.ts";

type Marked = {
  address: string;
  /** `all`, unless only one channel is of no use. */
  scope?: "all" | "email";
  source: SuppressionSource;
  reason: string | null;
  causedBy: string | null;
  actorId?: string | null;
};

const mark = async (tx: Tx, hash: AddressHash, state: SuppressionState, marked: Marked): Promise<void> => {
  const { address, scope = "all", source, reason, causedBy, actorId = null } = marked;
  await tx.execute(sql`
    INSERT INTO suppressions (address_hash, scope, state, source, reason, actor_id, caused_by)
    VALUES (${hash(address)}, ${scope}, ${state}, ${source}, ${reason}, ${actorId}, ${causedBy})`);
};

/** The address asked for silence, whoever holds it now or later. */
export const suppressAddress = (tx: Tx, hash: AddressHash, marked: Marked): Promise<void> =>
  mark(tx, hash, "opted_out", marked);

/** A vendor says so; where we know it already, it says nothing new. */
export const suppressByVendor = async (
  tx: Tx,
  hash: AddressHash,
  marked: Omit<Marked, "source">,
): Promise<void> => {
  const { rows } = await tx.execute<{ state: SuppressionState }>(sql`
    SELECT state FROM suppressions WHERE address_hash = ${hash(marked.address)} AND scope = 'all'
     ORDER BY created_at DESC, id DESC LIMIT 1`);
  if (rows[0]?.state !== "opted_out") await suppressAddress(tx, hash, { ...marked, source: "vendor" });
};

/** Nothing reaches this e-mail address: no more is sent to it, whoever holds it. Other ways to them stay open. */
export const giveUpAddress = async (
  { tx, audit, touch }: Writing,
  hash: AddressHash,
  address: string,
  reason: string | null,
  causedBy: string,
): Promise<void> => {
  await suppressAddress(tx, hash, { address, scope: "email", source: "bounce", reason, causedBy });
  audit({
    eventType: "data_change",
    entityType: "suppression",
    entityId: causedBy,
    description: "An e-mail address was given up, because letters to it come back",
    metadata: { source: "bounce", status: reason },
  });
  touch("people", "actions");
};

/** Everybody who has one of the addresses. */
const holdersOf = async (tx: Tx, addresses: string[]): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM people WHERE lower(email) = ANY(${sql.param(addresses)}::text[])
        OR phone = ANY(${sql.param(addresses)}::text[]) ORDER BY id`);
  return rows.map(({ id }) => id);
};

const patienceMs = 75_000;
const normal = (addresses: string[]): string[] => [
  ...new Set(addresses.map((address) => address.trim().toLowerCase())),
];

/**
 * Runs the change in a transaction in which nothing is on its way to whoever has the addresses, and nothing can set
 * out before it ends. What is on its way is waited for: it was sent before they asked, or not at all.
 */
export const whenQuiet = async <T>(
  write: Write,
  actor: Actor,
  addresses: string[],
  change: (writing: Writing, people: string[]) => Promise<T>,
): Promise<T> => {
  const started = Date.now();
  for (;;) {
    const done = await write(actor, async (writing) => {
      await holdAddresses(writing.tx, normal(addresses));
      const people = await holdersOf(writing.tx, normal(addresses));
      const mustWait = Date.now() - started < patienceMs && (await isUnderWay(writing.tx, people));
      return mustWait ? undefined : { result: await change(writing, people) };
    });
    if (done) return done.result;
    await sleep(20);
  }
};

export type Asked = {
  addresses: string[];
  source: SuppressionSource;
  reason: string | null;
  causedBy: string | null;
};

const words = {
  opted_out: { eventType: "opted_out", title: "Opted out", audit: "Somebody opted out of all channels" },
  released: {
    eventType: "opted_in",
    title: "Opted in again",
    audit: "Somebody who had opted out asked to hear again",
  },
} as const;

/** Silence, or its end, for the addresses and on the timelines of those who have them. */
const keepWish = async (
  { tx, audit, touch }: Writing,
  hash: AddressHash,
  state: SuppressionState,
  { addresses, source, reason, causedBy }: Asked,
  people: string[],
  actorId: string | null,
): Promise<void> => {
  for (const address of normal(addresses))
    await mark(tx, hash, state, { address, source, reason, causedBy, actorId });
  const { eventType, title, audit: description } = words[state];
  await addToTimeline(
    tx,
    people.map((personId) => ({
      personId,
      eventType,
      source,
      title,
      description: reason,
      metadata: { source },
      causedBy: causedBy ?? personId,
    })),
    false,
  );
  // What waits for them passes the gate now, with its reason, and not when its time would come.
  await wakeHeld(tx, people);
  audit({
    eventType: "data_change",
    entityType: "suppression",
    entityId: people[0] ?? "",
    description,
    metadata: { source, people },
  });
  touch("people", "actions");
};

/** Inside a transaction that `whenQuiet` began. */
export const silence = (writing: Writing, hash: AddressHash, asked: Asked, people: string[]): Promise<void> =>
  keepWish(writing, hash, "opted_out", asked, people, null);
export const release = (writing: Writing, hash: AddressHash, asked: Asked, people: string[]): Promise<void> =>
  keepWish(writing, hash, "released", asked, people, null);

/** From the moment this resolves nothing is sent to the addresses. */
export const optOut = (write: Write, hash: AddressHash, asked: Asked, actor: Actor = system): Promise<void> =>
  whenQuiet(write, actor, asked.addresses, (writing, people) =>
    keepWish(writing, hash, "opted_out", asked, people, actor.userId),
  );

/** They asked to hear again. */
export const optIn = (write: Write, hash: AddressHash, asked: Asked, actor: Actor = system): Promise<void> =>
  whenQuiet(write, actor, asked.addresses, (writing, people) =>
    keepWish(writing, hash, "released", asked, people, actor.userId),
  );
