import type { PersonProfileView } from "#contract/profiles.ts";
import { defaultLanguage, parseLanguage } from "#domain/language.ts";
import { chooseSummary } from "#domain/profile/choose-summary.ts";
import { computeProfile, formatBestTime } from "#domain/profile/compute-profile.ts";
import type { ProfileEntry } from "#domain/profile/entries.ts";
import type { SummaryFacts } from "#domain/profile/summary.ts";
import { changesSpanMs, listChanges, type ProfileChange } from "#domain/profile/what-changed.ts";
import type { Scores } from "#domain/rules/snapshot.ts";
import { buildHistory } from "#domain/scoring/history.ts";
import type { Scorer } from "#domain/scoring/scorer.ts";
import { summarisePersonFeature } from "#server/ai/features/summarise-person.ts";
import { readMissingIntents } from "#server/ai/read-missing-intents.ts";
import { system } from "#server/audit/entry.ts";
import type { Database } from "#server/db/database.ts";
import { minNewEntries, summarisePerson } from "#server/pipeline/react/summarise-person.ts";
import { claimSummary, findSummary, type StoredSummary } from "#server/store/people/person-summaries.ts";
import { readConsentChanges, readProfileEntries } from "#server/store/people/profile-history.ts";
import { saveComputedProfiles } from "#server/store/people/profile-queue.ts";
import {
  findProfile,
  readPastEvents,
  type ScoredProfile,
  scoringFacts,
} from "#server/store/people/profiles.ts";
import { askGate, readCurrentFacts } from "./gate-checks.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** How long a model has to answer before the screen stops waiting. */
const writingMs = 2 * 60_000;
const minPauseMs = { opened: 10 * 60_000, asked: 20_000 };

/**
 * The scores as they were, computed by the model of today from what had happened by then. Null where they cannot be
 * compared: without scores now or then, with those of another model, or for a person who was not known yet.
 */
const compareScores = async (
  { db }: Database,
  scorer: Scorer,
  person: ScoredProfile,
  entries: readonly ProfileEntry[],
  then: number,
): Promise<{ before: Scores; after: Scores } | null> => {
  const { scores: after, modelVersion, createdAt } = person;
  if (!after || modelVersion !== scorer.version || createdAt > then) return null;
  const past = (await readPastEvents(db, [person.id])).get(person.id) ?? [];
  const history = buildHistory(
    past.filter(({ at }) => at <= then),
    then,
  );
  const firstChange = entries.findLast(({ kind, at }) => kind === "status_changed" && at > then);
  const statusThen = firstChange?.text?.split(" → ")[0];
  const facts = {
    ...scoringFacts(person),
    ...(statusThen ? { status: statusThen as typeof person.status } : {}),
  };
  const { scores: before } = scorer.score({ facts, history, now: then });
  return before && { before, after };
};

const toIso = (instant: number): string => new Date(instant).toISOString();

type Change = PersonProfileView["changes"]["items"][number];
const presentChange = (change: ProfileChange): Change =>
  (change.kind === "score" ? change : { ...change, at: toIso(change.at) }) as Change;

const presentSummary = (
  stored: StoredSummary | undefined,
  facts: SummaryFacts,
  language: "en" | "es",
): PersonProfileView["summary"] => {
  const { now } = facts;
  const { sentences, isOfModel, newEntries } = chooseSummary(stored, facts, language);
  const isBeingWritten =
    stored !== undefined && stored.askedAt > (stored.endedAt ?? 0) && now - stored.askedAt < writingMs;
  return {
    sentences,
    language,
    author:
      isOfModel && stored
        ? { vendor: stored.vendor ?? "", model: stored.model ?? "", simulated: stored.isSimulated }
        : null,
    writtenAt: toIso((isOfModel ? stored?.writtenAt : null) ?? now),
    newEntries: isOfModel ? newEntries : 0,
    isBeingWritten,
  };
};

/** Keeps what was computed, and asks a model where enough has happened since the last summary. */
const noteOpened = async (
  { ai, general, write }: ApiServices,
  personId: string,
  profile: PersonProfileView,
  hasNews: boolean,
): Promise<void> => {
  const { language, sentences } = profile.summary;
  const isDue = hasNews && (await ai.isAvailable(summarisePersonFeature));
  const storedLanguage = parseLanguage((await general()).locale) ?? defaultLanguage;
  await write(system, async ({ tx, enqueue }) => {
    await saveComputedProfiles(tx, [
      {
        personId,
        preferredChannel: profile.preferredChannel.channel,
        bestTimeToContact: formatBestTime(profile.bestTime),
        nextBestAction: profile.nextAction.kind,
        // Stored in the workspace's language, whoever reads the profile.
        aiSummary: language === storedLanguage ? sentences.map(({ text }) => text).join(" ") : null,
      },
    ]);
    if (isDue && (await claimSummary(tx, personId, minPauseMs.opened)))
      enqueue(summarisePerson, { personId, cause: "opened", language });
  });
};

export const profileHandlers: Handlers["profiles"] = {
  get: async ({ input: { params }, services, caller, request }) => {
    const now = Date.now();
    const { database, general, scorer } = services;
    const { db } = database;
    const { timezone, locale } = await general();
    const since = now - changesSpanMs;
    const [current, person, read, stored, consents] = await Promise.all([
      readCurrentFacts(services, params.id, now),
      findProfile(db, params.id),
      readProfileEntries(db, params.id, timezone),
      findSummary(db, params.id),
      readConsentChanges(db, params.id, since),
    ]);
    if (!current || !person) throw new Problem("not_found");
    const { facts } = current;
    const entries = readMissingIntents(read, { timezone, locale });
    const { zone, closedBy, preferred, bestTime, nextAction, summaryFacts } = computeProfile(
      person,
      facts,
      entries,
      timezone,
    );
    const { channel, purpose } = nextAction;
    const changes = listChanges({
      now,
      entries,
      scores: await compareScores(database, await scorer(), person, entries, since),
      consents,
    });
    const profile: PersonProfileView = {
      preferredChannel: {
        ...preferred,
        channels: preferred.channels.map(({ isOpen: _, ...each }) => ({
          ...each,
          closedBy: closedBy.get(each.channel) ?? null,
        })),
      },
      bestTime: {
        ...bestTime,
        reason: { ...bestTime.reason, count: Number(bestTime.reason.count) },
        nextAt: bestTime.nextAt === null ? null : toIso(bestTime.nextAt),
        timezone: zone,
      },
      nextAction: {
        ...nextAction,
        earliestAt: nextAction.earliestAt === null ? null : toIso(nextAction.earliestAt),
        gate:
          channel === null
            ? null
            : askGate({ personId: params.id, channel, purpose, approvedTemplateName: null }, facts),
      },
      summary: presentSummary(stored, summaryFacts, requestLanguage({ caller, request })),
      changes: { since: toIso(since), items: changes.map(presentChange) },
    };
    const newEntries = entries.filter(({ at }) => at > (stored?.newestEntryAt ?? 0)).length;
    const wasAskedLately = stored !== undefined && now - stored.askedAt < minPauseMs.opened;
    await noteOpened(services, params.id, profile, newEntries >= minNewEntries && !wasAskedLately);
    return profile;
  },

  refresh: async ({ input: { params }, actor, caller, request, services: { ai, database, write } }) => {
    if (!(await findProfile(database.db, params.id))) throw new Problem("not_found");
    if (!(await ai.isAvailable(summarisePersonFeature))) return { asked: false, reason: "no_provider" };
    return write(actor, async ({ tx, audit, enqueue, touch }) => {
      if (!(await claimSummary(tx, params.id, minPauseMs.asked)))
        return { asked: false, reason: "asked_already" as const };
      const language = requestLanguage({ caller, request });
      enqueue(summarisePerson, { personId: params.id, cause: "asked", language });
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: params.id,
        details: { kind: "summary_asked" },
      });
      touch("people");
      return { asked: true, reason: null };
    });
  },
};
