import type { GeneralSettings } from "#domain/general-settings.ts";
import { defaultLanguage, parseLanguage } from "#domain/language.ts";
import { chooseSummary } from "#domain/profile/choose-summary.ts";
import { computeProfile, formatBestTime } from "#domain/profile/compute-profile.ts";
import { readMissingIntents } from "#server/ai/read-missing-intents.ts";
import { system } from "#server/audit/entry.ts";
import { findFailing } from "#server/batch.ts";
import type { Clock } from "#server/clock.ts";
import type { Database, Tx } from "#server/db/database.ts";
import { isConnectionLost, isDeadlock, isLockTimeout } from "#server/db/errors.ts";
import type { Log } from "#server/log.ts";
import { type BatchResult, emptyBatch } from "#server/pipeline/queue-worker.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRules } from "#server/store/compliance/contact-rules.ts";
import { findRecipients, readGateFacts } from "#server/store/compliance/gate-facts.ts";
import { findSummaries } from "#server/store/people/person-summaries.ts";
import { readEntriesOfPeople } from "#server/store/people/profile-history.ts";
import {
  type ComputedProfile,
  keepPeople,
  readQueuedProfiles,
  removeQueuedProfiles,
  saveComputedProfiles,
} from "#server/store/people/profile-queue.ts";
import { findProfiles } from "#server/store/people/profiles.ts";
import type { Write } from "#server/store/write.ts";

export type ProfileContext = {
  database: Pick<Database, "db" | "pool">;
  write: Write;
  clock: Clock;
  general: () => Promise<GeneralSettings>;
  contactRules: (now: number) => Promise<ContactRules>;
  hash: AddressHash;
  log: Log;
};

/** Not caused by a person: the same people are computed at the next attempt. */
const isTransient = (error: unknown): boolean =>
  isConnectionLost(error) || isLockTimeout(error) || isDeadlock(error);

/** Each reads up to 300 entries of a timeline. */
const batchSize = 100;

/** What is advised for these people, read in a fixed number of statements. */
const computeAdvice = async (
  tx: Tx,
  ids: string[],
  rules: ContactRules,
  { hash, settings, now }: { hash: AddressHash; settings: GeneralSettings; now: number },
): Promise<ComputedProfile[]> => {
  const { timezone, locale } = settings;
  const language = parseLanguage(locale) ?? defaultLanguage;
  const recipients = await findRecipients(tx, ids);
  const facts = await readGateFacts(tx, recipients, rules, hash, now);
  const entriesOf = await readEntriesOfPeople(tx, ids, timezone);
  const summaries = await findSummaries(tx, ids);
  const people = await findProfiles(tx, ids);
  return people.flatMap((person): ComputedProfile[] => {
    const known = facts.get(person.id);
    if (!known) return [];
    const entries = readMissingIntents(entriesOf.get(person.id) ?? [], settings);
    const { preferred, bestTime, nextAction, summaryFacts } = computeProfile(
      person,
      known,
      entries,
      timezone,
    );
    const { sentences } = chooseSummary(summaries.get(person.id), summaryFacts, language);
    return [
      {
        personId: person.id,
        preferredChannel: preferred.channel,
        bestTimeToContact: formatBestTime(bestTime),
        nextBestAction: nextAction.kind,
        aiSummary: sentences.map(({ text }) => text).join(" "),
      },
    ];
  });
};

/**
 * Computes preferred channel, best time, next action and summary of people who were scored or changed, so that filters
 * find people whose page no user has opened. It is a stage of its own, because it reads timelines: under load scores and
 * rules go before it. Computing and taking out of the queue are two transactions, so that no lock is held while another
 * is waited for; people whom a killed process had computed are computed again.
 */
export const createProfiler = (context: ProfileContext): (() => Promise<BatchResult>) => {
  const { database, write, clock, general, contactRules, hash, log } = context;
  let afterId: string | null = null;
  return async () => {
    const queued = await readQueuedProfiles(database.pool, afterId, batchSize);
    const last = queued.at(-1);
    const hadCursor = afterId !== null;
    afterId = queued.length === batchSize && last ? last.personId : null;
    if (queued.length === 0) return hadCursor ? { done: 0, hasMore: true } : emptyBatch;
    const settings = await general();
    const now = clock.now();
    const rules = await contactRules(now);
    const ids = queued.map(({ personId }) => personId);
    const compute = (some: readonly string[]) =>
      write(system, async ({ tx, touch }) => {
        await keepPeople(tx, some);
        const profiles = await computeAdvice(tx, [...some], rules, { hash, settings, now });
        if ((await saveComputedProfiles(tx, profiles)) > 0) touch("people");
      });
    // Those who fail alone leave the queue, too: they are queued again with what happens next.
    for (const { item: personId, error } of await findFailing(ids, compute, isTransient))
      log.error({ error, personId }, "the profile of a person could not be computed");
    await write(system, async ({ tx }) => {
      await keepPeople(tx, ids);
      await removeQueuedProfiles(tx, queued);
    });
    return { done: queued.length, hasMore: queued.length === batchSize || hadCursor };
  };
};
