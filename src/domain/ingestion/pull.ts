import { CronExpressionParser } from "cron-parser";
import type { PullSettings } from "./settings.ts";

const minuteMs = 60_000;
const maxBackoffMs = 360 * minuteMs;
const dayMs = 1440 * minuteMs;

/** After so many failures in a row somebody is told. */
export const failuresUntilError = 5;

/** Between 0 and 1, always the same for the same text: endpoints that fail together do not return together. */
const stableJitter = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
};

/** A minute, doubled with every failure, up to six hours; a tenth of it belongs to chance. */
export const pullBackoff = (failures: number, endpointId: string): number => {
  const full = Math.min(maxBackoffMs, minuteMs * 2 ** (Math.max(1, Math.min(failures, 30)) - 1));
  return Math.round(full * (1 + stableJitter(endpointId) / 10));
};

export type PullTiming = {
  schedule: PullSettings["schedule"];
  now: number;
  /** When this reading was due, so that an interval does not drift by how long the work takes. */
  due: number | null;
  /** What the hours of a cron line mean. */
  timezone: string;
};

/** When an endpoint that was read well is read again; nothing when its cron line says no time at all. */
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

/** When an endpoint that failed is tried again. A server that asks for more time gets it, within reason. */
export const nextRetryAt = (now: number, failures: number, endpointId: string, pauseMs = 0): number =>
  now + Math.max(pullBackoff(failures, endpointId), Math.min(pauseMs, dayMs));

/** Where in a listing a page is. */
export type PagePosition =
  | { by: "start" }
  | { by: "page"; page: number }
  | { by: "cursor"; cursor: string }
  | { by: "url"; url: string };

/** A walk through a listing: the page to read now, and marks of those that were read. */
export type PullProgress = { place: PagePosition; seen: string[] };

const maxSeenMarks = 1000;

export const firstPage = ({ pagination }: PullSettings): PullProgress => ({
  place: pagination.by === "page" ? { by: "page", page: pagination.first } : { by: "start" },
  seen: [],
});

/** What an answer tells about where to go on. */
export type PageResponse = {
  itemCount: number;
  content: string;
  /** What the cursor's expression found. */
  cursor: unknown;
  /** The Link header. */
  link: string | undefined;
};

/**
 * The walk's next step; nothing at the end. Something that was there before means going in circles, hence the end.
 * `digest` makes a short mark of a text.
 */
export const nextPage = (
  { pagination }: PullSettings,
  walk: PullProgress,
  answer: PageResponse,
  digest: (text: string) => string,
): PullProgress | undefined => {
  const step = (place: PagePosition, text: string): PullProgress | undefined => {
    const mark = digest(text);
    return walk.seen.includes(mark) ? undefined : { place, seen: [...walk.seen, mark].slice(-maxSeenMarks) };
  };
  if (pagination.by === "page") {
    const page = walk.place.by === "page" ? walk.place.page : pagination.first;
    return answer.itemCount === 0 ? undefined : step({ by: "page", page: page + 1 }, answer.content);
  }
  if (pagination.by === "cursor") {
    const cursor = toCursor(answer.cursor);
    if (cursor === undefined) return undefined;
    // Many answers give the whole address of the next page where others give a cursor.
    return step(/^https?:\/\//i.test(cursor) ? { by: "url", url: cursor } : { by: "cursor", cursor }, cursor);
  }
  if (pagination.by === "link") {
    const url = nextPageLink(answer.link);
    return url === undefined ? undefined : step({ by: "url", url }, url);
  }
  return undefined;
};

const toCursor = (value: unknown): string | undefined =>
  typeof value === "number" || (typeof value === "string" && value !== "") ? String(value) : undefined;

/** The address with rel=next of a Link header (RFC 8288). */
export const nextPageLink = (header: string | undefined): string | undefined => {
  for (const [, url, parameters = ""] of (header ?? "").matchAll(/<([^>]*)>([^<]*)/g)) {
    const [, quoted, plain = ""] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? [];
    if ((quoted ?? plain).toLowerCase().split(/\s+/).includes("next")) return url;
  }
  return undefined;
};

/** What is found at the item's place as a list of objects; nothing when there is no such place. */
export const toPullItems = (found: unknown): Record<string, unknown>[] | undefined => {
  if (found === undefined) return undefined;
  const list = found === null ? [] : Array.isArray(found) ? found : [found];
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
  // Beyond the millisecond only the text can tell.
  if (!Number.isNaN(dates) && dates !== 0) return dates;
  return a < b ? -1 : a > b ? 1 : 0;
};

/** The newest of these. A date beyond tomorrow is somebody's mistake, and would hide all that comes before it. */
export const newestValue = (
  values: unknown[],
  known: string | null,
  now: number,
  parseDate: ParseDate,
): string | null => {
  let newest = known;
  for (const value of values) {
    const text = toCursor(value);
    if (text === undefined || text.length > 500) continue;
    if (looksLikeDate.test(text) && parseDate(text) > now + dayMs) continue;
    if (newest === null || compareValues(text, newest, parseDate) > 0) newest = text;
  }
  return newest;
};

/** How long a Retry-After header asks to wait: seconds, or a date. */
export const parseRetryAfter = (header: string | undefined, now: number, parseDate: ParseDate): number => {
  const text = header?.trim() ?? "";
  const until = /^\d{1,9}$/.test(text) ? now + Number(text) * 1000 : text === "" ? now : parseDate(text);
  return Number.isNaN(until) ? 0 : Math.max(0, until - now);
};
