import type { parseMappedValues } from "#domain/ingestion/mapped-values.ts";
import type { ResolvedPeople } from "#domain/ingestion/resolve-people.ts";
import { changeSource } from "#domain/people/change-source.ts";
import type { PersonRecord } from "#domain/people/person-record.ts";
import {
  completePlan,
  isEmptyPlan,
  type PersonPlan,
  type PlannedConsent,
} from "#domain/people/plan-change.ts";
import { consentKinds } from "#domain/person.ts";
import { eventMetadata } from "#server/pipeline/receive/received-events.ts";
import type { RecordableEvent } from "./split-lists.ts";

export type MappedEvent = {
  event: RecordableEvent;
  mapped: ReturnType<typeof parseMappedValues>;
  eventType: string | null;
  deduplicationKey: string | null;
  hasPii: boolean;
};

/** Consents that an event reported, which is their proof; a refusal that the person's flags show stays there. */
const consentsIn = ({ event, mapped }: MappedEvent): PlannedConsent[] =>
  event.isReplay
    ? []
    : consentKinds.flatMap((channel) => {
        const isGranted = mapped.person.consents[channel];
        if (isGranted === undefined) return [];
        return [
          {
            channel,
            state: isGranted ? ("granted" as const) : ("denied" as const),
            written: true,
            method: "endpoint" as const,
            proof: { endpoint: event.endpointName, eventId: event.id },
            causedBy: event.id,
            isFlagKept: true,
          },
        ];
      });

/** One plan for each person whom the events add or change, in the name of the first event about them. */
export const planEvents = (
  events: MappedEvent[],
  { ids, added, changed, possibleDuplicates, unprovenReports }: ResolvedPeople,
  known: readonly PersonRecord[],
  now: number,
): PersonPlan[] => {
  const before = new Map(known.map((person) => [person.id, person]));
  const after = new Map([...known, ...added, ...changed].map((person) => [person.id, person]));
  const reports = Map.groupBy(
    events.map((event, index) => ({ event, id: ids[index] ?? null, index })),
    ({ id }) => id,
  );
  return [...reports].flatMap(([id, named]) => {
    const person = id === null ? undefined : after.get(id);
    const [first] = named;
    if (!person || !first) return [];
    const { event } = first.event;
    const indexes = new Set(named.map(({ index }) => index));
    const plan = completePlan(
      {
        before: before.get(person.id) ?? null,
        after: person,
        // What others say in a person's name neither permits nor ends messages to them.
        consents: named.flatMap(({ event: reported, index }) =>
          unprovenReports.has(index) ? [] : consentsIn(reported),
        ),
        possibleDuplicates: possibleDuplicates
          .filter(({ report }) => indexes.has(report))
          .map(({ otherId, reason }) => ({ otherId, reason })),
      },
      changeSource("event", {
        name: event.endpointName,
        causedBy: event.id,
        metadata: eventMetadata({
          endpoint: event.endpointName,
          type: first.event.eventType,
          isTest: event.isSimulated,
        }),
      }),
      now,
    );
    return isEmptyPlan(plan) ? [] : [plan];
  });
};
