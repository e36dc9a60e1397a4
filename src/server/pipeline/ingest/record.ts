import type { Country } from "#domain/country.ts";
import { detectLanguage } from "#domain/detect-language.ts";
import type { GeneralSettings } from "#domain/general-settings.ts";
import { isNote } from "#domain/ingestion/event.ts";
import { type GuessedMapping, guessMappingWithReason } from "#domain/ingestion/guess-mapping.ts";
import { type MappableField, type MappedPerson, parseMappedValues } from "#domain/ingestion/mapped-values.ts";
import { resolvePeople } from "#domain/ingestion/resolve-people.ts";
import { readMailLead } from "#domain/mail/mail-lead.ts";
import { defaultMailMapping, isReportOfStranger } from "#domain/mail/message.ts";
import { withCountedConsents } from "#domain/messages/simulation.ts";
import { findPiiUpTo } from "#domain/pii/find-pii.ts";
import { type ReadChannel, readChannels } from "#domain/reading/labels.ts";
import { system } from "#server/audit/entry.ts";
import { findFailing } from "#server/batch.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import { newId } from "#server/db/id.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import type { Log } from "#server/log.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import {
  addReceived,
  enqueueTextJobs,
  eventEntries,
  type ReceivedEvent,
  readTexts,
} from "#server/pipeline/receive/received-events.ts";
import { setEventAside } from "#server/pipeline/receive/set-aside.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { addProposals } from "#server/store/delivery/proposals.ts";
import {
  claimUnread,
  findUsedKeys,
  type ReadEvent,
  saveBodies,
  saveRead,
} from "#server/store/ingestion/recording.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import { lockHolders } from "#server/store/people/stored-people.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import type { Write } from "#server/store/write.ts";
import { type Tracing, traceEach } from "#server/tracing.ts";
import { evaluateDeduplicationKey, findDuplicates } from "./deduplication.ts";
import { type MappedEvent, planEvents } from "./event-plans.ts";
import { confirmSubmissions, type FormConfirmations } from "./form-submissions.ts";
import { findMappingProblems } from "./mapping-problems.ts";
import { isReport, noteTexts } from "./note-texts.ts";
import { type RecordableEvent, splitLists } from "./split-lists.ts";
import { proofOfReport, toProposals } from "./unproven-reports.ts";

export type RecordContext = {
  write: Write;
  mapping: MappingEngine;
  log: Log;
  general: () => Promise<GeneralSettings>;
  /** Whether a model would read messages too. */
  asksModels: () => Promise<boolean>;
  personFields: () => Promise<MappableField[]>;
  hash: AddressHash;
  forms: FormConfirmations;
  tracing: Tracing;
};

export const recordBatchSize = 500;

/** Reads a batch of accepted events: maps them, finds or creates their people, and adds them to the timeline. */
export const recordNext = async (context: RecordContext): Promise<number> => {
  let claimed: string[] = [];
  try {
    return await recordBatch({ limit: recordBatchSize }, context, (ids) => {
      claimed = ids;
    });
  } catch (error) {
    if (isConnectionLost(error) || claimed.length === 0) throw error;
    await recordApart(claimed, context);
    return claimed.length;
  }
};

/** Records events that failed as a batch; each one that fails alone becomes a dead letter. */
const recordApart = async (ids: string[], context: RecordContext): Promise<void> => {
  const record = (some: readonly string[]) => recordBatch({ ids: some }, context);
  for (const { item: id, error } of await findFailing(ids, record, isConnectionLost)) {
    context.log.warn({ error, eventId: id }, "an event could not be recorded and was set aside");
    await context.write(system, (writing) => setEventAside(writing, id, error));
  }
};

type EventMapping = GuessedMapping & { payload: unknown };

/** Without a mapping of its own, mail is read as mail, and the mapping of anything else is guessed. */
const mappingFor = ({ template, endpointType, raw, refusal }: RecordableEvent): EventMapping => {
  if (refusal) return { template: { person: {}, event: {} }, payload: raw };
  if (template) return { template, payload: raw };
  if (endpointType !== "email") return { ...guessMappingWithReason(raw), payload: raw };
  const lead = isReport(raw) ? undefined : readMailLead(raw ?? {});
  return lead ?? { template: defaultMailMapping, payload: raw };
};

const mapEvents = async (
  events: RecordableEvent[],
  mapping: MappingEngine,
  defaultCountry: Country,
  personFields: readonly MappableField[],
): Promise<MappedEvent[]> => {
  const mappings = events.map(mappingFor);
  const results = await mapping.map(mappings.map(({ template, payload }) => ({ template, payload })));
  return Promise.all(
    events.map(async (event, index) => {
      const { values, problems } = results[index] ?? { values: {}, problems: [] };
      const parsed = parseMappedValues(values, defaultCountry, personFields);
      const mapped = withCountedConsents(parsed, event.isSimulated);
      const { type } = mapped.event;
      return {
        event,
        mapped: {
          ...mapped,
          problems: event.refusal
            ? [event.refusal]
            : findMappingProblems(
                event.raw,
                { person: mapped.person, problems: [...problems, ...mapped.problems] },
                mappings[index]?.reason,
              ),
        },
        eventType: typeof type === "string" ? type : event.eventType,
        deduplicationKey:
          event.keyExpression === null
            ? (event.itemKey ?? null)
            : await evaluateDeduplicationKey(mapping, event.keyExpression, event.raw),
        hasPii: findPiiUpTo(event.raw, 1).length > 0,
      };
    }),
  );
};

const recordBatch = async (
  selection: { limit: number } | { ids: readonly string[] },
  { write, mapping, general, asksModels, personFields, hash, forms, tracing }: RecordContext,
  onClaimed: (ids: string[]) => void = () => {},
): Promise<number> => {
  const startedAt = Date.now();
  let recorded: string[] = [];
  // Before the transaction, which must not wait for a second connection.
  const settings = await general();
  const isModelAsked = await asksModels();
  const customFields = await personFields();
  const count = await write(system, async ({ tx, audit, enqueue, touch, clock, asyncCommit }) => {
    const claimed = await claimUnread(tx, selection);
    recorded = claimed.map(({ id }) => id);
    onClaimed(recorded);
    if (claimed.length === 0) return 0;
    const split = await splitLists(claimed, mapping);
    const [events] = await inOneRoundTrip([
      mapEvents(split, mapping, settings.defaultCountry, customFields),
      asyncCommit(),
    ]);
    await saveBodies(tx, [...new Set(split.flatMap(({ splitFrom }) => splitFrom ?? []))]);
    const usedKeys = await findUsedKeys(
      tx,
      events.flatMap(({ event, deduplicationKey: key }) =>
        key === null ? [] : [{ endpointId: event.endpointId, key }],
      ),
    );
    const duplicateOf = findDuplicates(events, usedKeys);
    const unique = events.filter(({ event }) => !duplicateOf.has(event.id));
    const addresses = unique.flatMap(({ mapped: { person } }) =>
      [person.email, person.phone].flatMap((address) => address ?? []),
    );
    const [, known] = await inOneRoundTrip([lockAddresses(tx, addresses), lockHolders(tx, addresses)]);
    const resolved = resolvePeople(
      unique.map(({ event, mapped }) => ({
        person: isReportOfStranger(event, mapped.person, known) ? {} : withLanguage(mapped),
        source: event.endpointName,
        proof: proofOfReport(event, mapped.person),
      })),
      known,
      { now: clock.now(), newId },
    );
    const { added, changed } = resolved;
    const personOf = new Map(unique.map(({ event }, index) => [event.id, resolved.ids[index] ?? null]));
    const firstReads = unique.filter(({ event }) => !event.isReplay);
    const replayed = unique.filter(({ event }) => event.isReplay).flatMap(toReceived(personOf));
    // A replay corrects what is known of a person; it did not happen again.
    const received = firstReads.flatMap(toReceived(personOf));
    const readings = await readTexts(tx, received, settings);
    await inOneRoundTrip([
      // First, because the other rows refer to these people.
      applyPlans({ tx, touch }, planEvents(unique, resolved, known, clock.now()), hash),
      saveRead(
        tx,
        events.map((event) => toReadEvent(event, personOf, duplicateOf)),
      ),
      addToTimeline(tx, eventEntries(replayed), { skipExisting: true }),
      addReceived(tx, received, readings),
    ]);
    await addProposals({ tx, touch, clock, enqueue }, toProposals(unique, resolved.unproven));
    await confirmSubmissions({ tx, touch, clock }, formEvents(firstReads, personOf), forms, hash);
    if (await noteTexts(tx, firstReads, readings, clock.now())) touch("threads");
    await enqueueTextJobs({ tx, enqueue }, readings, isModelAsked);
    if (added.length + changed.length > 0) {
      audit({
        eventType: "data_change",
        entityType: "event",
        entityId: claimed[0]?.id ?? "",
        details: {
          kind: "events_recorded",
          events: events.length,
          added: added.length,
          changed: changed.length,
        },
        metadata: { added: added.map(({ id }) => id), changed: changed.map(({ id }) => id) },
      });
      touch("people");
    }
    touch("events");
    return events.length;
  });
  traceEach(tracing, "record event", startedAt, recorded);
  return count;
};

const formEvents = (events: MappedEvent[], personOf: Map<string, string | null>) =>
  events.flatMap(({ event }) => {
    const personId = personOf.get(event.id);
    return event.isForm && personId ? [{ eventId: event.id, personId }] : [];
  });

const channelOf = ({ event }: MappedEvent["mapped"]): ReadChannel =>
  readChannels.find((channel) => channel === event.channel) ?? "web_form";

/** The event as its person received it; none without a person. */
const toReceived =
  (personOf: Map<string, string | null>) =>
  ({ event, mapped, eventType }: MappedEvent): ReceivedEvent[] => {
    const personId = personOf.get(event.id) ?? null;
    if (personId === null) return [];
    const { message } = mapped.event;
    return [
      {
        id: event.id,
        personId,
        type: eventType,
        endpoint: event.endpointName,
        channel: channelOf(mapped),
        text: typeof message === "string" && message.trim() !== "" ? message : null,
        at: Date.parse(event.createdAt),
        isTest: event.isSimulated,
        problems: mapped.problems,
      },
    ];
  };

/** The stated language, else the one of the message that the person wrote. */
const withLanguage = ({ person, event }: MappedEvent["mapped"]): MappedPerson => {
  const written = typeof event.message === "string" ? detectLanguage(event.message) : undefined;
  return person.language || !written ? person : { ...person, language: written };
};

const toReadEvent = (
  { event, mapped, eventType, deduplicationKey, hasPii }: MappedEvent,
  personOf: Map<string, string | null>,
  duplicateOf: Map<string, string>,
): ReadEvent => {
  const first = duplicateOf.get(event.id);
  const read = {
    id: event.id,
    isUnread: event.isUnread,
    isNew: event.isNew ?? false,
    endpointId: event.endpointId,
    createdAt: event.createdAt,
    bodyId: event.splitFrom ?? event.bodyId,
    raw: event.splitFrom === undefined ? null : event.raw,
    personId: personOf.get(event.id) ?? null,
    eventType,
    processed: { person: mapped.person, event: mapped.event },
    piiDetected: hasPii,
  };
  if (first !== undefined)
    return {
      ...read,
      status: "duplicate",
      problems: [{ code: "duplicate_of", eventId: first }],
      deduplicationKey: null,
    };
  const problems = mapped.problems.length > 0 ? mapped.problems : null;
  const status = event.refusal ? "dead" : mapped.problems.every(isNote) ? "valid" : "invalid";
  return { ...read, status, problems, deduplicationKey };
};
