import { guessMapping } from "#domain/ingestion/guess.ts";
import { readMapped } from "#domain/ingestion/mapped.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { resolvePeople } from "#domain/ingestion/resolve.ts";
import { mailMapping } from "#domain/mail/mapping.ts";
import { findPiiUpTo } from "#domain/pii/detect.ts";
import { system } from "#server/audit/entry.ts";
import { isConnectionLoss } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { together } from "#server/db/together.ts";
import { errorMessage, type Log } from "#server/log.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import { noteHappenings } from "#server/store/automation/reaction-queue.ts";
import { insertConsents, type NewConsent } from "#server/store/compliance/consents.ts";
import {
  addPeople,
  addToTimeline,
  claimUnread,
  fillPeople,
  findByAddress,
  holdAddresses,
  keysTaken,
  markDead,
  type ReadEvent,
  saveRead,
  type UnreadEvent,
} from "#server/store/ingestion/recording.ts";
import type { Write } from "#server/store/write.ts";
import { keyOf } from "./deduplication.ts";

/** What the stages work with. */
export type Recording = { write: Write; mapping: MappingEngine; log: Log };

/** Many together cost little more than one. */
export const mostAtOnce = 500;

/** The second stage: reads what came in, says whose it is, and tells it on their timeline. How many it read. */
export const recordNext = async (recording: Recording): Promise<number> => {
  let ids: string[] = [];
  try {
    return await recordSome({ most: mostAtOnce }, recording, (claimed) => {
      ids = claimed;
    });
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    await recordApart(ids, error, recording);
    return ids.length;
  }
};

/** One that cannot be recorded is found by halving, and set aside; its neighbours go on. */
const recordApart = async (ids: string[], error: unknown, recording: Recording): Promise<void> => {
  const [only, ...others] = ids;
  if (only === undefined) throw error;
  if (others.length === 0) return setAside(only, error, recording);
  const middle = Math.ceil(ids.length / 2);
  for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
    try {
      await recordSome({ ids: half }, recording);
    } catch (cause) {
      if (isConnectionLoss(cause)) throw cause;
      await recordApart(half, cause, recording);
    }
  }
};

const setAside = async (id: string, error: unknown, { write, log }: Recording): Promise<void> => {
  log.warn({ error, eventId: id }, "event set aside");
  await write(system, async ({ tx, audit, touch }) => {
    await markDead(tx, id, { code: "failed", detail: errorMessage(error).slice(0, 500) });
    audit({
      eventType: "failed_action",
      entityType: "event",
      entityId: id,
      description: "An event could not be recorded",
      status: "failure",
    });
    touch("events");
  });
};

type Understood = {
  event: UnreadEvent;
  read: ReturnType<typeof readMapped>;
  key: string | null;
  found: number;
};

/** Where nobody wrote a mapping, mail is read as mail, and anything else is guessed. */
const templateOf = ({ template, endpointType, raw }: UnreadEvent): MappingTemplate => {
  if (template) return template;
  return endpointType === "email" ? mailMapping : guessMapping(raw);
};

/** Everything that asks nobody else: the mapping, the search for personal data, the key. */
const understand = async (events: UnreadEvent[], mapping: MappingEngine): Promise<Understood[]> => {
  const mapped = await mapping.map(
    events.map((event) => ({ template: templateOf(event), payload: event.raw })),
  );
  return Promise.all(
    events.map(async (event, at) => {
      const { values, problems } = mapped[at] ?? { values: {}, problems: [] };
      const read = readMapped(values);
      const key = event.keyExpression === null ? null : await keyOf(mapping, event.keyExpression, event.raw);
      return {
        event,
        read: { ...read, problems: [...problems, ...read.problems] },
        key,
        found: findPiiUpTo(event.raw, 1).length,
      };
    }),
  );
};

const recordSome = (
  which: { most: number } | { ids: string[] },
  { write, mapping }: Recording,
  claimed: (ids: string[]) => void = () => {},
): Promise<number> =>
  write(system, async ({ tx, audit, touch, redoable }) => {
    const events = await claimUnread(tx, which);
    claimed(events.map(({ id }) => id));
    if (events.length === 0) return 0;
    const [mine] = await together([understand(events, mapping), redoable()]);
    const taken = await keysTaken(
      tx,
      mine.flatMap(({ event, key }) => (key === null ? [] : [{ endpointId: event.endpointId, key }])),
    );
    const repeats = repeatsAmong(mine, taken);
    const telling = mine.filter(({ event }) => !repeats.has(event.id));
    const emails = telling.flatMap(({ read }) => read.person.email ?? []);
    const phones = telling.flatMap(({ read }) => read.person.phone ?? []);
    const [, known] = await together([
      holdAddresses(tx, [...emails, ...phones]),
      findByAddress(tx, emails, phones),
    ]);
    const { ids, added, changed } = resolvePeople(
      telling.map(({ event, read }) => ({ said: read.person, source: event.endpointName })),
      known,
      newId,
    );
    const whose = new Map(telling.map(({ event }, at) => [event.id, ids[at] ?? null]));
    const read = mine.map((one) => readOf(one, whose.get(one.event.id) ?? null, repeats.get(one.event.id)));
    const fresh = new Set(added.map(({ id }) => id));
    const again = telling.filter(({ event }) => event.isReplay);
    const first = telling.filter(({ event }) => !event.isReplay);
    // First, for what follows points to them.
    await addPeople(tx, added);
    await together([
      fillPeople(tx, changed),
      saveRead(tx, read),
      insertConsents(tx, consentsOf(first, whose)),
      addToTimeline(tx, timelineOf(again, whose, fresh), true),
      addToTimeline(tx, timelineOf(first, whose, fresh), false),
      // A replay corrects what is known; it did not happen again.
      noteHappenings(tx, happenedOf(first, whose)),
    ]);
    if (added.length + changed.length > 0) {
      audit({
        eventType: "data_change",
        entityType: "event",
        entityId: mine[0]?.event.id ?? "",
        description: `Recorded ${mine.length} events: ${added.length} people added, ${changed.length} changed`,
        metadata: { added: added.map(({ id }) => id), changed: changed.map(({ id }) => id) },
      });
      touch("people");
    }
    touch("events");
    return mine.length;
  });

/** Events whose key was seen before, in the table or earlier in the batch, and the event it was seen with. */
const repeatsAmong = (mine: Understood[], taken: Map<string, string>): Map<string, string> => {
  const first = new Map(taken);
  const repeats = new Map<string, string>();
  for (const { event, key } of mine) {
    if (key === null) continue;
    const place = `${event.endpointId}:${key}`;
    const seen = first.get(place);
    if (seen === undefined) first.set(place, event.id);
    else if (seen !== event.id) repeats.set(event.id, seen);
  }
  return repeats;
};

const readOf = (
  { event, read, key, found }: Understood,
  personId: string | null,
  first?: string,
): ReadEvent => ({
  id: event.id,
  isArrival: event.isArrival,
  personId,
  eventType: typeof read.event.type === "string" ? read.event.type : event.eventType,
  processed: { person: read.person, event: read.event },
  piiDetected: found > 0,
  status: first !== undefined ? "duplicate" : read.problems.length > 0 ? "invalid" : "valid",
  problems: first !== undefined ? [{ code: "duplicate_of", eventId: first }] : read.problems,
  deduplicationKey: first === undefined ? key : null,
});

const happenedOf = (telling: Understood[], whose: Map<string, string | null>) =>
  telling.flatMap(({ event, read }) => {
    const personId = whose.get(event.id) ?? null;
    const type = typeof read.event.type === "string" ? read.event.type : event.eventType;
    return personId === null ? [] : [{ personId, type, causedBy: event.id }];
  });

/** What a form said of consent, with the event as its proof. */
const consentsOf = (telling: Understood[], whose: Map<string, string | null>): NewConsent[] =>
  telling.flatMap(({ event, read }) => {
    const personId = whose.get(event.id) ?? null;
    if (personId === null) return [];
    return Object.entries(read.person.consents ?? {}).map(([channel, given]) => ({
      personId,
      channel,
      state: given ? ("granted" as const) : ("denied" as const),
      written: true,
      method: "endpoint",
      proof: { endpoint: event.endpointName, eventId: event.id },
      actorId: null,
      causedBy: event.id,
    }));
  });

const timelineOf = (telling: Understood[], whose: Map<string, string | null>, fresh: Set<string>) => {
  const greeted = new Set<string>();
  return telling.flatMap(({ event, read }) => {
    const personId = whose.get(event.id) ?? null;
    if (personId === null) return [];
    const type = typeof read.event.type === "string" ? read.event.type : event.eventType;
    const message = typeof read.event.message === "string" ? read.event.message.slice(0, 500) : null;
    const entry = {
      personId,
      source: event.endpointName,
      metadata: { endpoint: event.endpointName, type },
      causedBy: event.id,
    };
    const isFirst = fresh.has(personId) && !greeted.has(personId);
    greeted.add(personId);
    return [
      ...(isFirst
        ? [
            {
              ...entry,
              eventType: "person_created",
              title: "Person created",
              description: event.endpointName,
            },
          ]
        : []),
      { ...entry, eventType: "event_received", title: type ?? "Event received", description: message },
    ];
  });
};
