import { sql } from "drizzle-orm";
import type { PersonField } from "#contract/person-fields.ts";
import { addToCount, emptyCount } from "#domain/broadcasts/tally-check.ts";
import { hourMs, minuteMs } from "#domain/compliance/durations.ts";
import type { Language } from "#domain/language.ts";
import { system } from "#server/audit/entry.ts";
import type { Clock } from "#server/clock.ts";
import type { Reader } from "#server/db/database.ts";
import { isConnectionLost, isLockTimeout } from "#server/db/errors.ts";
import type { Log } from "#server/log.ts";
import type { BusinessValues } from "#server/pipeline/deliver/compose.ts";
import { type BatchResult, emptyBatch } from "#server/pipeline/queue-worker.ts";
import { findCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { hasOpenRuns, readBroadcastFigures } from "#server/store/broadcasts/broadcast-figures.ts";
import {
  countMembers,
  deleteOldChecks,
  findTakenAddresses,
  insertRuledPeople,
  type Members,
  readMembers,
} from "#server/store/broadcasts/broadcast-people.ts";
import {
  claimBroadcast,
  findBroadcast,
  listDueBroadcasts,
  type StoredBroadcast,
  updateBroadcast,
} from "#server/store/broadcasts/broadcasts.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRules } from "#server/store/compliance/contact-rules.ts";
import { readExpectedPrices } from "#server/store/delivery/average-prices.ts";
import { listTemplateTexts } from "#server/store/delivery/templates.ts";
import { audienceCondition } from "#server/store/people/audience-context.ts";
import type { WorkspaceDay } from "#server/store/workspace/day.ts";
import type { Write, WriteContext } from "#server/store/write.ts";
import { checkPage } from "./check-page.ts";
import {
  beginBroadcast,
  continueSending,
  endAll,
  type Figures,
  figuresEveryMs,
  followBroadcast,
} from "./send-broadcast.ts";

export type BroadcastContext = {
  database: { db: Reader };
  write: Write;
  clock: Clock;
  log: Log;
  hash: AddressHash;
  contactRules: (now: number) => Promise<ContactRules>;
  day: (now: number) => Promise<WorkspaceDay>;
  business: () => Promise<{ values: BusinessValues; language: Language }>;
  personFields: () => Promise<PersonField[]>;
  /** Where the short links of messages begin; null where there is none. */
  linkOrigin: string | null;
};

const secondMs = 1000;
const checkedAtOnce = 1000;
const deletedAtOnce = 5000;
/** About how many people the chart of the hours asks. */
const sampleSize = 400;
/** Figures cost at most a twentieth of the time. */
const figuresShare = 20;
const chartHours = 48;

/** Works on each broadcast that is due: a page of its check, people who begin, or its figures. */
export const workOnBroadcasts = async (context: BroadcastContext): Promise<BatchResult> => {
  const ids = await listDueBroadcasts(context.database.db);
  if (ids.length === 0) return emptyBatch;
  let hasMore = false;
  for (const id of ids) {
    try {
      hasMore = (await workOn(id, context)) || hasMore;
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      if (!isLockTimeout(error))
        context.log.warn({ error, broadcastId: id }, "a broadcast could not be worked on and is tried again");
      // It must not stop the others. Whoever holds a person is done soon.
      const pauseMs = isLockTimeout(error) ? secondMs : minuteMs;
      await context.write(system, async ({ tx, clock }) => {
        const broadcast = await claimBroadcast(tx, id);
        if (broadcast) await updateBroadcast(tx, id, { dueAt: clock.now() + pauseMs });
      });
    }
  }
  return { done: ids.length, hasMore };
};

/** Whether more of it is due at once. */
const workOn = async (id: string, context: BroadcastContext): Promise<boolean> => {
  const shared = await readShared(context);
  const figures = await readFigures(id, context);
  return context.write(system, async (writing) => {
    const broadcast = await claimBroadcast(writing.tx, id);
    if (!broadcast) return false;
    switch (broadcast.state) {
      case "checking":
        return continueCheck(writing, broadcast, shared);
      case "scheduled":
        await beginBroadcast(writing, broadcast);
        return true;
      case "sending":
        return continueSending(writing, broadcast, figures);
      case "cancelled":
        return endAll(writing, broadcast, figures);
      default:
        return followBroadcast(writing, broadcast, figures);
    }
  });
};

/** Read before the transaction, so that neither a pause nor the people who begin wait for them. */
const readFigures = async (id: string, { database, clock, log }: BroadcastContext): Promise<Figures> => {
  const broadcast = await findBroadcast(database.db, id);
  const now = clock.now();
  if (!broadcast || broadcast.startedAt === null) return { actual: null, figuresAt: now, isFinal: false };
  const { actual, figuresAt } = broadcast;
  if (actual !== null && figuresAt !== null && now < figuresAt) return { actual, figuresAt, isFinal: false };
  const startedAt = performance.now();
  const { counted, begun } = broadcast;
  const haveAllBegun = begun >= (counted?.send ?? 0) + (counted?.wait ?? 0);
  const isFinal = haveAllBegun && !(await hasOpenRuns(database.db, id));
  try {
    const read = await database.db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL statement_timeout = '60s'`);
      return readBroadcastFigures(tx, broadcast);
    });
    const tookMs = performance.now() - startedAt;
    return { actual: read, figuresAt: now + Math.max(figuresEveryMs, tookMs * figuresShare), isFinal };
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    log.warn({ error, broadcastId: id }, "the figures of a broadcast could not be read");
    return { actual, figuresAt: now + minuteMs, isFinal };
  }
};

type Shared = {
  hash: AddressHash;
  contactRules: ContactRules;
  day: WorkspaceDay;
  business: { values: BusinessValues; language: Language };
  personFields: PersonField[];
  linkOrigin: string | null;
};

/** Read before the transaction, which must not wait for a second connection. */
const readShared = async (context: BroadcastContext): Promise<Shared> => {
  const now = context.clock.now();
  return {
    hash: context.hash,
    contactRules: await context.contactRules(now),
    day: await context.day(now),
    business: await context.business(),
    personFields: await context.personFields(),
    linkOrigin: context.linkOrigin,
  };
};

const membersOf = async (
  { tx }: Pick<WriteContext, "tx">,
  { definition, checkedAt, createdBy }: StoredBroadcast,
  timezone: string,
): Promise<Members> => {
  const before = checkedAt ?? 0;
  const use = { now: before, userId: createdBy?.id ?? null, timezone };
  const wanted = await audienceCondition(tx, definition.audience, use);
  const unwanted = definition.except && (await audienceCondition(tx, definition.except, use));
  // Whoever cannot be read to be excluded might be.
  const isReadable = wanted.ok && (unwanted === null || unwanted.ok);
  return {
    before,
    condition: isReadable ? sql`${wanted.sql} AND NOT ${unwanted?.sql ?? sql`false`}` : sql`false`,
  };
};

const continueCheck = async (
  writing: WriteContext,
  broadcast: StoredBroadcast,
  { hash, contactRules, day, business, personFields, linkOrigin }: Shared,
): Promise<boolean> => {
  const { tx, touch } = writing;
  const { id, definition, checkNumber, checkedAt } = broadcast;
  const now = checkedAt ?? writing.clock.now();
  if ((await deleteOldChecks(tx, { id, checkNumber }, deletedAtOnce)) === deletedAtOnce) return true;
  const members = await membersOf(writing, broadcast, day.timezone);
  const startsAt = definition.when.kind === "at" ? Math.max(now, Date.parse(definition.when.at)) : now;
  const hours = Array.from({ length: chartHours }, (_, hour) => startsAt + hour * hourMs);
  const counted = broadcast.counted ?? emptyCount(await countMembers(tx, members), hours);
  const page = await readMembers(tx, members, {
    after: broadcast.checkedTo,
    limit: checkedAtOnce,
    midnight: day.midnight,
  });
  const context = {
    ...{ id, definition, hash, contactRules, business, personFields, linkOrigin, startsAt, hours },
    timezone: day.timezone,
    steps: (await findCompiledRule(tx, id))?.compiled.sequence?.steps ?? [],
    templates: await listTemplateTexts(tx),
    prices: await readExpectedPrices(tx),
    sampleEvery: Math.max(1, Math.floor(counted.people / sampleSize)),
  };
  const { counted: looked, rows } = await checkPage(tx, page, context, {
    firstPlace: counted.looked + 1,
    readTaken: (addresses) => findTakenAddresses(tx, { id, checkNumber }, addresses),
  });
  await insertRuledPeople(tx, { id, checkNumber }, rows);
  addToCount(counted, looked);
  const isComplete = page.length < checkedAtOnce;
  if (isComplete) counted.people = counted.looked;
  await updateBroadcast(tx, id, {
    counted,
    checkedTo: page.at(-1)?.id ?? broadcast.checkedTo,
    ...(isComplete ? { state: "checked", dueAt: null } : {}),
  });
  touch("broadcasts");
  return !isComplete;
};
