import type pg from "pg";
import { createBatcher } from "#server/batch.ts";
import { openDatabase } from "#server/db/database.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import { insertEvents, type NewEvent, type StoredEvent } from "#server/store/ingestion/events.ts";
import { insertUnread, isPlain } from "#server/store/ingestion/unread-events.ts";
import { createLoadGauge, type LoadLevel } from "./load-level.ts";

export type GroupCommit = {
  /** Resolves once the event is committed. */
  store: (event: NewEvent) => Promise<StoredEvent>;
  close: () => Promise<void>;
};

const maxRows = 500;
const maxBytes = 4 * 1_048_576;

/**
 * Commits events that arrive together in one statement. There is no timer: an event alone is committed at once, and
 * what arrives during a commit shares the next one. The connections are its own, so that accepting events never waits
 * for a connection behind other work.
 */
export const createGroupCommit = (
  connection: pg.ClientConfig,
  onCommitted: (level: LoadLevel) => void,
): GroupCommit => {
  const database = openDatabase(connection, () => {}, { maxConnections: 2 });
  const gauge = createLoadGauge(() => performance.now());
  const batcherOf = (insert: (events: readonly NewEvent[]) => Promise<StoredEvent[]>) =>
    createBatcher<NewEvent, StoredEvent>({
      maxItems: maxRows,
      maxSize: { limit: maxBytes, of: ({ raw }) => raw.length },
      isTransient: isConnectionLost,
      run: async (events) => {
        const stored = await insert(events);
        onCommitted(gauge.committed(events.length));
        return stored;
      },
    });
  const plain = batcherOf((events) => insertUnread(database, events));
  const deduplicated = batcherOf((events) => insertEvents(database.db, events));
  return {
    store: (event) => (isPlain(event) ? plain : deduplicated).add(event),
    close: async () => {
      await Promise.all([plain.drained(), deduplicated.drained()]);
      await database.close();
    },
  };
};
