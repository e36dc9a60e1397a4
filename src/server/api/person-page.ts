import * as z from "zod";
import { id, isoInstant } from "#contract/fields.ts";
import type { PersonOverview, PersonSignalView, ScoreHistoryView } from "#contract/person-page.ts";
import { scopedAreas } from "#domain/access/record-scope.ts";
import { defaultDirection } from "#domain/people-sort.ts";
import { listSignals } from "#domain/profile/profile-signals.ts";
import { buildScoreHistory, type ScorePoint } from "#domain/profile/score-history.ts";
import { correctReading } from "#domain/reading/corrected-reading.ts";
import { localSource, type ReadingSource } from "#domain/reading/counted-reading.ts";
import { signalsOfModel } from "#domain/reading/model-reading.ts";
import { signalsOf } from "#domain/reading/signals-of-reading.ts";
import { rescorePeopleNow } from "#server/learning/rescore-people.ts";
import { readGazetteer } from "#server/places/gazetteer.ts";
import { lockReading, replaceIntent, saveCorrection } from "#server/store/ingestion/message-readings.ts";
import { type FoundLocation, findLocation } from "#server/store/people/locations.ts";
import { findNeighbours } from "#server/store/people/people-neighbours.ts";
import {
  listCallsOfPerson,
  listFilesOfPerson,
  listRuleRunsOfPerson,
  readOverview,
  readReadings,
  type StoredReading,
} from "#server/store/people/person-overview.ts";
import { findProfile, lockProfiles, scoringFacts } from "#server/store/people/profiles.ts";
import {
  readScoredEntries,
  readScoreThresholds,
  type TimelineEntryRow,
} from "#server/store/people/score-history.ts";
import { readTimelinePage, type TimelineCursor } from "#server/store/people/timeline-page.ts";
import { requestedAudience } from "./audience-request.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { listPeoplePage } from "./people-page.ts";
import { Problem } from "./problem.ts";
import { reachOf } from "./record-access.ts";
import { requestLanguage } from "./vendor-problems.ts";

const toIso = (instant: number): string => new Date(instant).toISOString();
const presentPoint = (point: ScorePoint): ScoreHistoryView["start"] => ({ ...point, at: toIso(point.at) });

const presentEntry = ({ at, ...entry }: TimelineEntryRow) => ({ ...entry, createdAt: toIso(at) });

/** A model's reading counts only where its intent replaced the local one. */
const sourceOf = (
  { local, refined, refinedBy }: Pick<StoredReading, "local" | "refined" | "refinedBy">,
  intent: string | null,
): ReadingSource =>
  refined !== null && refined.intent === intent && refined.intent !== local.intent
    ? { kind: "model", name: refinedBy }
    : localSource;

/** Signals of one message, by the reading that counts. */
const signalsOfReading = (reading: StoredReading): PersonSignalView[] => {
  const { eventId, at, channel, local, refined, refinedBy, corrected, correctedBy, intent, text } = reading;
  const isModel = corrected === null && refined !== null && sourceOf(reading, intent).kind === "model";
  const signals = isModel ? signalsOfModel(refined) : signalsOf({ ...local, ...corrected });
  const confidence = corrected ? 1 : isModel ? refined.confidence : local.confidence;
  const listed = listSignals({ eventId, text, signals, confidence });
  return listed.map((signal) => ({
    ...signal,
    isCorrected: corrected !== null,
    correctedBy,
    ofMessage: listed.map((each) => each.signal),
    eventId,
    at: toIso(at),
    channel,
    readBy: isModel ? refinedBy : null,
  }));
};

/** Older words on the same matter are in the conversation. */
const maxSignals = 12;

/** The newest statement of each kind. */
const newestSignals = (readings: readonly StoredReading[]): PersonSignalView[] => {
  const found = new Map<string, PersonSignalView>();
  for (const signal of readings.flatMap(signalsOfReading))
    if (!found.has(signal.signal)) found.set(signal.signal, signal);
  return [...found.values()].slice(0, maxSignals);
};

const cursorSeparator = "_";
const cursorSchema = z.tuple([isoInstant, id]);
const parseCursor = (text: string, language: "en" | "es"): TimelineCursor => {
  const { data } = cursorSchema.safeParse(text.split(cursorSeparator));
  if (!data)
    throw new Problem("invalid", { issues: [{ path: "before", message: issuePhrases[language].cursor }] });
  return { at: data[0], id: data[1] };
};

/** Abroad there is no area, so the coordinates name the place. */
const presentLocation = (location: FoundLocation | undefined): PersonOverview["location"] => {
  if (!location) return null;
  const { areaCode, precision, point, provider } = location;
  const area = areaCode === null ? undefined : readGazetteer().label(areaCode);
  const label = area ?? (point && `${point.latitude}, ${point.longitude}`);
  // Google allows its coordinates on its own maps alone.
  return label ? { label, precision, point, mayBeMapped: provider !== "google" } : null;
};

export const personPageHandlers: Handlers["personPage"] = {
  overview: async ({ input: { params }, caller, services: { database } }) => {
    const [overview, readings, location] = await Promise.all([
      readOverview(database.db, params.id, reachOf(caller, scopedAreas)),
      readReadings(database.db, params.id),
      findLocation(database.db, params.id),
    ]);
    if (!overview) throw new Problem("not_found");
    return { ...overview, signals: newestSignals(readings), location: presentLocation(location) };
  },

  correctSignals: async ({ input: { params, body }, actor, caller, services: { write, scorer } }) => {
    const current = await scorer();
    return write(actor, async ({ tx, audit, touch }) => {
      const [person] = await lockProfiles(tx, [params.id]);
      const reading = person && (await lockReading(tx, params.id, params.eventId));
      if (!reading) throw new Problem("not_found");
      const readIntent = reading.corrected?.readIntent ?? reading.intent ?? reading.local.intent;
      const corrected = body.signals === null ? null : correctReading(body.signals, readIntent);
      await saveCorrection(tx, params.eventId, corrected, caller.user.id);
      await replaceIntent(tx, {
        eventId: params.eventId,
        personId: params.id,
        intent: corrected?.intent ?? readIntent,
        source: corrected ? { kind: "operator", name: null } : sourceOf(reading, readIntent),
      });
      await rescorePeopleNow(tx, current, [params.id]);
      const [after] = await lockProfiles(tx, [params.id]);
      if (!after?.scores) throw new Error("The person was scored, but has no scores");
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: params.id,
        details: { kind: corrected ? "reading_corrected" : "reading_correction_removed" },
        metadata: { event: params.eventId, signals: body.signals },
      });
      touch("people", "threads");
      return { before: person.scores, after: after.scores };
    });
  },

  scoreHistory: async ({ input: { params }, services: { database, scorer } }) => {
    const { db } = database;
    const person = await findProfile(db, params.id);
    if (!person) throw new Problem("not_found");
    if (!person.scores) return null;
    const [current, { rows, entries }, thresholds] = await Promise.all([
      scorer(),
      readScoredEntries(db, params.id),
      readScoreThresholds(db),
    ]);
    const now = Date.now();
    const history = buildScoreHistory({ entries, facts: scoringFacts(person), scorer: current, now });
    return {
      isComputed: person.modelVersion !== null,
      stored: person.scores,
      start: presentPoint(history.start),
      end: presentPoint(history.end),
      points: history.points.map(presentPoint),
      steps: history.steps.toReversed().flatMap(({ number, at, after, effect, entryId }) => {
        const row = rows.get(entryId);
        return number === null || !row
          ? []
          : [{ number, at: toIso(at), after, effect, event: presentEntry(row) }];
      }),
      unnumbered: history.unnumbered,
      timeEffect: history.timeEffect,
      thresholds,
      version: current.version,
    };
  },

  timeline: async ({ input: { params, query }, services: { database }, caller, request }) => {
    const { group, before, limit } = query;
    const cursor =
      before === undefined ? undefined : parseCursor(before, requestLanguage({ caller, request }));
    const rows = await readTimelinePage(database.db, params.id, { group, before: cursor, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      events: shown.map(presentEntry),
      nextBefore: last && rows.length > limit ? `${toIso(last.at)}${cursorSeparator}${last.id}` : null,
    };
  },

  calls: async ({ input: { params }, services: { database } }) => ({
    calls: await listCallsOfPerson(database.db, params.id),
  }),

  ruleRuns: async ({ input: { params }, services: { database } }) => ({
    runs: await listRuleRunsOfPerson(database.db, params.id),
  }),

  files: async ({ input: { params }, services: { database } }) => ({
    files: await listFilesOfPerson(database.db, params.id),
  }),

  neighbours: async ({ input: { params, query }, services, caller, request }) => {
    const { sort, direction = defaultDirection[sort], where, view, ...filter } = query;
    const language = requestLanguage({ caller, request });
    const audience = await requestedAudience(services, { where, view }, { caller, area: "people" }, language);
    const listed = { ...filter, audience: audience?.sql };
    const order = { sort, direction };
    const [neighbours, { total, totalIs }] = await Promise.all([
      findNeighbours(services.database.pool, params.id, listed, order),
      listPeoplePage(services, listed, order, { cursor: undefined, limit: 1, language, countsAll: false }),
    ]);
    return { ...neighbours, total, totalIs };
  },
};
