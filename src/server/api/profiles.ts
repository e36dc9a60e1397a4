import type { PersonProfileView } from "#contract/profiles.ts";
import { type ConversationChannel, conversationChannels } from "#domain/channels/channel.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { contactWindowAt, rulesForChannel } from "#domain/compliance/hours.ts";
import { instantAtLocalTime } from "#domain/day.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import { findBestTime, openHoursOfWeek } from "#domain/profile/best-time.ts";
import { isSend, type ProfileEntry } from "#domain/profile/entries.ts";
import { chooseNextAction } from "#domain/profile/next-action.ts";
import { choosePreferredChannel } from "#domain/profile/preferred-channel.ts";
import { composeSummary, type SummaryFacts } from "#domain/profile/summary.ts";
import { changesSpanMs, listChanges, type ProfileChange } from "#domain/profile/what-changed.ts";
import type { Scores } from "#domain/rules/snapshot.ts";
import { buildHistory } from "#domain/scoring/history.ts";
import type { Scorer } from "#domain/scoring/scorer.ts";
import { summarisePersonFeature } from "#server/ai/features/summarise-person.ts";
import { readMessage } from "#server/ai/local-reader.ts";
import { system } from "#server/audit/entry.ts";
import type { Database } from "#server/db/database.ts";
import { minNewEntries, summarisePerson } from "#server/pipeline/react/summarise-person.ts";
import { claimSummary, findSummary, type StoredSummary } from "#server/store/people/person-summaries.ts";
import {
  readConsentChanges,
  readProfileEntries,
  saveComputedProfile,
} from "#server/store/people/profile-history.ts";
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

/** Messages that were recorded before there was a reader are read here, the newest only. */
const maxReadNow = 10;
/** Older summaries of a model are replaced by the composed one on the screen. */
const maxNewEntries = 10;
/** How long a model has to answer before the screen stops waiting. */
const writingMs = 2 * 60_000;
const minPauseMs = { opened: 10 * 60_000, asked: 20_000 };

/** Reasons for which a channel is closed to the person, whatever the hour and the purpose. */
const closingReasons = [
  "address_missing",
  "address_invalid",
  "address_not_reachable",
  "address_bounced",
  "opted_out",
  "do_not_contact",
  "consent_denied",
  "only_answers",
];

/** Why each channel is closed to the person; null where it is open. */
const findClosedChannels = (personId: string, facts: GateFacts): Map<ConversationChannel, string | null> =>
  new Map(
    conversationChannels.map((channel) => {
      const question = { personId, channel, purpose: "service" as const, approvedTemplateName: null };
      const closing = askGate(question, facts).reasons.find(({ code }) => closingReasons.includes(code));
      return [channel, closing?.code ?? null];
    }),
  );

/** The channels on which an operator's message of the purpose would go out or wait. */
const findAllowedChannels = (personId: string, purpose: "service" | "marketing", facts: GateFacts) =>
  new Set(
    conversationChannels.filter(
      (channel) =>
        askGate({ personId, channel, purpose, approvedTemplateName: null }, facts).ruling !== "stop",
    ),
  );

/** Holidays move single days, not habits. */
const noHolidays: [] = [];

const findOpenHours = (channel: ConversationChannel, zone: string, facts: GateFacts): boolean[] => {
  const rules = rulesForChannel(facts.hoursRules, channel);
  const places = candidatePlaces({ phone: facts.phone, ...facts.where });
  return openHoursOfWeek(facts.now, zone, (at) => contactWindowAt(at, places, rules, noHolidays).open);
};

const readMissingIntents = (
  entries: ProfileEntry[],
  { timezone, locale }: { timezone: string; locale: string },
): ProfileEntry[] => {
  let left = maxReadNow;
  return entries.map((entry, index) => {
    const { kind, text, intent, at } = entry;
    if (kind !== "event_received" || text === null || intent !== null || left-- <= 0) return entry;
    const previous = entries.slice(index).find(isSend)?.text ?? null;
    const reading = readMessage({ text, previous }, { now: at, timezone, locale });
    const { callback, confidence } = reading;
    const callbackAt = callback === null ? null : instantAtLocalTime(Date.parse(`${callback}Z`), timezone);
    return { ...entry, intent: reading.intent, confidence, callbackAt };
  });
};

/**
 * The scores as they were, computed by the model of today from what had happened by then. Null where they cannot be
 * compared: without scores, with those of another model, or for a person who was not known yet.
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
  return { before: scorer.score({ facts, history, now: then }).scores, after };
};

const toIso = (instant: number): string => new Date(instant).toISOString();

type Change = PersonProfileView["changes"]["items"][number];
const presentChange = (change: ProfileChange): Change =>
  (change.kind === "score" ? change : { ...change, at: toIso(change.at) }) as Change;

const chooseSummary = (
  stored: StoredSummary | undefined,
  entries: readonly ProfileEntry[],
  facts: SummaryFacts,
  language: "en" | "es",
): PersonProfileView["summary"] => {
  const { now } = facts;
  const newEntries = entries.filter(({ at }) => at > (stored?.newestEntryAt ?? 0)).length;
  const isBeingWritten =
    stored !== undefined && stored.askedAt > (stored.endedAt ?? 0) && now - stored.askedAt < writingMs;
  const hasModel = stored?.sentences && stored.writtenAt && stored.vendor && stored.model;
  if (hasModel && stored.language === language && newEntries <= maxNewEntries)
    return {
      sentences: stored.sentences ?? [],
      language,
      author: { vendor: stored.vendor ?? "", model: stored.model ?? "", simulated: stored.isSimulated },
      writtenAt: toIso(stored.writtenAt ?? now),
      newEntries,
      isBeingWritten,
    };
  return {
    sentences: composeSummary(facts, language),
    language,
    author: null,
    writtenAt: toIso(now),
    newEntries: 0,
    isBeingWritten,
  };
};

const formatWindow = (window: PersonProfileView["bestTime"]["window"]): string | null =>
  window && `${window.days} ${window.fromHour}:00-${window.toHour}:00`;

/** Keeps what was computed, and asks a model where enough has happened since the last summary. */
const noteOpened = async (
  { ai, write }: ApiServices,
  personId: string,
  profile: PersonProfileView,
  hasNews: boolean,
): Promise<void> => {
  const { language } = profile.summary;
  const isDue = hasNews && (await ai.isAvailable(summarisePersonFeature));
  await write(system, async ({ tx, enqueue }) => {
    await saveComputedProfile(tx, personId, {
      preferredChannel: profile.preferredChannel.channel,
      bestTimeToContact: formatWindow(profile.bestTime.window),
      nextBestAction: profile.nextAction.kind,
      aiSummary: profile.summary.sentences.map(({ text }) => text).join(" "),
    });
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
    const zone =
      person.timezone ?? candidatePlaces({ phone: facts.phone, ...facts.where })[0]?.zone ?? timezone;
    const closedBy = findClosedChannels(params.id, facts);
    const open = new Set(conversationChannels.filter((each) => closedBy.get(each) === null));
    const preferred = choosePreferredChannel(entries, open, now);
    const bestTime = findBestTime(entries, {
      now,
      zone,
      open: findOpenHours(preferred.channel ?? "sms", zone, facts),
    });
    const { status, scores, type, sources, createdAt } = person;
    const isUnderReview = facts.underReview !== null;
    const allowed = {
      service: findAllowedChannels(params.id, "service", facts),
      marketing: findAllowedChannels(params.id, "marketing", facts),
    };
    const action = chooseNextAction({
      now,
      status,
      scores,
      entries,
      preferred,
      allowed,
      bestTime,
      isUnderReview,
    });
    const { channel, purpose } = action;
    const summaryFacts = { type, status, origin: sources[0] ?? null, createdAt, now, zone, entries };
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
        ...action,
        earliestAt: action.earliestAt === null ? null : toIso(action.earliestAt),
        gate:
          channel === null
            ? null
            : askGate({ personId: params.id, channel, purpose, approvedTemplateName: null }, facts),
      },
      summary: chooseSummary(stored, entries, summaryFacts, requestLanguage({ caller, request })),
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
