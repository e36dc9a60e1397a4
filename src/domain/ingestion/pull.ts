import { CronExpressionParser } from "cron-parser";
import { retryDelayMs, retryPolicies } from "#domain/retry.ts";
import type { PullSettings } from "./settings.ts";

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** Consecutive failures after which the endpoint's status becomes `error`. */
export const failuresUntilError = 5;

/** A stable hash in [0, 1), so that endpoints that fail together retry at different times. */
const stableJitter = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
};

/** The delay of the retry policy, plus up to a tenth as jitter. */
export const pullBackoff = (failures: number, endpointId: string): number =>
  Math.round(retryDelayMs(retryPolicies.pull, failures) * (1 + stableJitter(endpointId) / 10));

export type PullTiming = {
  schedule: PullSettings["schedule"];
  now: number;
  /** When this pull was due; counting from it keeps an interval from drifting. */
  due: number | null;
  /** Time zone of a cron schedule. */
  timezone: string;
};

/** When to pull again after success; undefined when the cron expression has no next time. */
export const nextPullAt = ({ schedule, now, due, timezone }: PullTiming): number | undefined => {
  if (schedule.by === "interval") {
    const interval = schedule.minutes * minuteMs;
    const from = due !== null && due <= now && now - due < interval ? due : now;
    return from + interval;
  }
  try {
    return CronExpressionParser.parse(schedule.cron, { currentDate: now, tz: timezone }).next().getTime();
  } catch {
    return undefined;
  }
};

/** When to retry after a failure. A longer `Retry-After` is respected, up to a day. */
export const nextRetryAt = (now: number, failures: number, endpointId: string, retryAfterMs = 0): number =>
  now + Math.max(pullBackoff(failures, endpointId), Math.min(retryAfterMs, dayMs));

export type PagePosition =
  | { by: "start" }
  | { by: "page"; page: number }
  | { by: "offset"; offset: number }
  | { by: "cursor"; cursor: string }
  | { by: "url"; url: string };

/** Progress through a paginated list: the page to read now, and digests of the pages read. */
export type PullProgress = { place: PagePosition; seen: string[] };

const maxSeenMarks = 1000;

const firstPosition = ({ pagination }: PullSettings): PagePosition => {
  if (pagination.by === "page") return { by: "page", page: pagination.first };
  return pagination.by === "offset" ? { by: "offset", offset: 0 } : { by: "start" };
};

export const firstPage = (settings: PullSettings): PullProgress => ({
  place: firstPosition(settings),
  seen: [],
});

/** What a response says about the next page. */
export type PageResponse = {
  itemCount: number;
  content: string;
  /** Result of the cursor expression. */
  cursor: unknown;
  /** The Link header. */
  link: string | undefined;
};

/**
 * The next page; undefined at the end. A page or cursor that was seen before means a loop and ends the pull.
 */
export const nextPage = (
  { pagination }: PullSettings,
  progress: PullProgress,
  response: PageResponse,
  digest: (text: string) => string,
): PullProgress | undefined => {
  const advance = (place: PagePosition, text: string): PullProgress | undefined => {
    const mark = digest(text);
    return progress.seen.includes(mark)
      ? undefined
      : { place, seen: [...progress.seen, mark].slice(-maxSeenMarks) };
  };
  if (pagination.by === "page") {
    const page = progress.place.by === "page" ? progress.place.page : pagination.first;
    return response.itemCount === 0 ? undefined : advance({ by: "page", page: page + 1 }, response.content);
  }
  if (pagination.by === "offset") {
    // Counted by what came, because an API may give fewer items than it was asked for.
    const offset = (progress.place.by === "offset" ? progress.place.offset : 0) + response.itemCount;
    return response.itemCount === 0 ? undefined : advance({ by: "offset", offset }, response.content);
  }
  if (pagination.by === "cursor") {
    const cursor = toCursor(response.cursor);
    if (cursor === undefined) return undefined;
    // Some APIs return the URL of the next page in place of a cursor.
    return advance(
      /^https?:\/\//i.test(cursor) ? { by: "url", url: cursor } : { by: "cursor", cursor },
      cursor,
    );
  }
  if (pagination.by === "link") {
    const url = nextPageLink(response.link);
    return url === undefined ? undefined : advance({ by: "url", url }, url);
  }
  return undefined;
};

const toCursor = (value: unknown): string | undefined =>
  typeof value === "number" || (typeof value === "string" && value !== "") ? String(value) : undefined;

/** The URL with rel=next in a Link header (RFC 8288). */
export const nextPageLink = (header: string | undefined): string | undefined => {
  for (const [, url, parameters = ""] of (header ?? "").matchAll(/<([^>]*)>([^<]*)/g)) {
    const [, quoted, plain = ""] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? [];
    if ((quoted ?? plain).toLowerCase().split(/\s+/).includes("next")) return url;
  }
  return undefined;
};

/** The value at the item path as a list of objects; undefined when the path does not exist. */
export const toPullItems = (value: unknown): Record<string, unknown>[] | undefined => {
  if (value === undefined) return undefined;
  const list = value === null ? [] : Array.isArray(value) ? value : [value];
  return list.map((item: unknown) =>
    item !== null && typeof item === "object" && !Array.isArray(item)
      ? (item as Record<string, unknown>)
      : { value: item },
  );
};

export type ParseDate = (text: string) => number;

const looksLikeDate = /^\d{4}-\d\d-\d\d|^[A-Z][a-z]{2}, \d/;

const compareValues = (a: string, b: string, parseDate: ParseDate): number => {
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) {
    const [left, right] = [BigInt(a), BigInt(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  }
  const numbers = Number(a) - Number(b);
  if (!Number.isNaN(numbers)) return numbers;
  const dates = looksLikeDate.test(a) && looksLikeDate.test(b) ? parseDate(a) - parseDate(b) : Number.NaN;
  // Below a millisecond only the text shows the order.
  if (!Number.isNaN(dates) && dates !== 0) return dates;
  return a < b ? -1 : a > b ? 1 : 0;
};

/** The newest value. Dates beyond tomorrow are ignored, since one wrong date would hide all later items. */
export const newestValue = (
  values: unknown[],
  previous: string | null,
  now: number,
  parseDate: ParseDate,
): string | null => {
  let newest = previous;
  for (const value of values) {
    const text = toCursor(value);
    if (text === undefined || text.length > 500) continue;
    if (looksLikeDate.test(text) && parseDate(text) > now + dayMs) continue;
    if (newest === null || compareValues(text, newest, parseDate) > 0) newest = text;
  }
  return newest;
};

/** Milliseconds that a Retry-After header asks to wait; it holds seconds or a date. */
export const parseRetryAfter = (header: string | undefined, now: number, parseDate: ParseDate): number => {
  const text = header?.trim() ?? "";
  const until = /^\d{1,9}$/.test(text) ? now + Number(text) * 1000 : text === "" ? now : parseDate(text);
  return Number.isNaN(until) ? 0 : Math.max(0, until - now);
};
