import { createHash } from "node:crypto";
import type { EventProblem } from "#domain/ingestion/event.ts";
import { nextPage, type PagePosition, type PullProgress, toPullItems } from "#domain/ingestion/pull.ts";
import type { PullSettings } from "#domain/ingestion/settings.ts";
import { parseStrictJson } from "#domain/ingestion/strict-json.ts";
import { canonicalJson } from "#server/audit/entry.ts";
import type { JobContext } from "#server/jobs/job.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import { evaluateDeduplicationKey } from "#server/pipeline/ingest/deduplication.ts";
import type { EventDraft } from "#server/store/ingestion/events.ts";
import type { PullState, PullTarget } from "#server/store/ingestion/pull.ts";
import { failure, type PullFailure } from "./failure.ts";
import { keyParameter, requestPage } from "./request.ts";

/** What one page brought, and where the listing continues. */
export type PageStep = {
  events: EventDraft[];
  /** How new each item says it is. */
  times: unknown[];
  /** Absent at the end of the listing. */
  next?: PullProgress | undefined;
  validator?: PullState["validator"] | undefined;
};

type PageResult =
  /** `failsAfterwards`: the page is good, but the listing cannot continue. */
  { ok: true; step: PageStep; failsAfterwards?: PullFailure } | { ok: false; failure: PullFailure };

const listingEnd: PageStep = { events: [], times: [] };

export const digest = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 16);
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Requests the page at which the listing stands. */
export const readNextPage = async (
  target: PullTarget,
  walk: PullProgress,
  { egress, mapping }: JobContext,
): Promise<PageResult> => {
  const { endpointUrl, state } = target;
  const settings = target.settings.pull;
  if (!endpointUrl) return { ok: false, failure: failure("no_url") };
  const url = pageUrl(endpointUrl, settings, walk.place, state.since);
  if (!url) return { ok: false, failure: { ...otherServer, startsAnew: true } };
  const validator = state.validator?.url === url.href ? state.validator : undefined;
  const reply = await requestPage(target, url, validator ? conditionalHeaders(validator) : {}, egress);
  if (!reply.ok) {
    // Some servers answer 404 for the page after the last one.
    const isCounted = walk.place.by === "page" || walk.place.by === "offset";
    const isPastTheEnd = reply.status === 404 && isCounted && walk.seen.length > 0;
    return isPastTheEnd ? { ok: true, step: listingEnd } : reply;
  }
  const { status, headers, body } = reply.answer;
  if (status === 304) return { ok: true, step: { ...listingEnd, validator } };
  if (status === 204) return { ok: true, step: listingEnd };
  const parsed = await parsePage(settings, body, headers["content-type"] ?? "", mapping);
  if (!parsed.ok) return parsed;
  const { events, times, ...found } = parsed.page;
  const next = nextPage(settings, walk, { ...found, link: headers.link }, digest);
  const step = { events, times };
  if (!next) return { ok: true, step: { ...step, validator: pageValidator(target, walk, url, headers) } };
  if (next.place.by !== "url") return { ok: true, step: { ...step, next } };
  const nextUrl = pageUrl(url.href, settings, next.place, null);
  if (!nextUrl) return { ok: true, step: { ...step, next: walk }, failsAfterwards: otherServer };
  return { ok: true, step: { ...step, next: { ...next, place: { by: "url", url: nextUrl.href } } } };
};

const otherServer = failure("other_server");

/**
 * The URL of a page, without the key. Undefined when it is on another server: our credentials are for this one, and
 * its answers must not send them elsewhere.
 */
const pageUrl = (
  base: string,
  settings: PullSettings,
  place: PagePosition,
  since: string | null | undefined,
): URL | undefined => {
  const start = URL.parse(base);
  if (!start) return undefined;
  if (place.by === "url") {
    const url = URL.parse(place.url, start.href);
    if (!url || url.origin !== start.origin || url.username || url.password) return undefined;
    const key = keyParameter(settings);
    if (key) url.searchParams.delete(key);
    return url;
  }
  const { pagination } = settings;
  if (place.by === "page" && pagination.by === "page")
    start.searchParams.set(pagination.parameter, String(place.page));
  if (place.by === "offset" && pagination.by === "offset") {
    start.searchParams.set(pagination.parameter, String(place.offset));
    if (pagination.limitParameter !== null)
      start.searchParams.set(pagination.limitParameter, String(pagination.limit));
  }
  if (place.by === "cursor" && pagination.by === "cursor")
    start.searchParams.set(pagination.parameter, place.cursor);
  if (settings.since && since) start.searchParams.set(settings.since.parameter, since);
  start.hash = "";
  return start;
};

const conditionalHeaders = ({
  etag,
  modified,
}: NonNullable<PullState["validator"]>): Record<string, string> => ({
  ...(etag ? { "if-none-match": etag } : {}),
  ...(modified ? { "if-modified-since": modified } : {}),
});

/** Only where the first page is the whole listing: elsewhere it may stay unchanged while a later page grows. */
const pageValidator = (
  { settings: { pull } }: PullTarget,
  { place }: PullProgress,
  url: URL,
  { etag, "last-modified": modified }: Record<string, string>,
): PullState["validator"] => {
  const isWhole = place.by === "start" && (pull.pagination.by === "none" || pull.pagination.by === "cursor");
  if (!isWhole || !(etag || modified)) return undefined;
  return { url: url.href, ...(etag ? { etag } : {}), ...(modified ? { modified } : {}) };
};

type ParsedPage = {
  events: EventDraft[];
  itemCount: number;
  /** Digest of all items, to notice a listing that repeats itself. */
  content: string;
  cursor: unknown;
  times: unknown[];
};

const itemBatchSize = 200;
/** Well within the lease. */
const maxParseMs = 60_000;

/** Turns the items of a response into events, each with a key that identifies it when it is listed again. */
const parsePage = async (
  settings: PullSettings,
  body: Buffer,
  contentType: string,
  mapping: MappingEngine,
): Promise<{ ok: true; page: ParsedPage } | { ok: false; failure: PullFailure }> => {
  const parsed = parseJson(body, contentType);
  if (!parsed.ok) return parsed;
  const { itemPath, pagination, since } = settings;
  const items = toPullItems(
    itemPath === null ? parsed.value : await evaluate(mapping, itemPath, parsed.value),
  );
  if (!items) return { ok: false, failure: failure("no_items") };
  const cursor = pagination.by === "cursor" && (await mapping.evaluate(pagination.path, parsed.value));
  // An unreadable cursor must not look like the end of the listing.
  if (cursor && !cursor.ok) return { ok: false, failure: failure("no_cursor") };
  const events: EventDraft[] = [];
  const times: unknown[] = [];
  const endsAt = Date.now() + maxParseMs;
  for (let start = 0; start < items.length; start += itemBatchSize) {
    if (Date.now() > endsAt) return { ok: false, failure: failure("slow_expressions") };
    const batch = items
      .slice(start, start + itemBatchSize)
      .map((item): CheckedItem => (parsed.isClean ? { ok: true, value: item } : checkItem(item)));
    events.push(...(await Promise.all(batch.map((item) => toEvent(settings, item, mapping)))));
    if (since) {
      const readable = batch.flatMap((item) => (item.ok ? [item.value] : []));
      times.push(...(await Promise.all(readable.map((value) => evaluate(mapping, since.path, value)))));
    }
  }
  const content = sha256(events.map(({ deduplicationKey }) => deduplicationKey).join("\n"));
  return {
    ok: true,
    page: { events, itemCount: items.length, content, cursor: cursor ? cursor.value : undefined, times },
  };
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

type ParsedJson = { ok: true; value: unknown; isClean: boolean } | { ok: false; failure: PullFailure };

const parseJson = (body: Buffer, contentType: string): ParsedJson => {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return { ok: false, failure: failure("not_utf8") };
  }
  if (/text\/html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(text))
    return {
      ok: false,
      failure: failure("web_page"),
    };
  const strict = parseStrictJson(text);
  if (strict.ok) return { ...strict, isClean: true };
  // An item that cannot be stored must not exclude the others: each is checked by itself.
  if (strict.code === "bad_text" || strict.code === "too_wide") {
    try {
      return { ok: true, value: JSON.parse(text) as unknown, isClean: false };
    } catch {
      // The failure below says what is wrong.
    }
  }
  return { ok: false, failure: failure(strict.code) };
};

type CheckedItem =
  | { ok: true; value: unknown }
  | { ok: false; text: string; problem: EventProblem & { code: "bad_text" | "too_wide" } };

const maxUnreadableLength = 100_000;

const checkItem = (item: unknown): CheckedItem => {
  const text = JSON.stringify(item);
  const strict = parseStrictJson(text);
  if (strict.ok) return strict;
  const code = strict.code === "too_wide" ? "too_wide" : "bad_text";
  return { ok: false, text: text.slice(0, maxUnreadableLength).toWellFormed(), problem: { code } };
};

const toEvent = async (
  { itemId }: PullSettings,
  item: CheckedItem,
  mapping: MappingEngine,
): Promise<EventDraft> => {
  if (!item.ok) {
    const { text, problem } = item;
    return {
      payload: { text },
      deduplicationKey: `dead:${sha256(text)}`,
      status: "dead",
      problems: [problem],
    };
  }
  const id = itemId === null ? null : await evaluateDeduplicationKey(mapping, itemId, item.value);
  return { payload: item.value, deduplicationKey: id ?? `sha256:${sha256(canonicalJson(item.value))}` };
};

const evaluate = async (mapping: MappingEngine, expression: string, payload: unknown): Promise<unknown> => {
  const result = await mapping.evaluate(expression, payload);
  return result.ok ? result.value : undefined;
};
