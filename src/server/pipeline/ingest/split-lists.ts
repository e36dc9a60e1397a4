import type { EventProblem } from "#domain/ingestion/event.ts";
import { guessEventType } from "#domain/ingestion/event-type.ts";
import {
  findListBody,
  type ListBody,
  maxBodyItems,
  readsWholeList,
  vendorItemKey,
} from "#domain/ingestion/list-body.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { toPullItems } from "#domain/ingestion/pull.ts";
import { newId } from "#server/db/id.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import type { UnreadEvent } from "#server/store/ingestion/recording.ts";
import { toDeduplicationKey } from "./deduplication.ts";

type Items = { items: Record<string, unknown>[] } | { problem: EventProblem };

/** The items of a list, or why there are none; undefined for a body that is one event. */
export const splitBody = async (
  raw: unknown,
  template: MappingTemplate | null,
  mapping: MappingEngine,
): Promise<Items | undefined> => {
  const list = template?.items === undefined ? detectItems(raw, template) : undefined;
  if (list) return limitItems(list.items);
  return template?.items === undefined ? undefined : itemsAt(template.items, raw, mapping);
};

const detectItems = (raw: unknown, template: MappingTemplate | null): ListBody | undefined => {
  const list = findListBody(raw);
  return list && template && readsWholeList(template, list) ? undefined : list;
};

const itemsAt = async (path: string, raw: unknown, mapping: MappingEngine): Promise<Items> => {
  const found = await mapping.evaluate(path, raw);
  if (!found.ok) return { problem: found.problem };
  const items = toPullItems(found.value);
  return items ? limitItems(items) : { problem: { code: "no_items", detail: path } };
};

const limitItems = (items: Record<string, unknown>[]): Items =>
  items.length > maxBodyItems
    ? { problem: { code: "too_many_items", detail: String(maxBodyItems) } }
    : { items };

/** An event to record. An item of a list has its part of the body as `raw`. */
export type RecordableEvent = UnreadEvent & {
  /** It is not stored yet. */
  isNew?: true;
  /** The deduplication key of an item. */
  itemKey?: string | null;
  /** Its `raw` is to be stored, and the body with this id to be kept once. */
  splitFrom?: string;
  refusal?: EventProblem;
};

const toItemEvents = (event: UnreadEvent, items: Record<string, unknown>[]): RecordableEvent[] =>
  items.map((item, index) => {
    const bodyKey = event.deduplicationKey;
    const key = bodyKey === null ? vendorItemKey(item) : index === 0 ? bodyKey : `${bodyKey}#${index + 1}`;
    return {
      ...event,
      raw: item,
      eventType: guessEventType(item) ?? event.eventType,
      itemKey: toDeduplicationKey(key),
      splitFrom: event.id,
      // The sender knows the id of the first one.
      ...(index === 0 ? {} : { id: newId(), isNew: true as const, isUnread: false, isReplay: false }),
    };
  });

const isSplittable = ({ endpointType, bodyId }: UnreadEvent): boolean =>
  endpointType === "webhook" && bodyId === null;

/**
 * Replaces list bodies of webhooks by their items. Returns the claimed events for which this transaction has room; the
 * others stay in the queue.
 */
export const splitLists = async (
  claimed: readonly UnreadEvent[],
  mapping: MappingEngine,
): Promise<RecordableEvent[]> => {
  const events: RecordableEvent[] = [];
  for (const event of claimed) {
    const split = isSplittable(event) ? await splitBody(event.raw, event.template, mapping) : undefined;
    if (!split) events.push(event);
    else if ("problem" in split) events.push({ ...event, refusal: split.problem });
    else if (events.length > 0 && events.length + split.items.length > maxBodyItems) break;
    else if (split.items.length > 0) events.push(...toItemEvents(event, split.items));
    else events.push(event);
  }
  return events;
};
