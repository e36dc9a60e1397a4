import type { GeneralSettings } from "#domain/general-settings.ts";
import { type EventProblem, leftOutValues } from "#domain/ingestion/event.ts";
import { simulatedMark } from "#domain/messages/simulation.ts";
import type { ReadChannel } from "#domain/reading/labels.ts";
import { signalsOf } from "#domain/reading/signals-of-reading.ts";
import { cutText } from "#domain/storable-text.ts";
import { readMessage } from "#server/ai/local-reader.ts";
import type { Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { askModels } from "#server/pipeline/react/ask-models.ts";
import { enqueueAnswers } from "#server/pipeline/reply/answer-inbound.ts";
import { enqueueReactions } from "#server/store/automation/reaction-queue.ts";
import {
  insertReadings,
  type NewReading,
  readLastMessages,
} from "#server/store/ingestion/message-readings.ts";
import { addToTimeline, type TimelineRow } from "#server/store/people/timeline.ts";
import type { WriteContext } from "#server/store/write.ts";

/** An event about a person, whether it came by an endpoint or by a channel. */
export type ReceivedEvent = {
  id: string;
  personId: string;
  type: string | null;
  /** The name of its endpoint. */
  endpoint: string;
  channel: ReadChannel;
  /** What the person wrote or said; null where it has no words of theirs. */
  text: string | null;
  /** What the timeline says of it instead of the text. */
  description?: string;
  /** Milliseconds since 1970. */
  at: number;
  /** It came from a simulator outside the demo. */
  isTest: boolean;
  problems?: readonly EventProblem[];
};

/** Readings by event. */
export type Readings = Map<string, NewReading>;

const maxDescription = 500;

/** What people wrote, read on this machine in the light of our last message to them. */
export const readTexts = async (
  tx: Tx,
  events: readonly ReceivedEvent[],
  { timezone, locale }: Pick<GeneralSettings, "timezone" | "locale">,
): Promise<Readings> => {
  const written = events.flatMap((event) => (event.text === null ? [] : [{ ...event, text: event.text }]));
  const previous = await readLastMessages(tx, [...new Set(written.map(({ personId }) => personId))]);
  return new Map(
    written.map(({ id, personId, channel, text, at }) => [
      id,
      {
        eventId: id,
        personId,
        channel,
        local: readMessage(
          { text, previous: previous.get(personId) ?? null, channel },
          { now: at, timezone, locale },
        ),
      },
    ]),
  );
};

export const eventMetadata = ({
  endpoint,
  type,
  isTest,
}: Pick<ReceivedEvent, "endpoint" | "type" | "isTest">): Record<string, unknown> => ({
  endpoint,
  type,
  ...simulatedMark(isTest ? "test" : null),
});

export const eventEntries = (events: readonly ReceivedEvent[], readings?: Readings): TimelineRow[] =>
  events.map((event) => {
    const { id, personId, type, endpoint, text, description = text, problems = [] } = event;
    const reading = readings?.get(id)?.local;
    return {
      personId,
      source: endpoint,
      metadata: {
        ...eventMetadata(event),
        ...(reading ? { intent: reading.intent } : {}),
        ...leftOutValues(problems),
      },
      causedBy: id,
      eventType: "event_received" as const,
      title: type ?? "Event received",
      description: description == null ? null : cutText(description, maxDescription),
    };
  });

/** Stores readings, the timeline's entries, and what scores and rules react to. */
export const addReceived = async (
  tx: Tx,
  events: readonly ReceivedEvent[],
  readings: Readings,
): Promise<void> => {
  await inOneRoundTrip([
    insertReadings(tx, [...readings.values()]),
    addToTimeline(tx, eventEntries(events, readings)),
    enqueueReactions(
      tx,
      events.map(({ id, personId, type }) => {
        const reading = readings.get(id);
        const said = reading ? { signals: signalsOf(reading.local), channel: reading.channel } : {};
        return { personId, type, causedBy: id, ...said };
      }),
    ),
  ]);
};

/** Jobs about new texts: models read them too, and some are answered. */
export const enqueueTextJobs = async (
  context: Pick<WriteContext, "tx" | "enqueue">,
  readings: Readings,
  asksModels: boolean,
): Promise<void> => {
  if (asksModels) await askModels(context, [...readings.values()]);
  await enqueueAnswers(context, [...readings.values()]);
};
